"""Claiming, fencing, completing: nothing is lost and nothing is doubled."""

import asyncio
import re
import time
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import create_mock_engine, delete, func, literal_column, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    ACTOR,
    FAST,
    Widget,
    Workshop,
    add_widgets,
    at_once,
    count_shines,
    decide,
    drain,
    history,
    look,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk import CurationError, Defer
from scrapersky.curation_sdk.decisions.batch import remember_statement
from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending, RetryLimits
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.tables import Suspect, TenantPause, Worker, WorkflowSetting
from scrapersky.curation_sdk.queue import lost_rows as rescuing
from scrapersky.curation_sdk.queue.completion_statement import settle_alike_statement, settle_statement
from scrapersky.curation_sdk.queue.job_loop import try_suspects
from scrapersky.curation_sdk.queue.lost_rows import longest_hold, rescue
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.statements import claim_statement, lock_statement


async def new_worker(engine: AsyncEngine) -> UUID:
    return (await runtime(engine, Workshop(at_once))).lease.worker


def finished(attempts: list[Attempt]) -> list[Attempt]:
    for attempt in attempts:
        attempt.complete("shiny")
    return attempts


async def expire(engine: AsyncEngine, worker: UUID) -> None:
    async with AsyncSession(engine) as session, session.begin():
        row = await session.get_one(Worker, worker)
        await session.execute(update(Worker).where(Worker.id == worker).values(lease_until=row.started_at))


async def moment(engine: AsyncEngine) -> datetime:
    async with AsyncSession(engine) as session:
        return (await session.execute(select(func.now()))).scalar_one()


async def test_a_row_that_another_scheduler_has_locked_is_not_taken(widgets: AsyncEngine) -> None:
    locked, free = await queue_widgets(widgets, "locked", "free")
    worker = await new_worker(widgets)
    async with AsyncSession(widgets) as other, other.begin():
        await other.execute(select(Widget.id).where(Widget.id == locked).with_for_update())
        claimed = await Queue(widget_polish, widgets).claim(worker, 10)
    assert [attempt.row_id for attempt in claimed] == [free]


async def test_two_schedulers_share_out_the_queue(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(100)))
    queue, first, second = Queue(widget_polish, widgets), await new_worker(widgets), await new_worker(widgets)
    claims = await asyncio.gather(*(queue.claim(worker, 7) for worker in (first, second) * 10))
    taken = [attempt.row_id for claim in claims for attempt in claim]
    assert len(taken) == len(set(taken)) == 100


async def test_claims_come_in_queue_order_and_urgent_rows_first(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "first")
    await queue_widgets(widgets, "second")
    for name, priority in (("urgent", 5), ("most urgent", 7)):
        (row_id,) = await queue_widgets(widgets, name)
        async with AsyncSession(widgets) as session, session.begin():
            urgent = update(Widget).where(Widget.id == row_id)
            await session.execute(urgent.values({Widget.widget_polish.priority: priority}))
    queue, worker = Queue(widget_polish, widgets), await new_worker(widgets)
    claimed = [*await queue.claim(worker, 1), *await queue.claim(worker, 10)]
    assert [attempt.row.name for attempt in claimed] == ["most urgent", "urgent", "first", "second"]


