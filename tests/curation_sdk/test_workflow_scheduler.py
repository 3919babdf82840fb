"""A workflow's scheduler looks at its queue when a row is due: not later, and not again and again."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.scheduled_widgets import NO_POLL, complete, running
from tests.curation_sdk.widgets import (
    Widget,
    Workshop,
    add_widgets,
    at_once,
    decide,
    eventually,
    history,
    queue_widgets,
    widget_polish,
)

from scrapersky.curation_sdk import TryAgain
from scrapersky.curation_sdk.declaring.outcomes import Ending
from scrapersky.curation_sdk.declaring.tables import Batch, WorkflowSetting
from scrapersky.curation_sdk.queue.driver_statement import DriverStatement
from scrapersky.curation_sdk.queue.queue import Queue, statements_of


async def test_an_undo_delay_is_waited_for_and_no_longer(widgets: AsyncEngine) -> None:
    ids = await add_widgets(widgets, ["a"])
    async with running(widgets, Workshop(at_once)):
        await decide(widgets, ids, undo_seconds=0.4)
        await eventually(complete(widgets, 1))
    async with AsyncSession(widgets) as session:
        decided_at = (await session.scalars(select(Batch.made_at))).one()
    (run,) = await history(widgets)
    assert timedelta(seconds=0.4) <= run.started_at - decided_at < timedelta(minutes=NO_POLL.interval_minutes)


async def test_a_row_that_becomes_due_does_not_wait_for_a_slow_one(widgets: AsyncEngine) -> None:
    go_on = asyncio.Event()

    async def polish(widget: Widget) -> str:
        if widget.name == "slow":
            await go_on.wait()
        return "shiny"

    await queue_widgets(widgets, "slow")
    later = await add_widgets(widgets, ["later"])
    async with running(widgets, Workshop(polish)):
        await decide(widgets, later, undo_seconds=0.3)
        await eventually(complete(widgets, 1))
        go_on.set()
        await eventually(complete(widgets, 2))


async def test_a_paused_queue_is_not_asked_again_and_again(widgets: AsyncEngine) -> None:
    async with AsyncSession(widgets) as session, session.begin():
        session.add(WorkflowSetting(workflow="widget_polish", paused=True))
    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(at_once)) as schedulers:
        scheduler = schedulers.by_workflow["widget_polish"]
        await asyncio.sleep(0.3)
        assert scheduler._alarm is None


async def test_a_retry_is_taken_up_when_it_is_due(widgets: AsyncEngine) -> None:
    tries = 0

    async def polish(_: Widget) -> str:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise TryAgain("busy")
        return "shiny"

    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(polish)):
        await eventually(complete(widgets, 1))
    assert tries == 3


class LateServer:
    """The first claim gets no answer; the server makes it all the same, but only once the second found nothing."""

    def __init__(self, statement: DriverStatement) -> None:
        self._statement, self._asked = statement, list[Mapping[str, Any]]()

    async def fetch(self, engine: AsyncEngine, parameters: Mapping[str, Any]) -> list[Any]:
        self._asked.append(parameters)
        if len(self._asked) == 1:
            raise ConnectionError("silence")
        if len(self._asked) == 2:
            asyncio.get_running_loop().call_later(0.2, self._make_late, engine)
            return []
        return await self._statement.fetch(engine, parameters)

    def _make_late(self, engine: AsyncEngine) -> None:
        self._late = asyncio.create_task(self._statement.fetch(engine, self._asked[0]))


async def test_what_a_late_server_claimed_is_looked_for_though_nothing_else_is_due(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = LateServer(statements_of(widget_polish).claim)
    monkeypatch.setitem(vars(statements_of(widget_polish)), "claim", claim)
    monkeypatch.setattr(Queue, "seconds_to_next", nothing_waits)
    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(at_once), lease_seconds=6):
        await eventually(complete(widgets, 1), within=20)
    assert {run.ending for run in await history(widgets)} == {Ending.RELEASED, Ending.COMPLETE}


async def nothing_waits(_: Queue) -> None:
    """As the server sees it that has made the claim already."""
