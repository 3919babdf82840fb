"""The job loop: each row's failure is its own, and no transaction waits on the network."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import column, func, select, table
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    FAST,
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
    states,
    widget_polish,
)

from scrapersky.curation_sdk import CurationError, Defer, Nothing, Schedule, TryAgain
from scrapersky.curation_sdk.lease import Lease
from scrapersky.curation_sdk.loading import load_inputs, taken
from scrapersky.curation_sdk.outcomes import Attempt, Ending
from scrapersky.curation_sdk.queue import Queue
from scrapersky.curation_sdk.scheduler_loop import Drained, JobLoop, process_single, run_job_loop
from scrapersky.curation_sdk.statuses import Settable


async def drain(engine: AsyncEngine, workshop: Workshop, schedule: Schedule = FAST) -> Drained:
    return await run_job_loop(widget_polish, schedule, await runtime(engine, workshop))


async def test_a_run_drains_the_queue_instead_of_stopping_after_one_batch(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(55)))
    drained = await drain(widgets, Workshop(at_once))
    assert (drained.claimed, drained.complete) == (55, 55)
    assert await states(widgets) == {"Complete": 55}
    assert await count_shines(widgets) == 55


async def test_one_rows_failure_is_its_own(widgets: AsyncEngine) -> None:
    async def polish(widget: Widget) -> str:
        if widget.name == "broken":
            raise ZeroDivisionError("cannot divide")
        return "shiny"

    _, broken, _ = await queue_widgets(widgets, "a", "broken", "b")
    drained = await drain(widgets, Workshop(polish))
    assert (drained.complete, drained.failed) == (2, 1)
    seen = await look(widgets, broken)
    assert seen.state == "Error"
    line = polish.__code__.co_firstlineno + 2
    assert seen.error == f"ZeroDivisionError: cannot divide (test_scheduler_loop.py, line {line})"


async def test_the_row_names_the_line_of_the_workflows_own_package_that_failed(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> object:
        return json.loads("no JSON")

    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(polish))
    error = (await look(widgets, widget)).error
    line = polish.__code__.co_firstlineno + 1
    assert error == f"JSONDecodeError: Expecting value: line 1 column 1 (char 0) (test_scheduler_loop.py, line {line})"


async def test_an_error_of_ours_reads_as_it_was_written(widgets: AsyncEngine) -> None:
    async def polish(widget: Widget) -> str:
        raise CurationError(f"{widget.name} has no surface; choose another\x00.")

    (widget,) = await queue_widgets(widgets, "Fog")
    await drain(widgets, Workshop(polish))
    assert (await look(widgets, widget)).error == "Fog has no surface; choose another."


async def test_nothing_to_find_is_complete_with_its_reason(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> Nothing:
        return Nothing("already_shiny", "it shone before")

    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(polish))
    seen = await look(widgets, widget)
    assert (seen.state, seen.outcome, seen.error) == ("Complete", "already_shiny", None)
    (run,) = await history(widgets)
    assert (run.produced, run.outcome, run.message) == (0, "already_shiny", "it shone before")
    assert await count_shines(widgets) == 0


async def test_what_is_worth_retrying_is_retried_until_the_attempts_are_used(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        raise TryAgain("The polisher is busy.", outcome="busy", after=timedelta(0))

    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(polish))
    seen = await look(widgets, widget)
    assert (seen.state, seen.attempts, seen.error, seen.outcome) == ("Error", 3, "The polisher is busy.", "busy")
    assert [run.ending for run in await history(widgets)] == [Ending.RETRY, Ending.RETRY, Ending.ERROR]


async def test_a_retry_waits_longer_each_time(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        raise TryAgain("busy")

    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(polish), Schedule(attempts=4, backoff_seconds=30))
    due_in = await Queue(widget_polish, widgets).seconds_to_next()
    assert due_in is not None
    assert 14 < due_in <= 45
    assert (await look(widgets, widget)).processing == "Queued"


async def test_a_deferral_costs_no_attempt_and_says_why(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        raise Defer("The host is asked again in an hour.", outcome="paced", after=timedelta(hours=1))

    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(polish))
    seen = await look(widgets, widget)
    assert (seen.state, seen.attempts, seen.outcome) == ("Queued", 0, "paced")
    assert seen.error == "The host is asked again in an hour."


async def test_a_row_that_takes_too_long_is_tried_again(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        await asyncio.sleep(30)
        return "late"

    (widget,) = await queue_widgets(widgets, "slow")
    await drain(widgets, Workshop(polish), Schedule(timeout_seconds=0.05, attempts=1))
    seen = await look(widgets, widget)
    assert (seen.state, seen.outcome) == ("Error", "timeout")
    assert seen.error == "Took longer than 0.05 s, the limit for one row."


async def test_work_that_blocks_past_its_limit_is_treated_as_any_that_takes_too_long(
    widgets: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING")
    closed: list[bool] = []

    class Spool:
        def close(self) -> None:
            closed.append(True)

    async def polish(_: Widget) -> object:
        time.sleep(0.1)  # noqa: ASYNC251  that is what it is about
        return Spool()

    (widget,) = await queue_widgets(widgets, "blocking")
    await drain(widgets, Workshop(polish), Schedule(timeout_seconds=0.05, attempts=1))
    seen = await look(widgets, widget)
    assert (seen.state, seen.outcome) == ("Error", "timeout")
    assert seen.error == "Took longer than 0.05 s, the limit for one row."
    assert closed == [True]
    assert f"widget_polish: row {widget} came back after " in caplog.text
    assert "asyncio.to_thread" in caplog.text


async def test_a_row_that_cannot_be_saved_fails_alone(widgets: AsyncEngine) -> None:
    async def save(session: AsyncSession, widget: Widget, _: object) -> int:
        owner = None if widget.name == "unsavable" else widget.tenant_id
        session.add(Shine(tenant_id=owner, widget_id=widget.id))
        return 1

    _, unsavable, _ = await queue_widgets(widgets, "a", "unsavable", "b")
    drained = await run_job_loop(replace(widget_polish, save=save), FAST, await runtime(widgets, Workshop(at_once)))
    assert (drained.complete, drained.failed) == (2, 1)
    seen = await look(widgets, unsavable)
    assert seen.state == "Error"
    assert await count_shines(widgets) == 2
    assert len(await history(widgets)) == 3


async def test_no_transaction_is_open_while_work_waits(widgets: AsyncEngine) -> None:
    waiting, go_on = asyncio.Event(), asyncio.Event()

    async def polish(_: Widget) -> str:
        waiting.set()
        await go_on.wait()
        return "shiny"

    await queue_widgets(widgets, "a")
    draining = asyncio.create_task(drain(widgets, Workshop(polish)))
    await waiting.wait()
    activity = table("pg_stat_activity", column("xact_start"), column("pid"), column("datname"))
    others = (
        select(func.count())
        .select_from(activity)
        .where(
            activity.c.xact_start.is_not(None),
            activity.c.pid != func.pg_backend_pid(),
            activity.c.datname == func.current_database(),
        )
    )

    async def none_is_open() -> bool:
        async with AsyncSession(widgets) as session:
            return await session.scalar(others) == 0

    await eventually(none_is_open)
    go_on.set()
    await draining


async def test_at_most_so_many_rows_are_in_work_at_once(widgets: AsyncEngine) -> None:
    in_work, most = 0, 0

    async def polish(_: Widget) -> str:
        nonlocal in_work, most
        in_work += 1
        most = max(most, in_work)
        await asyncio.sleep(0.01)
        in_work -= 1
        return "shiny"

    await queue_widgets(widgets, *map(str, range(30)))
    await drain(widgets, Workshop(polish), Schedule(batch_size=20, concurrency=4))
    assert most == 4


async def test_a_slow_row_does_not_hold_up_the_others(widgets: AsyncEngine) -> None:
    go_on = asyncio.Event()

    async def polish(widget: Widget) -> str:
        if widget.name == "slow":
            await go_on.wait()
        return "shiny"

    await queue_widgets(widgets, "slow", *map(str, range(200)))
    draining = asyncio.create_task(drain(widgets, Workshop(polish)))

    async def all_others_are_done() -> bool:
        return (await states(widgets)).get("Complete") == 200

    await eventually(all_others_are_done)
    go_on.set()
    await draining
    assert await states(widgets) == {"Complete": 201}


async def test_stopping_lets_running_rows_finish_and_puts_the_others_back_uncounted(widgets: AsyncEngine) -> None:
    started = asyncio.Event()

    async def polish(_: Widget) -> str:
        started.set()
        await asyncio.sleep(0.1)
        return "shiny"

    await queue_widgets(widgets, *map(str, range(8)))
    loop = JobLoop(
        Queue(widget_polish, widgets), Schedule(batch_size=8, concurrency=2), await runtime(widgets, Workshop(polish))
    )
    draining = asyncio.create_task(loop.drain())
    await started.wait()
    draining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await draining
    assert await states(widgets) == {"Complete": 2, "Queued": 6}
    released = [run for run in await history(widgets) if run.ending == Ending.RELEASED]
    assert len(released) == 6
    assert {(await look(widgets, run.row_id)).attempts for run in released} == {0}


class SlowToAnswer(Queue):
    """Claims at once and takes its time to say so, as a busy database does."""

    claimed: asyncio.Event

    async def claim(self, worker: UUID, limit: int, only: UUID | None = None) -> list[Attempt]:
        attempts = await super().claim(worker, limit, only)
        self.claimed.set()
        await asyncio.sleep(0.1)
        return attempts


async def test_stopping_in_the_middle_of_a_claim_puts_the_rows_back(widgets: AsyncEngine) -> None:
    workshop = Workshop(at_once)
    await queue_widgets(widgets, *map(str, range(5)))
    queue = SlowToAnswer(widget_polish, widgets)
    queue.claimed = asyncio.Event()
    draining = asyncio.create_task(JobLoop(queue, FAST, await runtime(widgets, workshop)).drain())
    await queue.claimed.wait()
    draining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await draining
    assert await states(widgets) == {"Queued": 5}
    assert workshop.seen == []


class OnceAway(Queue):
    """A queue whose database is away at the second claim, and when it is then asked what is next."""

    claims = 0

    async def claim(self, worker: UUID, limit: int, only: UUID | None = None) -> list[Attempt]:
        self.claims += 1
        if self.claims == 2:
            raise ConnectionError("gone")
        return await super().claim(worker, limit, only)

    async def seconds_to_next(self) -> float | None:
        if self.claims == 2:
            raise ConnectionError("gone")
        return await super().seconds_to_next()


async def test_rows_in_hand_are_completed_when_the_next_claim_fails(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        await asyncio.sleep(0.05)
        return "shiny"

    await queue_widgets(widgets, *map(str, range(15)))
    queue = OnceAway(widget_polish, widgets)
    await JobLoop(queue, FAST, await runtime(widgets, Workshop(polish))).drain()
    assert queue.claims > 2
    assert await states(widgets) == {"Complete": 15}


async def test_a_row_that_outlasts_the_grace_time_is_released(widgets: AsyncEngine) -> None:
    started = asyncio.Event()

    async def polish(_: Widget) -> str:
        started.set()
        await asyncio.sleep(30)
        return "late"

    (widget,) = await queue_widgets(widgets, "slow")
    loop = JobLoop(Queue(widget_polish, widgets), Schedule(), await runtime(widgets, Workshop(polish), grace=0.05))
    draining = asyncio.create_task(loop.drain())
    await started.wait()
    draining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await draining
    seen = await look(widgets, widget)
    assert (seen.state, seen.attempts, seen.claimed) == ("Queued", 0, False)


async def test_work_on_a_row_that_was_taken_away_is_cancelled(widgets: AsyncEngine) -> None:
    started, cancelled = asyncio.Event(), asyncio.Event()

    async def polish(_: Widget) -> str:
        started.set()
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return "late"

    (widget,) = await queue_widgets(widgets, "a")
    running = await runtime(widgets, Workshop(polish))
    loop = JobLoop(Queue(widget_polish, widgets), Schedule(), running)
    draining = asyncio.create_task(loop.drain())
    await started.wait()
    await loop.drop_lost_rows()
    assert not cancelled.is_set()
    await running.lease.release()
    await loop.drop_lost_rows()
    drained = await draining
    assert cancelled.is_set()
    assert drained.lost == 1
    assert (await look(widgets, widget)).processing == "Processing"


async def test_a_row_queued_while_a_slow_one_runs_is_picked_up_when_the_loop_is_woken(widgets: AsyncEngine) -> None:
    go_on = asyncio.Event()

    async def polish(widget: Widget) -> str:
        if widget.name == "slow":
            await go_on.wait()
        return "shiny"

    await queue_widgets(widgets, "slow")
    loop = JobLoop(Queue(widget_polish, widgets), FAST, await runtime(widgets, Workshop(polish)))
    draining = asyncio.create_task(loop.drain())

    async def one_is_in_work() -> bool:
        return (await states(widgets)).get("Processing") == 1

    await eventually(one_is_in_work)
    await queue_widgets(widgets, "quick")
    loop.wake()

    async def one_is_done() -> bool:
        return (await states(widgets)).get("Complete") == 1

    await eventually(one_is_done)
    go_on.set()
    await draining


async def test_one_certain_row_can_be_processed_out_of_turn(widgets: AsyncEngine) -> None:
    first, wanted = await queue_widgets(widgets, "first", "wanted")
    drained = await process_single(widget_polish, FAST, await runtime(widgets, Workshop(at_once)), wanted)
    assert (drained.claimed, drained.complete) == (1, 1)
    assert (await look(widgets, wanted)).state == "Complete"
    assert (await look(widgets, first)).state == "Queued"


async def test_processing_a_row_twice_adds_nothing(widgets: AsyncEngine) -> None:
    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(at_once))
    await decide(widgets, [widget], Settable.QUEUED)
    await drain(widgets, Workshop(at_once))
    assert await count_shines(widgets) == 1
    assert [run.attempt for run in await history(widgets)] == [1, 1]


async def test_long_work_is_saved_in_parts_and_goes_on_where_it_was(widgets: AsyncEngine) -> None:
    turns = iter(["first", "second"])

    async def polish(_: Widget) -> str:
        for part in turns:
            raise Defer(f"the {part} half is done", after=timedelta(0), kept=part)
        return "shiny"

    (widget,) = await queue_widgets(widgets, "a")
    drained = await drain(widgets, Workshop(polish))
    assert (drained.put_back, drained.complete) == (2, 1)
    assert await count_shines(widgets) == 1
    assert [(run.ending, run.produced) for run in await history(widgets)] == [
        (Ending.DEFERRED, 1),
        (Ending.DEFERRED, 1),
        (Ending.COMPLETE, 1),
    ]
    assert (await look(widgets, widget)).attempts == 1


async def test_what_a_failure_kept_is_saved_and_the_row_still_says_why_it_failed(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        error = CurationError("the polish ran out")
        error.kept = "half"
        raise error

    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(polish))
    seen = await look(widgets, widget)
    assert (seen.state, seen.error) == ("Error", "the polish ran out")
    assert await count_shines(widgets) == 1


class Stubborn:
    """A result that cannot be closed."""

    asked = 0

    def close(self) -> None:
        Stubborn.asked += 1
        raise RuntimeError("never")


async def test_a_result_that_cannot_be_closed_holds_up_no_row(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> Stubborn:
        return Stubborn()

    await queue_widgets(widgets, *map(str, range(25)))
    await asyncio.wait_for(drain(widgets, Workshop(polish)), 10)
    assert await states(widgets) == {"Complete": 25}
    assert Stubborn.asked == 25


async def test_what_nobody_foresaw_in_completing_ends_no_loop(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete, failures = JobLoop._complete, 1

    async def fail_once(self: JobLoop, group: list[Attempt]) -> None:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise RuntimeError("surprise")
        await complete(self, group)

    monkeypatch.setattr(JobLoop, "_complete", fail_once)
    await queue_widgets(widgets, *map(str, range(25)))
    await asyncio.wait_for(drain(widgets, Workshop(at_once)), 10)
    done = await states(widgets)
    assert done["Complete"] + done["Processing"] == 25
    assert done["Complete"] > 0


class Speechless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Speechless(), "Speechless"),
        (SystemExit(3), "SystemExit: 3"),
        (asyncio.CancelledError(), "The work was cancelled from within."),
    ],
)
async def test_whatever_the_work_raises_is_that_rows_error_and_no_other_s(
    widgets: AsyncEngine, error: BaseException, words: str
) -> None:
    async def polish(widget: Widget) -> str:
        if widget.name == "bad":
            raise error
        return "shiny"

    bad, *_ = await queue_widgets(widgets, "bad", *map(str, range(15)))
    await asyncio.wait_for(drain(widgets, Workshop(polish)), 10)
    assert await states(widgets) == {"Error": 1, "Complete": 15}
    assert ((await look(widgets, bad)).error or "").partition(" (test_")[0] == words
    assert await count_shines(widgets) == 15


async def test_a_save_that_never_takes_what_a_failure_kept_ends_its_row_all_the_same(widgets: AsyncEngine) -> None:
    class Kept(CurationError):
        kept = "a part"

    async def save(_: AsyncSession, __: Widget, ___: object) -> int:
        raise Kept("cannot be saved")

    (widget,) = await queue_widgets(widgets, "a")
    workflow = replace(widget_polish, save=save)
    await asyncio.wait_for(run_job_loop(workflow, FAST, await runtime(widgets, Workshop(at_once))), 10)
    seen = await look(widgets, widget)
    assert (seen.state, seen.error) == ("Error", "cannot be saved")


async def test_a_save_that_hangs_is_its_rows_error_and_holds_up_no_other(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        if widget.name == "bad":
            await asyncio.Event().wait()
        return await keep_shine(session, widget, result)

    monkeypatch.setattr("scrapersky.curation_sdk.settling.SECONDS_TO_COMPLETE", 1)
    bad, *_ = await queue_widgets(widgets, "bad", *map(str, range(5)))
    workflow, schedule = replace(widget_polish, save=save), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 20)
    assert await states(widgets) == {"Error": 1, "Complete": 5}
    assert (await look(widgets, bad)).error == "Saving took longer than 1 s, the limit for one row."


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


@pytest.mark.parametrize("writes_first", [True, False])
async def test_a_save_that_fails_for_the_disk_is_not_taken_for_a_database_that_is_away(
    widgets: AsyncEngine, *, writes_first: bool
) -> None:
    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        count = await keep_shine(session, widget, result) if writes_first else 0
        if widget.name == "bad":
            raise OSError(28, "No space left on device")
        return count

    bad, *_ = await queue_widgets(widgets, "bad", *map(str, range(5)))
    workflow, schedule = replace(widget_polish, save=save), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 10)
    assert await states(widgets) == {"Error": 1, "Complete": 5}
    assert (await look(widgets, bad)).error == "OSError: [Errno 28] No space left on device"
