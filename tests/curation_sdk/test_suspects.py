"""Whom a dead worker leaves behind: what is remembered of its rows and of itself, and for how long."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import FAST, Workshop, at_once, history, look, queue_widgets, runtime, widget_polish

from scrapersky.curation_sdk.declaring.tables import Suspect, Worker
from scrapersky.curation_sdk.queue.lost_rows import ONE_OF_MANY, forget_dead_workers, rescue, single_statements
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.suspects import forget_old_suspects, suspected_workflows

OURS, ANOTHERS = "widget_polish", "something_else"


async def new_worker(engine: AsyncEngine) -> UUID:
    return (await runtime(engine, Workshop(at_once))).lease.worker


async def add_suspects(engine: AsyncEngine, *rows: dict[str, Any]) -> None:
    async with engine.begin() as connection:
        for row in rows:
            await connection.execute(insert(Suspect).values(row))


async def suspects(engine: AsyncEngine) -> dict[tuple[str, UUID], UUID | None]:
    async with AsyncSession(engine) as session:
        return {(each.workflow, each.row_id): each.alone for each in await session.scalars(select(Suspect))}


async def expire(engine: AsyncEngine, worker: UUID, ago: timedelta = timedelta(0)) -> None:
    async with engine.begin() as connection:
        await connection.execute(update(Worker).where(Worker.id == worker).values(lease_until=func.now() - ago))


async def test_a_row_is_suspected_in_one_workflow_and_tried_by_one_worker(widgets: AsyncEngine) -> None:
    first, second = await queue_widgets(widgets, "a", "b")
    worker, other = [await new_worker(widgets) for _ in range(2)]
    anothers = {"workflow": ANOTHERS, "row_id": first, "alone": worker}
    await add_suspects(widgets, anothers, {"workflow": OURS, "row_id": second, "alone": worker})
    queue = Queue(widget_polish, widgets)
    assert [attempt.row_id for attempt in await queue.claim(worker, 10)] == [first]
    await expire(widgets, worker)
    assert await rescue(widget_polish, FAST, widgets) == 1
    assert ((await look(widgets, first)).attempts, [run.message for run in await history(widgets)]) == (
        0,
        [ONE_OF_MANY],
    )
    assert await suspected_workflows(widgets) == {OURS, ANOTHERS}
    await queue.claim(other, 1, only=first)
    found = {(ANOTHERS, first): worker, (OURS, first): other, (OURS, second): worker}
    assert await suspects(widgets) == found
    for row_id, by in ((first, worker), (second, other)):
        await queue.acquit(row_id, by)
        assert await suspects(widgets) == found, "only who tried it alone can say so"
    await queue.acquit(first, other)
    assert await suspects(widgets) == {(ANOTHERS, first): worker, (OURS, second): worker}


async def test_a_row_that_another_worker_tried_alone_is_not_charged_to_it(widgets: AsyncEngine) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 1)
    long_ago = func.now() - timedelta(days=3)
    await add_suspects(widgets, {"workflow": OURS, "row_id": row_id, "alone": uuid4(), "since": long_ago})
    await expire(widgets, worker)
    await rescue(widget_polish, FAST, widgets)
    assert (await look(widgets, row_id)).attempts == 0
    async with AsyncSession(widgets) as session:
        anew = select(Suspect.alone, Suspect.since > func.now() - timedelta(days=1))
        assert (await session.execute(anew)).one() == (None, True), "suspected anew, for whoever tries it next"


async def test_suspects_are_forgotten_after_a_week_and_dead_workers_after_an_hour(widgets: AsyncEngine) -> None:
    young, old = uuid4(), uuid4()
    for row_id, hours in ((young, 7 * 24 - 1), (old, 7 * 24 + 1)):
        since = func.now() - timedelta(hours=hours)
        await add_suspects(widgets, {"workflow": OURS, "row_id": row_id, "since": since})
    await forget_old_suspects(single_statements(widgets))
    assert list(await suspects(widgets)) == [(OURS, young)]
    living, dead, forgotten = [await new_worker(widgets) for _ in range(3)]
    for worker, minutes in ((dead, 59), (forgotten, 61)):
        await expire(widgets, worker, timedelta(minutes=minutes))
    await forget_dead_workers(widgets)
    async with AsyncSession(widgets) as session:
        assert set(await session.scalars(select(Worker.id))) == {living, dead}
