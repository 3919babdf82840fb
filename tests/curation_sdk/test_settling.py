"""A group is settled in one statement, whether its rows are still held, were lost, or were queued again meanwhile."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm.exc import DetachedInstanceError
from tests.curation_sdk.widgets import (
    Shine,
    Widget,
    Workshop,
    at_once,
    count_shines,
    decide,
    eventually,
    history,
    keep_shine,
    look,
    queue_widgets,
    runtime,
    somebody_waits_for_a_lock,
    widget_polish,
)
from tests.statements import counted_statements

from scrapersky.curation_sdk import CurationError, Nothing
from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending, RetryLimits
from scrapersky.curation_sdk.declaring.tables import Worker
from scrapersky.curation_sdk.queue.driver_statement import DriverStatement
from scrapersky.curation_sdk.queue.queue import Queue

Save = Callable[[AsyncSession, Widget, object], Awaitable[int]]


async def keep_nothing(_: AsyncSession, __: Widget, ___: object) -> int:
    return 0


both_kinds = pytest.mark.parametrize("save", [keep_nothing, keep_shine])


def queue_with(save: Save, engine: AsyncEngine) -> Queue:
    return Queue(replace(widget_polish, save=save), engine)


async def new_worker(engine: AsyncEngine) -> UUID:
    return (await runtime(engine, Workshop(at_once))).lease.worker


async def claimed(queue: Queue, worker: UUID) -> list[Attempt]:
    attempts = await queue.claim(worker, 10)
    for attempt in attempts:
        attempt.complete("shiny")
    return attempts


async def take_away(engine: AsyncEngine, row_id: UUID) -> None:
    """As a rescue and another worker's claim would."""
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(Widget).where(Widget.id == row_id).values({Widget.widget_polish.claim: uuid4()}))


