"""What rows need from other tables: a load that fails or hangs holds up nobody for ever."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    FAST,
    Widget,
    Workshop,
    at_once,
    history,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk.scheduler_loop import run_job_loop


async def test_a_load_that_hangs_puts_its_rows_back(widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    async def load(_: AsyncSession, __: Sequence[Widget]) -> dict[UUID, Widget]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr("scrapersky.curation_sdk.loading.SECONDS_TO_LOAD", 0.2)
    await queue_widgets(widgets, *"abc")
    workflow, schedule = replace(widget_polish, load=load), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 20)
    assert await states(widgets) == {"Error": 3}
    (message,) = {run.message for run in await history(widgets)}
    assert message == "Reading what this row needs from other tables took longer than 0.2 s."


async def test_a_database_that_is_away_while_rows_load_costs_them_no_attempt(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    async def load(_: AsyncSession, rows: Sequence[Widget]) -> dict[UUID, Widget]:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise PoolExhausted("QueuePool limit of size 10 overflow 10 reached")
        return {row.id: row for row in rows}

    monkeypatch.setattr("scrapersky.curation_sdk.loading.AWAY", timedelta(0))
    await queue_widgets(widgets, *"abc")
    workflow, schedule = replace(widget_polish, load=load), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 20)
    assert await states(widgets) == {"Complete": 3}
    assert {run.message for run in await history(widgets) if run.message} == {"The database was away."}