async def test_a_claim_waits_for_no_disk_and_what_follows_on_its_connection_does(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a")
    parameters = {"worker": await new_worker(widgets), "token": uuid4(), "batch": 1}
    waits = select(func.current_setting("synchronous_commit"))
    async with widgets.connect() as connection:
        await connection.execute(select(func.set_config("synchronous_commit", "on", literal_column("false"))))
        await connection.commit()
        assert len((await connection.execute(claim_statement(widget_polish.curation, ()), parameters)).all()) == 1
        assert await connection.scalar(waits) == "off"
        await connection.commit()
        assert await connection.scalar(waits) == "on"


async def test_a_row_is_not_claimed_before_its_time(widgets: AsyncEngine) -> None:
    ids = await add_widgets(widgets, ["later"])
    await decide(widgets, ids, undo_seconds=60)
    queue = Queue(widget_polish, widgets)
    assert await queue.claim(await new_worker(widgets), 10) == []
    due_in = await queue.seconds_to_next()
    assert due_in is not None
    assert 50 < due_in <= 60


async def test_a_worker_without_a_lease_claims_nothing(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a")
    await new_worker(widgets)
    assert await Queue(widget_polish, widgets).claim(uuid4(), 10) == []


async def test_a_paused_workflow_is_not_claimed_from(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a", "b")
    queue, worker = Queue(widget_polish, widgets), await new_worker(widgets)
    async with AsyncSession(widgets) as session, session.begin():
        session.add(WorkflowSetting(workflow="widget_polish", paused=False))
        session.add(WorkflowSetting(workflow="something_else", paused=True))
    assert len(await queue.claim(worker, 1)) == 1
    async with AsyncSession(widgets) as session, session.begin():
        await session.execute(update(WorkflowSetting).values(paused=True))
    assert (await queue.claim(worker, 10), await queue.seconds_to_next()) == ([], None)


async def test_what_a_tenant_paused_waits_and_the_rows_of_others_go_on(widgets: AsyncEngine) -> None:
    """Suspects too, and nobody is woken for them."""
    (row_id, _), resting = await queue_widgets(widgets, "a", "b"), uuid4()
    async with AsyncSession(widgets) as session, session.begin():
        other = await session.scalar(select(Widget.tenant_id).where(Widget.id == row_id))
        await session.execute(update(Widget).where(Widget.id == row_id).values(tenant_id=resting))
        session.add(TenantPause(tenant_id=resting, workflow="widget_polish", paused_by="ana"))
        session.add(TenantPause(tenant_id=other, workflow="something_else", paused_by="ben"))
    queue, worker = Queue(widget_polish, widgets), await new_worker(widgets)
    claimed = await queue.claim(worker, 10)
    assert [attempt.row.tenant_id for attempt in claimed] == [other]
    assert await queue.seconds_to_next() is None
    async with AsyncSession(widgets) as session, session.begin():
        session.add(Suspect(workflow="widget_polish", row_id=row_id))
    assert await queue.next_suspect() is None
    assert await queue.claim(worker, 1, only=row_id) == []
    async with AsyncSession(widgets) as session, session.begin():
        await session.execute(delete(TenantPause).where(TenantPause.tenant_id == resting))
    assert await queue.next_suspect() == row_id


async def test_the_next_suspect_is_the_most_urgent_that_is_due(widgets: AsyncEngine) -> None:
    free, first, urgent = await queue_widgets(widgets, "free", "first", "urgent")
    (later,) = await add_widgets(widgets, ["later"])
    await decide(widgets, [later], undo_seconds=60)
    async with AsyncSession(widgets) as session, session.begin():
        for row_id, priority in ((free, 9), (urgent, 5), (later, 9)):
            values = {Widget.widget_polish.priority: priority}
            await session.execute(update(Widget).where(Widget.id == row_id).values(values))
        session.add_all(Suspect(workflow="widget_polish", row_id=each) for each in (first, urgent, later))
    assert await Queue(widget_polish, widgets).next_suspect() == urgent


def test_whatever_locks_many_rows_locks_them_in_the_order_of_ids() -> None:
    """And lets others refer to them meanwhile: else two such statements, or one and an insert, wait for each other."""
    curation, dialect = Widget.widget_polish, create_mock_engine("postgresql://", print).dialect
    decided, lost = remember_statement(curation, None), rescuing.lost_statement(curation, 1.0)
    settling = settle_statement(curation), settle_alike_statement(curation)
    for statement in (lock_statement(curation), *settling, lost, decided):
        written = str(statement.compile(dialect=dialect))
        assert re.search(r"ORDER BY widgets\.id\s+(LIMIT \S+\s+)?FOR NO KEY UPDATE", written), written
    assert "widgets.id = ANY" in str(lock_statement(curation)), "no others than those that are saved"


async def test_completing_writes_what_was_produced_the_status_and_the_history_together(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue, worker = Queue(widget_polish, widgets), await new_worker(widgets)
    attempts = finished(await queue.claim(worker, 10))
    attempts[0].started, attempts[0].ended = time.monotonic() - 20, time.monotonic() - 10
    assert await queue.complete(worker, attempts) == attempts
    seen = await look(widgets, widget)
    assert (seen.state, seen.processing, seen.claimed) == ("Complete", "Complete", False)
    assert await count_shines(widgets) == 1
    (run,) = await history(widgets)
    assert (run.ending, run.produced, run.attempt, run.worker) == (Ending.COMPLETE, 1, 1, worker)
    now = await moment(widgets)
    began, ended = ((now - each).total_seconds() for each in (run.started_at, run.ended_at))
    assert began > 20
    assert 10 < ended < began


async def test_a_worker_that_wakes_after_its_lease_expired_changes_nothing(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue, sleeper = Queue(widget_polish, widgets), await new_worker(widgets)
    late = finished(await queue.claim(sleeper, 10))
    await expire(widgets, sleeper)
    assert await queue.complete(sleeper, late) == []
    assert (await look(widgets, widget)).processing == "Processing"
    assert await count_shines(widgets) == 0


async def test_a_late_result_does_not_touch_the_new_owners_row(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue, sleeper = Queue(widget_polish, widgets), await new_worker(widgets)
    late = finished(await queue.claim(sleeper, 10))
    await expire(widgets, sleeper)
    assert await rescue(widget_polish, FAST, widgets) == 1
    owner = await new_worker(widgets)
    await queue.claim(owner, 1, only=widget)
    async with AsyncSession(widgets) as session, session.begin():
        await session.execute(
            update(Worker)
            .where(Worker.id == sleeper)
            .values(
                lease_until=Worker.lease_until.op("+")(
                    select(Worker.lease_until - Worker.started_at).where(Worker.id == owner).scalar_subquery()
                )
            )
        )
    assert await queue.complete(sleeper, late) == []
    seen = await look(widgets, widget)
    assert (seen.processing, seen.attempts) == ("Processing", 1)
    assert await count_shines(widgets) == 0


async def test_rows_of_a_dead_worker_go_back_to_the_queue_and_the_history_says_why(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 10)
    assert await rescue(widget_polish, FAST, widgets) == 0
    await expire(widgets, worker)
    curation = Widget.widget_polish
    async with AsyncSession(widgets) as session:
        claimed_at = await session.scalar(select(curation.claimed_at))
    assert await rescue(widget_polish, FAST, widgets) == 1
    seen = await look(widgets, widget)
    assert (seen.processing, seen.attempts, seen.claimed) == ("Queued", 0, False)
    async with AsyncSession(widgets) as session:
        columns = curation.worker, curation.claimed_at, curation.updated_at == curation.queue_order
        assert (await session.execute(select(*columns))).one() == (None, None, True)
    (run,) = await history(widgets)
    assert (run.ending, run.worker, run.message) == (
        Ending.LOST,
        worker,
        "The worker stopped. This row was one of those it had, and is tried again alone.",
    )
    assert (run.tenant_id, run.workflow, run.row_id, run.attempt) == (ACTOR.tenant_id, "widget_polish", widget, 1)
    assert (run.outcome, run.started_at) == ("worker_lost", claimed_at)
    assert run.started_at < run.ended_at <= await moment(widgets)


async def test_a_row_that_kills_every_worker_ends_as_an_error(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "poison")
    queue = Queue(widget_polish, widgets)
    worker = await new_worker(widgets)
    await queue.claim(worker, 10)
    await expire(widgets, worker)
    await rescue(widget_polish, FAST, widgets)
    for number in range(FAST.attempts):
        assert (await look(widgets, widget)).attempts == number
        worker = await new_worker(widgets)
        assert await queue.claim(worker, 10) == []
        await queue.claim(worker, 1, only=widget)
        await expire(widgets, worker)
        await rescue(widget_polish, FAST, widgets)
    seen = await look(widgets, widget)
    assert (seen.state, seen.outcome) == ("Error", "worker_lost")
    assert seen.error is not None
    assert "tried 3 times" in seen.error
    async with AsyncSession(widgets) as session:
        assert (await session.scalars(select(Widget.widget_polish.queue_order))).one() is None


async def test_rows_that_a_dead_worker_had_go_free_once_they_have_ended(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(20)))
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 20)
    await expire(widgets, worker)
    await rescue(widget_polish, FAST, widgets)
    await asyncio.wait_for(drain(widgets, Workshop(at_once)), 50)
    assert await states(widgets) == {"Complete": 20}
    assert {run.attempt for run in await history(widgets)} == {1}
    async with AsyncSession(widgets) as session:
        assert (await session.scalars(select(Suspect))).all() == []


async def test_a_suspect_that_was_only_put_back_stays_one(widgets: AsyncEngine) -> None:
    """It did not show that it does no harm: its host was busy, say, before it was begun."""
    (widget,) = await queue_widgets(widgets, "busy")
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 1)
    await expire(widgets, worker)
    await rescue(widget_polish, FAST, widgets)
    turns = 0

    async def put_off(_: object) -> str:
        nonlocal turns
        turns += 1
        raise Defer("Not now.", after=timedelta(hours=1))

    drained = await drain(widgets, Workshop(put_off))
    assert (turns, drained.put_back) == (1, 1)
    async with AsyncSession(widgets) as session:
        assert (await session.scalars(select(Suspect.row_id))).all() == [widget]


async def test_a_suspect_that_puts_itself_back_at_once_has_one_turn_at_a_time(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "endless")
    worker = await new_worker(widgets)
    queue = Queue(widget_polish, widgets)
    await queue.claim(worker, 1)
    await expire(widgets, worker)
    await rescue(widget_polish, FAST, widgets)

    async def again(_: object) -> str:
        raise Defer("More to come.", after=timedelta(0))

    tried = await try_suspects(queue, FAST, await runtime(widgets, Workshop(again)), seconds=0.001)
    assert (tried.claimed, tried.put_back) == (1, 1)


async def test_many_lost_rows_are_put_back_some_at_a_time(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rescuing, "MOST_AT_ONCE", 2)
    await queue_widgets(widgets, "a", "b", "c")
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 10)
    await expire(widgets, worker)
    assert [await rescue(widget_polish, FAST, widgets) for _ in range(3)] == [2, 1, 0]


async def test_a_row_that_somebody_keeps_locked_holds_up_no_rescue_of_others(widgets: AsyncEngine) -> None:
    locked, _ = await queue_widgets(widgets, "a", "b")
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 10)
    await expire(widgets, worker)
    async with AsyncSession(widgets) as person, asyncio.timeout(50):
        await person.execute(select(Widget.id).where(Widget.id == locked).with_for_update())
        assert await rescue(widget_polish, FAST, widgets) == 1
    assert await rescue(widget_polish, FAST, widgets) == 1


async def test_two_rescuers_at_once_put_a_row_back_once(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(20)))
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 20)
    await expire(widgets, worker)
    rescued = await asyncio.gather(*(rescue(widget_polish, FAST, widgets) for _ in range(4)))
    assert sum(rescued) == 20
    assert len(await history(widgets)) == 20


