"""Schedulers that polish widgets while a test looks on."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import (
    Workshop,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.queue.schedulers import Schedulers

# Long enough that nothing in these tests can be the poll's doing.
NO_POLL = Schedule(interval_minutes=60, batch_size=10, concurrency=10, attempts=3, backoff_seconds=0.05)


@asynccontextmanager
async def running(
    engine: AsyncEngine,
    workshop: Workshop,
    schedule: Schedule = NO_POLL,
    lease_seconds: float = 30,
    **facts: Any,
) -> AsyncIterator[Schedulers]:
    """`facts` are those of the runtime that a test is about."""
    schedulers = Schedulers(replace(await runtime(engine, workshop, lease_seconds), **facts))
    schedulers.setup(widget_polish, schedule)
    await schedulers.start()
    try:
        yield schedulers
    finally:
        await schedulers.stop()


def complete(engine: AsyncEngine, count: int) -> Callable[[], Any]:
    async def so_many_are_complete() -> bool:
        return (await states(engine)).get("Complete") == count

    return so_many_are_complete
