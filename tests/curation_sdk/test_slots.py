"""Rows in work share a few tasks and one clock, and notice nothing of each other."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from uuid import uuid4

import pytest

from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending
from scrapersky.curation_sdk.queue import runner
from scrapersky.curation_sdk.queue.runner import Slots

Work = Callable[[str], Awaitable[object]]


class Bench:
    """Runs named rows in slots and keeps what became of each."""

    def __init__(self, work: Work, at_once: int = 10, timeout_seconds: float = 30) -> None:
        self.results: dict[str, object] = {}
        self.order: list[str] = []
        self._work = work
        self.slots = Slots(self._worked, self._ended, at_once=at_once, timeout_seconds=timeout_seconds)

    async def _worked(self, attempt: Attempt) -> None:
        try:
            self.results[attempt.row] = await self._work(attempt.row)
        except asyncio.CancelledError:
            self.results[attempt.row] = attempt.ending

    def _ended(self, attempt: Attempt) -> None:
        self.order.append(attempt.row)

    def add(self, *names: str) -> list[Attempt]:
        attempts = [Attempt(name, uuid4(), uuid4(), uuid4(), uuid4(), 1) for name in names]
        self.slots.add(attempts)
        return attempts

    async def run(self, *names: str) -> None:
        self.add(*names)
        async with asyncio.timeout(50):
            while len(self.slots):  # noqa: ASYNC110  the slots have no event to wait for
                await asyncio.sleep(0.001)
        self.slots.stop_the_clock()


def numbered(count: int) -> list[str]:
    return [f"row {number}" for number in range(count)]


async def task_of(_: str) -> asyncio.Task[object] | None:
    return asyncio.current_task()


async def test_rows_that_wait_for_nothing_share_one_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LONGEST_TURN", 60)  # a busy machine may take its time
    bench = Bench(task_of)
    await bench.run(*numbered(50))
    assert len(bench.results) == 50
    assert len(set(bench.results.values())) == 1


async def test_rows_that_wait_are_in_work_together() -> None:
    together = asyncio.Barrier(10)

    async def meet(_: str) -> str:
        await together.wait()
        return "met"

    bench = Bench(meet, at_once=10)
    await bench.run(*numbered(20))
    assert set(bench.results.values()) == {"met"}


async def test_where_rows_wait_all_slots_are_filled_within_three_turns_of_the_loop() -> None:
    begun: list[str] = []
    go_on = asyncio.Event()

    async def wait(name: str) -> None:
        begun.append(name)
        await go_on.wait()

    bench = Bench(wait, at_once=10)
    bench.add(*numbered(20))
    for _ in range(3):
        await asyncio.sleep(0)
    assert begun == numbered(10)
    go_on.set()
    await bench.run()


async def test_rows_begin_in_the_order_they_came() -> None:
    bench = Bench(task_of, at_once=3)
    await bench.run(*numbered(20))
    assert bench.order == numbered(20)


async def test_what_a_row_puts_into_its_context_is_not_seen_by_the_next() -> None:
    seen: ContextVar[str] = ContextVar("seen", default="nothing")

    async def look_and_leave(name: str) -> str:
        before = seen.get()
        seen.set(name)
        return before

    bench = Bench(look_and_leave, at_once=1)
    await bench.run(*numbered(5))
    assert set(bench.results.values()) == {"nothing"}


async def test_a_row_that_cancels_itself_ends_alone() -> None:
    async def cancel_at_the_end(name: str) -> str:
        await asyncio.sleep(0)
        task = asyncio.current_task()
        if name == "row 0" and task is not None:
            task.cancel()
        return "done"

    bench = Bench(cancel_at_the_end, at_once=1)
    await bench.run(*numbered(3))
    assert set(bench.results.values()) == {"done"}


async def test_a_time_out_within_the_work_is_the_rows_own() -> None:
    async def give_up(name: str) -> str:
        if name == "row 1":
            return "done"
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(30)
        except TimeoutError:
            return "gave up"
        return "waited"

    bench = Bench(give_up, at_once=1)
    await bench.run(*numbered(3))
    assert bench.results == {"row 0": "gave up", "row 1": "done", "row 2": "gave up"}


async def test_each_row_has_its_own_time_though_there_is_one_clock() -> None:
    ends: dict[str, float] = {}

    async def wait(name: str) -> None:
        began = time.monotonic()
        try:
            await asyncio.sleep(30)
        finally:
            ends[name] = time.monotonic() - began

    bench = Bench(wait, timeout_seconds=0.2)
    bench.add("early")
    await asyncio.sleep(0.12)
    await bench.run("late")
    assert bench.results == {"early": Ending.RETRY, "late": Ending.RETRY}
    assert ends["early"] >= 0.2
    assert ends["late"] >= 0.2


async def test_a_row_that_will_not_be_cancelled_keeps_no_other_from_its_limit() -> None:
    may_go = asyncio.Event()

    async def cling(name: str) -> str:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            if name != "clinging":
                raise
            await may_go.wait()
        return "late, but done"

    bench = Bench(cling, timeout_seconds=0.05)
    running = asyncio.create_task(bench.run("clinging", "waiting"))
    async with asyncio.timeout(50):
        while "waiting" not in bench.results:  # noqa: ASYNC110  the clock is what is tested
            await asyncio.sleep(0.01)
    may_go.set()
    await running
    assert bench.results == {"clinging": "late, but done", "waiting": Ending.RETRY}


async def test_rows_that_compute_let_others_have_a_turn() -> None:
    async def compute(_: str) -> None:
        until = time.monotonic() + 0.02
        while time.monotonic() < until:
            pass

    bench = Bench(compute, at_once=1)
    bench.add(*numbered(20))
    turns = 0
    while len(bench.slots):
        await asyncio.sleep(0)
        turns += 1
    bench.slots.stop_the_clock()
    assert turns >= 10


@pytest.mark.parametrize("at_once", [1, 3])
async def test_closed_slots_begin_no_further_row_and_drop_those_that_wait(at_once: int) -> None:
    may_go, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def wait(_: str) -> str:
        begun.release()
        await may_go.wait()
        return "finished"

    bench = Bench(wait, at_once=at_once)
    attempts = bench.add(*numbered(5))
    for _ in range(at_once):
        await begun.acquire()
    bench.slots.close()
    bench.slots.drop_waiting(Ending.RELEASED)
    assert bench.order == numbered(5)[at_once:]
    assert {attempt.ending for attempt in attempts[at_once:]} == {Ending.RELEASED}
    may_go.set()
    await bench.slots.finish(5)
    bench.slots.stop_the_clock()
    assert bench.results == dict.fromkeys(numbered(at_once), "finished")


async def test_what_not_even_the_work_answers_for_is_no_result() -> None:
    class Fatal(BaseException):
        pass

    ended: list[Ending] = []

    async def fail(_: Attempt) -> None:
        raise Fatal

    slots = Slots(fail, lambda attempt: ended.append(attempt.ending), at_once=1, timeout_seconds=30)
    slots.add([Attempt("row", uuid4(), uuid4(), uuid4(), uuid4(), 1)])
    (runner,) = slots._starting
    with pytest.raises(Fatal):
        await runner
    slots.stop_the_clock()
    assert ended == [Ending.RELEASED]
