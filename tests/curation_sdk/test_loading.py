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

from scrapersky.curation_sdk import CurationError, TryAgain
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.loading import load_inputs, taken
from scrapersky.curation_sdk.queue.queue import Queue


async def test_a_load_that_hangs_puts_its_rows_back(widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    async def load(_: AsyncSession, __: Sequence[Widget]) -> dict[UUID, Widget]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr("scrapersky.curation_sdk.queue.loading.SECONDS_TO_LOAD", 0.2)
    await queue_widgets(widgets, *"abc")
    workflow, schedule = replace(widget_polish, load=load), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 20)
    assert await states(widgets) == {"Error": 3}
    (message,) = {run.message for run in await history(widgets)}
    assert message == "Reading what this row needs from other tables took longer than 0.2 s."


class NoAnswer(ConnectionError):
    """As of a driver that gave up: with its code, and wrapped by nobody."""

    sqlstate = "08006"


@pytest.mark.parametrize("trouble", [PoolExhausted("QueuePool limit of size 10 overflow 10 reached"), NoAnswer("late")])
async def test_a_database_that_is_away_while_rows_load_costs_them_no_attempt(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    looks = 0

    async def load(_: AsyncSession, rows: Sequence[Widget]) -> dict[UUID, Widget]:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise trouble
        return {row.id: row for row in rows}

    monkeypatch.setattr("scrapersky.curation_sdk.queue.loading.AWAY", timedelta(0))
    await queue_widgets(widgets, *"abc")
    workflow, schedule = replace(widget_polish, load=load), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 20)
    assert await states(widgets) == {"Complete": 3}
    assert {run.message for run in await history(widgets) if run.message} == {"The database was away."}


async def test_a_row_whose_share_is_broken_or_gone_fails_alone_and_a_share_is_held_once(widgets: AsyncEngine) -> None:
    async def load(_: AsyncSession, rows: Sequence[Widget]) -> dict[UUID, str]:
        names = {row.id: row.name for row in rows}
        if "broken" in names.values():
            raise KeyError("broken")
        return {row_id: name for row_id, name in names.items() if name != "gone"}

    await queue_widgets(widgets, "fine", "broken", "gone")
    attempts = await Queue(widget_polish, widgets).claim(await Lease(widgets).acquire(), 10)
    await load_inputs(replace(widget_polish, load=load), widgets, attempts)
    by_name = {attempt.row.name: attempt for attempt in attempts}
    assert (taken(by_name["fine"]), by_name["fine"].given) == ("fine", None)
    with pytest.raises(TryAgain, match="Could not read what this row needs"):
        taken(by_name["broken"])
    with pytest.raises(CurationError, match="no longer there"):
        taken(by_name["gone"])
