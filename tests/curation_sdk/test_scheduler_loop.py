"""The job loop: each row's failure is its own, and no transaction waits on the network."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import column, func, select, table, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    FAST,
    Widget,
    Workshop,
    at_once,
    count_shines,
    decide,
    drain,
    eventually,
    history,
    look,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk import CurationError, Defer, Nothing, Schedule, TryAgain
from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.tables import Worker
from scrapersky.curation_sdk.queue.driver_statement import DriverStatement
from scrapersky.curation_sdk.queue.job_loop import JobLoop, process_single
from scrapersky.curation_sdk.queue.queue import Queue, statements_of


async def test_a_run_drains_the_queue_instead_of_stopping_after_one_batch(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(55)))
    drained = await drain(widgets, Workshop(at_once))
    assert (drained.claimed, drained.complete) == (55, 55)
    assert await states(widgets) == {"Complete": 55}
    assert await count_shines(widgets) == 55


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


class AnswersGetLost:
    """A statement that the server runs, and whose answer then never comes, at those times that it is told."""

    def __init__(self, statement: DriverStatement, *times: int) -> None:
        self._statement, self._lost, self._asked = statement, times, 0

    async def fetch(self, engine: AsyncEngine, parameters: Mapping[str, Any]) -> list[Any]:
        fetched = await self._statement.fetch(engine, parameters)
        self._asked += 1
        if self._asked in self._lost:
            raise ConnectionError("silence")
        return fetched


async def test_rows_of_a_claim_without_an_answer_go_back_uncounted(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        vars(statements_of(widget_polish)), "claim", AnswersGetLost(statements_of(widget_polish).claim, 1)
    )
    ids = await queue_widgets(widgets, *map(str, range(5)))
    loop = JobLoop(Queue(widget_polish, widgets), FAST, await runtime(widgets, Workshop(at_once)))
    with pytest.raises(ConnectionError):
        await loop.drain()
    assert await states(widgets) == {"Processing": 5}
    await loop.drain()
    assert await states(widgets) == {"Complete": 5}
    assert {(await look(widgets, row_id)).attempts for row_id in ids} == {1}
    assert Counter(run.ending for run in await history(widgets)) == {Ending.RELEASED: 5, Ending.COMPLETE: 5}


async def test_they_go_back_while_others_are_in_hand(widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        vars(statements_of(widget_polish)), "claim", AnswersGetLost(statements_of(widget_polish).claim, 2)
    )
    both = asyncio.Barrier(2)

    async def polish(_: Widget) -> str:
        await both.wait()
        return "shiny"

    await queue_widgets(widgets, *map(str, range(2)))
    place = await runtime(widgets, Workshop(polish))
    place.lease.seconds = 0.6  # so often it looks; the row of the lease lasts longer
    await JobLoop(Queue(widget_polish, widgets), replace(FAST, batch_size=1), place).drain()
    assert await states(widgets) == {"Complete": 2}


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
    async with widgets.begin() as server:  # a lease that is over is renewed, and its claims stand until somebody else
        await server.execute(update(Worker).values(lease_until=func.now()))
    await loop.drop_lost_rows()
    await asyncio.sleep(0)
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


async def test_the_log_names_the_rows_that_were_taken_up(
    widgets: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    ids = await queue_widgets(widgets, *map(str, range(120)))
    with caplog.at_level(logging.INFO, logger="scrapersky.curation_sdk.queue"):
        await drain(widgets, Workshop(at_once), replace(FAST, batch_size=120))
    lines = [each.getMessage() for each in caplog.records if "process_widget_polish_queue took up" in each.getMessage()]
    assert len(lines) == 2
    assert all(str(each) in " ".join(lines) for each in ids)
