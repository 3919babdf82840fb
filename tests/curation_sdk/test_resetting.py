"""A row set back to New is as if nobody had decided about it; its history knows better."""

from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    Seen,
    Widget,
    Workshop,
    at_once,
    decide,
    history,
    look,
    queue_widgets,
    runtime,
    widget_polish,
)

from scrapersky.curation_sdk.declaring.outcomes import Ending
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.queue.queue import Queue


async def failed_widget(engine: AsyncEngine) -> UUID:
    (widget,) = await queue_widgets(engine, "a")
    worker = (await runtime(engine, Workshop(at_once))).lease.worker
    queue = Queue(widget_polish, engine)
    (attempt,) = await queue.claim(worker, 10)
    attempt.ending, attempt.message, attempt.outcome = Ending.ERROR, "no such name", "dns"
    await queue.complete(worker, [attempt])
    return widget


async def test_a_row_set_back_to_new_keeps_nothing_of_what_it_came_to(widgets: AsyncEngine) -> None:
    widget = await failed_widget(widgets)
    assert await look(widgets, widget) == Seen("Error", "Error", "no such name", "dns", 1, claimed=False)
    await decide(widgets, [widget], Settable.NEW)
    assert await look(widgets, widget) == Seen("New", None, None, None, 0, claimed=False)
    assert len(await history(widgets, widget)) == 1


async def test_a_skipped_row_keeps_the_reason_for_skipping_it(widgets: AsyncEngine) -> None:
    widget = await failed_widget(widgets)
    await decide(widgets, [widget], Settable.SKIPPED)
    assert await look(widgets, widget) == Seen("Skipped", "Error", "no such name", "dns", 1, claimed=False)


async def test_a_row_queued_again_begins_anew_and_one_in_work_is_left_to_its_worker(widgets: AsyncEngine) -> None:
    widget = await failed_widget(widgets)
    await decide(widgets, [widget])
    assert await look(widgets, widget) == Seen("Queued", "Queued", None, None, 0, claimed=False)
    worker = (await runtime(widgets, Workshop(at_once))).lease.worker
    await Queue(widget_polish, widgets).claim(worker, 10)
    in_work = await look(widgets, widget)
    for status, again in ((Settable.QUEUED, True), (Settable.SKIPPED, False)):
        assert (await decide(widgets, [widget], status)).in_work == [widget]
        seen = await look(widgets, widget)
        assert (seen.processing, seen.attempts, seen.claimed) == ("Processing", in_work.attempts, True)
        async with AsyncSession(widgets) as session:
            assert await session.scalar(select(Widget.widget_polish.run_again)) is again


@pytest.mark.parametrize("status", [Settable.NEW, Settable.SKIPPED])
async def test_a_waiting_row_that_is_withdrawn_waits_no_more(widgets: AsyncEngine, status: Settable) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    await decide(widgets, [widget], status)
    assert await look(widgets, widget) == Seen(status.value, None, None, None, 0, claimed=False)
    async with AsyncSession(widgets) as session:
        assert await session.scalar(select(Widget.widget_polish.queue_order)) is None
