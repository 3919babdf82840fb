"""The database restarts while rows are in work: nothing is lost, and nothing becomes an error."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import (
    Widget,
    Workshop,
    count_shines,
    create_tables,
    eventually,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.db.embedded import pgserver
from scrapersky.db.engine import make_engine

pytestmark = pytest.mark.timeout(120)


def restart(database_url: str) -> None:
    server = pgserver().get_server(Path(str(make_url(database_url).query["host"])))
    server.stop()
    server.start()


async def test_rows_in_work_are_completed_after_a_restart(engine: AsyncEngine, database_url: str) -> None:
    async def polish(_: Widget) -> str:
        await asyncio.sleep(0.3)
        return "shiny"

    await create_tables(engine)
    await queue_widgets(engine, *map(str, range(60)))
    schedulers = Schedulers(await runtime(engine, Workshop(polish), lease_seconds=5))
    schedulers.setup(widget_polish, Schedule(interval_minutes=0.02, batch_size=10, concurrency=10, attempts=3))
    await schedulers.start()

    looking = make_engine(
        database_url
    )  # apart from that of the workers, who have to see to their connections themselves

    async def some_in_work() -> bool:
        return (await states(looking)).get("Processing", 0) > 0

    await eventually(some_in_work)
    await asyncio.to_thread(restart, database_url)
    await looking.dispose()

    async def all_done() -> bool:
        return await states(looking) == {"Complete": 60}

    await eventually(all_done, within=60)
    await schedulers.stop()
    assert await count_shines(looking) == 60
    await looking.dispose()
