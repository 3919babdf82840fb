"""What a decision leaves behind: the rows it is about, when they are due, and who was told."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Float, func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import ACTOR, Widget, add_widgets, decide, states, widget_polish

from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.followed import noting
from scrapersky.curation_sdk.declaring.statuses import Settable, State
from scrapersky.curation_sdk.declaring.tables import Batch
from scrapersky.curation_sdk.queue import QUEUE_CHANNEL


async def test_each_decision_counts_its_own_rows_and_the_trail_says_what_it_was(widgets: AsyncEngine) -> None:
    ids = await add_widgets(widgets, "abc")
    with noting() as facts:
        queued = await decide(widgets, ids[:2])
    assert facts == {"workflow": "widget_polish", "status": "Queued", "batch": str(queued.batch_id), "rows": 2}
    skipped = await decide(widgets, ids, Settable.SKIPPED)
    assert (queued.queued_count, skipped.queued_count) == (2, 0)
    async with AsyncSession(widgets) as session:
        rows = await session.execute(select(Batch.status, Batch.total, Batch.done).order_by(Batch.id))
        assert rows.all() == [("Queued", 2, 2), ("Skipped", 3, 3)]


async def test_what_somebody_decided_otherwise_meanwhile_stays(widgets: AsyncEngine) -> None:
    new, skipped = await add_widgets(widgets, "ab")
    await decide(widgets, [skipped], Settable.SKIPPED)
    async with AsyncSession(widgets) as session, session.begin():
        decision = Decision(Settable.QUEUED, only_from=State.NEW)
        changed = await change_status(session, widget_polish, ACTOR, [new, skipped], decision)
    assert changed.updated_ids == [new]
    assert await states(widgets) == {"Queued": 1, "Skipped": 1}


async def test_rows_that_are_spread_become_due_evenly_once_they_can_no_longer_be_taken_back(
    widgets: AsyncEngine,
) -> None:
    ids = await add_widgets(widgets, "abcd")
    curation = Widget.widget_polish
    async with AsyncSession(widgets) as session, session.begin():
        decision = Decision(Settable.QUEUED, undo_seconds=100, spread_seconds=1_000, priority=3)
        await change_status(session, widget_polish, ACTOR, ids[:3], decision)
        wait = func.extract("epoch", curation.queue_order - func.now()).cast(Float)
        due = await session.execute(select(wait, curation.priority).order_by(Widget.id).where(Widget.id != ids[3]))
        assert [(round(seconds), priority) for seconds, priority in due] == [(718, 3), (336, 3), (954, 3)]
    assert await states(widgets) == {"Queued": 3, "New": 1}


async def test_workers_are_told_of_rows_that_are_queued_and_of_nothing_else(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[Any, ...]] = []

    async def note(_: AsyncSession, *words: str) -> None:
        told.append(words)

    monkeypatch.setattr("scrapersky.curation_sdk.decisions.batch.notify", note)
    ids = await add_widgets(widgets, "a")
    await decide(widgets, ids, Settable.SKIPPED)
    await decide(widgets, [uuid4()])
    assert told == []
    await decide(widgets, ids)
    assert told == [(QUEUE_CHANNEL, "widget_polish")]