async def test_a_requeue_during_work_runs_the_row_again_and_only_once_more(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue, worker = Queue(widget_polish, widgets), await new_worker(widgets)
    attempts = finished(await queue.claim(worker, 10))
    changed = await decide(widgets, [widget])
    assert changed.in_work == [widget]
    assert await queue.claim(worker, 10) == []
    await queue.complete(worker, attempts)
    seen = await look(widgets, widget)
    assert (seen.state, seen.attempts) == ("Queued", 0)
    (failed,) = await queue.claim(worker, 10)
    failed.fail(CurationError("It is broken."), RetryLimits(3, 1))
    await decide(widgets, [widget])
    await queue.complete(worker, [failed])
    seen = await look(widgets, widget)
    assert (seen.state, seen.error, seen.outcome) == ("Queued", None, None)
    await queue.complete(worker, finished(await queue.claim(worker, 10)))
    assert (await look(widgets, widget)).state == "Complete"
    assert await queue.claim(worker, 10) == []
    assert await count_shines(widgets) == 1


async def test_a_row_withdrawn_while_in_work_finishes_and_stays_withdrawn(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue, worker = Queue(widget_polish, widgets), await new_worker(widgets)
    attempts = finished(await queue.claim(worker, 10))
    await decide(widgets, [widget], Settable.SKIPPED)
    await queue.complete(worker, attempts)
    seen = await look(widgets, widget)
    assert (seen.state, seen.processing) == ("Skipped", "Complete")


async def test_a_withdrawn_row_is_not_tried_again(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue, worker = Queue(widget_polish, widgets), await new_worker(widgets)
    (attempt,) = await queue.claim(worker, 10)
    await decide(widgets, [widget], Settable.NEW)
    attempt.ending, attempt.message = Ending.RETRY, "busy"
    await queue.complete(worker, [attempt])
    seen = await look(widgets, widget)
    assert (seen.state, seen.processing, seen.error) == ("New", "Error", "busy")
    assert await queue.claim(worker, 10) == []


async def test_a_waiting_row_that_is_withdrawn_never_runs(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    await decide(widgets, [widget], Settable.NEW)
    seen = await look(widgets, widget)
    assert (seen.state, seen.processing) == ("New", None)
    assert await Queue(widget_polish, widgets).claim(await new_worker(widgets), 10) == []


async def test_a_row_that_a_living_worker_lost_goes_back_when_its_time_is_over(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    await Queue(widget_polish, widgets).claim(await new_worker(widgets), 10)
    assert await rescue(widget_polish, FAST, widgets) == 0
    async with AsyncSession(widgets) as session, session.begin():
        long_ago = func.now() - timedelta(seconds=longest_hold(FAST) + 1)
        await session.execute(update(Widget).values({Widget.widget_polish.claimed_at: long_ago}))
    assert await rescue(widget_polish, FAST, widgets) == 1
    assert (await look(widgets, widget)).processing == "Queued"


async def test_a_requeue_survives_the_death_of_the_worker_at_its_last_attempt(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue = Queue(widget_polish, widgets)
    for _ in range(1 + FAST.attempts):
        worker = await new_worker(widgets)
        await queue.claim(worker, 1, only=widget)
        if (await look(widgets, widget)).attempts == FAST.attempts:
            await decide(widgets, [widget])
        await expire(widgets, worker)
        await rescue(widget_polish, FAST, widgets)
    seen = await look(widgets, widget)
    assert (seen.state, seen.attempts) == ("Queued", 0)


async def test_a_row_whose_children_are_being_inserted_is_claimed_all_the_same(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "parent")
    worker = await new_worker(widgets)
    async with AsyncSession(widgets) as other, other.begin():
        await other.execute(select(Widget.id).where(Widget.id == widget).with_for_update(read=True, key_share=True))
        assert len(await Queue(widget_polish, widgets).claim(worker, 10)) == 1


async def test_a_row_withdrawn_while_its_worker_died_does_not_come_back(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    worker = await new_worker(widgets)
    await Queue(widget_polish, widgets).claim(worker, 10)
    await decide(widgets, [widget], Settable.SKIPPED)
    await expire(widgets, worker)
    await rescue(widget_polish, FAST, widgets)
    seen = await look(widgets, widget)
    assert (seen.state, seen.processing) == ("Skipped", None)