async def test_a_group_whose_saves_write_nothing_takes_one_statement(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    await queue_widgets(widgets, *"abc")
    queue, worker = queue_with(keep_nothing, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    fetch, run_by_the_driver = DriverStatement.fetch, list[DriverStatement]()

    async def note(statement: DriverStatement, *arguments: Any) -> list[Any]:
        run_by_the_driver.append(statement)
        return await fetch(statement, *arguments)

    monkeypatch.setattr(DriverStatement, "fetch", note)
    with counted_statements(widgets) as statements:
        assert len(await queue.complete(worker, attempts)) == 3
    assert (len(run_by_the_driver), statements) == (1, []), "no transaction and no lock"
    assert [run.ending for run in await history(widgets)] == [Ending.COMPLETE] * 3


@both_kinds
async def test_rows_of_several_claims_are_settled_together_each_by_its_own(widgets: AsyncEngine, save: Save) -> None:
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    first, second = [(await queue_widgets(widgets, *names), await claimed(queue, worker)) for names in ("ab", "cd")]
    lost, other = first[1][0], second[1][0]
    lost.claim, other.claim = other.claim, uuid4()
    group = [*second[1], *first[1]]
    held = await queue.complete(worker, group)
    assert {attempt.row_id for attempt in held} == {first[1][1].row_id, second[1][1].row_id}
    assert {run.row_id for run in await history(widgets)} == {attempt.row_id for attempt in held}
    for attempt in (lost, other):
        assert (await look(widgets, attempt.row_id)).processing == "Processing"


@pytest.mark.parametrize("later_first", [False, True])
async def test_of_two_attempts_at_a_row_only_the_one_that_holds_it_settles_it(
    widgets: AsyncEngine, *, later_first: bool
) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(keep_nothing, widgets), await new_worker(widgets)
    (held,) = await claimed(queue, worker)
    lost = replace(held, claim=uuid4())
    await queue.complete(worker, [held, lost] if later_first else [lost, held])
    assert (await look(widgets, widget)).processing == "Complete"
    assert len(await history(widgets)) == 1


async def test_rows_are_locked_before_the_first_thing_that_save_writes(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *"abc")
    queue, worker = queue_with(keep_shine, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    with counted_statements(widgets) as statements:
        await queue.complete(worker, attempts)
    lock, *saves, _ = statements
    assert lock.rstrip().endswith("FOR NO KEY UPDATE")
    assert len(saves) == 3


async def test_what_save_only_adds_to_the_session_is_written_with_the_status(widgets: AsyncEngine) -> None:
    async def add(session: AsyncSession, widget: Widget, _: object) -> int:
        session.add(Shine(tenant_id=widget.tenant_id, widget_id=widget.id))
        return 1

    await queue_widgets(widgets, *"abc")
    queue, worker = queue_with(add, widgets), await new_worker(widgets)
    assert len(await queue.complete(worker, await claimed(queue, worker))) == 3
    assert await count_shines(widgets) == 3


@both_kinds
async def test_of_a_group_the_rows_still_held_are_completed_and_the_others_left(
    widgets: AsyncEngine, save: Save
) -> None:
    _, lost, _ = await queue_widgets(widgets, *"abc")
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    await take_away(widgets, lost)
    held = await queue.complete(worker, attempts)
    assert {attempt.row.name for attempt in held} == {"a", "c"}
    assert (await look(widgets, lost)).processing == "Processing"
    assert await count_shines(widgets) == (2 if save is keep_shine else 0)
    assert len(await history(widgets)) == 2
    assert await history(widgets, lost) == []


async def test_a_save_that_hides_every_failure_still_writes_nothing_for_a_lost_row(widgets: AsyncEngine) -> None:
    async def hide(session: AsyncSession, widget: Widget, result: object) -> int:
        try:
            return await keep_shine(session, widget, result)
        except Exception:  # noqa: BLE001  what no save should do
            return 0

    _, lost = await queue_widgets(widgets, *"ab")
    queue, worker = queue_with(hide, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    await take_away(widgets, lost)
    assert [attempt.row.name for attempt in await queue.complete(worker, attempts)] == ["a"]
    assert await count_shines(widgets) == 1
    assert await history(widgets, lost) == []


async def test_a_save_goes_no_further_than_its_first_statement_where_a_row_of_its_group_is_lost(
    widgets: AsyncEngine,
) -> None:
    went_on: list[str] = []

    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        produced = await keep_shine(session, widget, result)
        went_on.append(widget.name)
        return produced

    _, lost = await queue_widgets(widgets, *"ab")
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    await take_away(widgets, lost)
    await queue.complete(worker, attempts)
    assert went_on == ["a"]


@both_kinds
async def test_of_two_attempts_at_one_row_only_the_one_that_holds_it_counts(widgets: AsyncEngine, save: Save) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    (former,) = await claimed(queue, worker)
    async with AsyncSession(widgets) as session, session.begin():
        back = {Widget.widget_polish.processing_status: "Queued", Widget.widget_polish.claim: None}
        await session.execute(update(Widget).where(Widget.id == row_id).values(back))
    (latter,) = await claimed(queue, worker)
    assert await queue.complete(worker, [former, latter]) == [latter]
    (run,) = await history(widgets)
    assert run.attempt == 2


@both_kinds
async def test_rows_of_a_group_in_any_order_keep_their_own_times_and_one_that_was_taken_away_has_none(
    widgets: AsyncEngine, save: Save
) -> None:
    ids = await queue_widgets(widgets, *"abcd")
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    attempts = sorted(await claimed(queue, worker), key=lambda attempt: attempt.row_id, reverse=True)
    await take_away(widgets, ids[1])
    now = time.monotonic()
    seconds = {row_id: float(10 * (place + 1)) for place, row_id in enumerate(ids)}
    for attempt in attempts:
        attempt.started, attempt.ended = now - seconds[attempt.row_id], now
    held = await queue.complete(worker, attempts)
    assert sorted(attempt.row_id for attempt in held) == sorted({*ids} - {ids[1]})
    lasted = {run.row_id: round((run.ended_at - run.started_at).total_seconds()) for run in await history(widgets)}
    assert lasted == {row_id: seconds[row_id] for row_id in ids if row_id != ids[1]}


@both_kinds
async def test_a_requeue_that_commits_while_the_group_waits_for_its_lock_is_heard(
    widgets: AsyncEngine, save: Save
) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    async with AsyncSession(widgets) as person, person.begin():
        again = {Widget.widget_polish.run_again: True}
        await person.execute(update(Widget).where(Widget.id == row_id).values(again))
        completing = asyncio.create_task(queue.complete(worker, attempts))
        await eventually(lambda: somebody_waits_for_a_lock(widgets))
        assert not completing.done()
    assert await completing == attempts
    seen = await look(widgets, row_id)
    assert (seen.state, seen.attempts, seen.claimed) == ("Queued", 0, False)


@both_kinds
async def test_a_stop_that_commits_while_the_group_waits_for_its_lock_is_heard(
    widgets: AsyncEngine, save: Save
) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    async with AsyncSession(widgets) as person, person.begin():
        await person.execute(update(Widget).where(Widget.id == row_id).values({Widget.widget_polish.claim: uuid4()}))
        completing = asyncio.create_task(queue.complete(worker, attempts))
        await eventually(lambda: somebody_waits_for_a_lock(widgets))
        assert not completing.done()
    assert await completing == []
    assert await count_shines(widgets) == 0
    assert await history(widgets) == []


@both_kinds
async def test_without_a_lease_a_group_changes_nothing(widgets: AsyncEngine, save: Save) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(save, widgets), await new_worker(widgets)
    attempts = await claimed(queue, worker)
    await new_worker(widgets)  # that this one lives keeps nothing of the other's
    async with AsyncSession(widgets) as session, session.begin():
        await session.delete(await session.get_one(Worker, worker))
    assert await queue.still_held(worker, attempts) == set()
    assert await queue.complete(worker, attempts) == []
    assert (await look(widgets, row_id)).processing == "Processing"
    assert await history(widgets) == []


async def test_a_lease_that_ends_between_saving_and_settling_takes_back_what_was_saved(widgets: AsyncEngine) -> None:
    worker = await new_worker(widgets)

    async def lose_the_lease(session: AsyncSession, widget: Widget, result: object) -> int:
        produced = await keep_shine(session, widget, result)
        async with AsyncSession(widgets) as other, other.begin():
            await other.delete(await other.get_one(Worker, worker))
        return produced

    (row_id,) = await queue_widgets(widgets, "a")
    queue = queue_with(lose_the_lease, widgets)
    assert await queue.complete(worker, await claimed(queue, worker)) == []
    assert await count_shines(widgets) == 0
    assert (await look(widgets, row_id)).processing == "Processing"


async def test_each_row_of_a_group_ends_in_its_own_way(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *"abcd")
    queue, worker = queue_with(keep_nothing, widgets), await new_worker(widgets)
    done, failed, again, later = await claimed(queue, worker)
    ids = {"done": done.row_id, "failed": failed.row_id, "again": again.row_id, "later": later.row_id}
    retried, deferred = CurationError("Try it again."), CurationError("Not before noon.")
    retried.worth_retrying, deferred.costs_attempt = True, False
    limits = RetryLimits(3, 1000)
    for attempt, error in ((failed, CurationError("It is broken.")), (again, retried), (later, deferred)):
        attempt.fail(error, limits)
    await queue.complete(worker, [done, failed, again, later])
    seen = {name: await look(widgets, row_id) for name, row_id in ids.items()}
    assert {name: each.state for name, each in seen.items()} == {
        "done": "Complete",
        "failed": "Error",
        "again": "Queued",
        "later": "Queued",
    }
    assert {name: each.error for name, each in seen.items()} == {
        "done": None,
        "failed": "It is broken.",
        "again": "Try it again.",
        "later": "Not before noon.",
    }
    assert {name: each.attempts for name, each in seen.items()} == {"done": 1, "failed": 1, "again": 1, "later": 0}
    due = await queue.seconds_to_next()
    assert due is not None
    assert due > 400
    assert {run.row_id: (run.ending, run.outcome, run.message) for run in await history(widgets)} == {
        ids["done"]: (Ending.COMPLETE, None, None),
        ids["failed"]: (Ending.ERROR, "error", "It is broken."),
        ids["again"]: (Ending.RETRY, "error", "Try it again."),
        ids["later"]: (Ending.DEFERRED, "error", "Not before noon."),
    }


async def test_a_row_keeps_how_much_it_found_until_it_completes_again(widgets: AsyncEngine) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(keep_shine, widgets), await new_worker(widgets)
    await queue.complete(worker, await claimed(queue, worker))
    assert await produced_by(widgets, row_id) == 1
    await decide(widgets, [row_id])
    assert await produced_by(widgets, row_id) == 1
    (failed,) = await claimed(queue, worker)
    failed.fail(CurationError("It is broken."), RetryLimits(1, 1000))
    await queue.complete(worker, [failed])
    assert await produced_by(widgets, row_id) == 1
    await decide(widgets, [row_id])
    (empty,) = await claimed(queue, worker)
    empty.complete(Nothing("dull"))
    await queue.complete(worker, [empty])
    assert await produced_by(widgets, row_id) == 0


async def produced_by(engine: AsyncEngine, row_id: UUID) -> int | None:
    async with AsyncSession(engine) as session:
        produced: int | None = await session.scalar(select(Widget.widget_polish.produced).where(Widget.id == row_id))
    return produced


async def test_an_outcome_too_long_for_an_index_is_cut(widgets: AsyncEngine) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(keep_nothing, widgets), await new_worker(widgets)
    (attempt,) = await claimed(queue, worker)
    incompressible = "".join(chr(0x4E00 + number * 7_919 % 20_000) for number in range(9_000))
    attempt.complete(Nothing(incompressible))
    await queue.complete(worker, [attempt])
    assert (await look(widgets, row_id)).outcome == incompressible[:200]


async def test_history_keys_are_of_version_seven_and_in_order(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(20)))
    queue, worker = queue_with(keep_nothing, widgets), await new_worker(widgets)
    await queue.complete(worker, await claimed(queue, worker))
    earlier = {run.id for run in await history(widgets)}
    await queue.complete(worker, await claimed(queue, worker))
    later = {run.id for run in await history(widgets)} - earlier
    assert (len(earlier), len(later)) == (10, 10)
    assert max(earlier) < min(later)
    assert {key.version for key in earlier | later} == {7}


async def test_a_claimed_row_is_as_a_closed_session_leaves_it(widgets: AsyncEngine) -> None:
    (row_id,) = await queue_widgets(widgets, "a")
    (attempt,) = await claimed(Queue(widget_polish, widgets), await new_worker(widgets))
    async with AsyncSession(widgets) as session:
        loaded = await session.get_one(Widget, row_id)
    assert isinstance(attempt.row, Widget)
    assert (attempt.row.id, attempt.row.tenant_id, attempt.row.name) == (loaded.id, loaded.tenant_id, loaded.name)
    with pytest.raises(DetachedInstanceError):
        getattr(attempt.row, Widget.widget_polish.names.state)


async def test_a_save_may_change_the_claimed_row_itself(widgets: AsyncEngine) -> None:
    async def rename(session: AsyncSession, widget: Widget, _: object) -> int:
        session.add(widget)
        widget.name = "renamed"
        return 1

    (row_id,) = await queue_widgets(widgets, "a")
    queue, worker = queue_with(rename, widgets), await new_worker(widgets)
    await queue.complete(worker, await claimed(queue, worker))
    async with AsyncSession(widgets) as session:
        assert await session.scalar(select(Widget.name).where(Widget.id == row_id)) == "renamed"
    assert (await look(widgets, row_id)).state == "Complete"
