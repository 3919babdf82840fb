"""A process's lease is one row, which it alone extends, tells of and takes away."""

import asyncio
import os
import socket
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import eventually

from scrapersky.curation_sdk.declaring.tables import PROTOCOL, Worker
from scrapersky.curation_sdk.queue.lease import Lease, next_ticks

A_DAY = timedelta(days=1)


async def ask(engine: AsyncEngine, statement: Select[Any]) -> list[Any]:
    async with AsyncSession(engine) as session:
        return list((await session.execute(statement)).all())


async def remaining(engine: AsyncEngine, lease: Lease) -> float:
    left = func.extract("epoch", Worker.lease_until - func.now())
    ((seconds,),) = await ask(engine, select(left).where(Worker.id == lease.worker))
    return float(seconds)


async def change(engine: AsyncEngine, statement: Any) -> None:
    async with engine.begin() as connection:
        await connection.execute(statement)


async def promises(engine: AsyncEngine, lease: Lease) -> dict[str, float]:
    ((said,),) = await ask(engine, select(Worker.promises).where(Worker.id == lease.worker))
    return dict(said)


async def test_a_process_says_who_it_is_and_how_long_it_counts_as_alive(engine: AsyncEngine) -> None:
    lease = Lease(engine, 30)
    assert (lease.is_over, lease.claims) == (True, True)
    before: UUID = lease.worker
    assert (await lease.acquire()) == lease.worker
    assert before.version == lease.worker.version
    assert before != lease.worker
    told = select(Worker.host, Worker.pid, Worker.claims, Worker.protocol, Worker.promises, Worker.next_ticks)
    assert await ask(engine, told) == [(socket.gethostname(), os.getpid(), True, PROTOCOL, {}, {})]
    assert 20 < await remaining(engine, lease) <= 30
    assert not lease.is_over


async def test_extending_is_for_its_own_row_and_tells_of_the_next_ticks(engine: AsyncEngine) -> None:
    lease, other = Lease(engine, 300), Lease(engine, 30)
    tick = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
    for each in (lease, other):
        await each.acquire()
    lapses = list[str]()
    lease.lapsed = lambda: lapses.append("lapsed")
    lease.next_ticks = lambda: {"widget_polish": tick, "switched_off": None}
    await change(engine, update(Worker).values(lease_until=func.now() + A_DAY))
    async with engine.connect() as connection:
        assert await lease.extend(connection)
        await connection.commit()
    assert 200 < await remaining(engine, lease) <= 300
    assert await remaining(engine, other) > 1_000
    ticks = select(Worker.next_ticks).where(Worker.id == lease.worker)
    assert await ask(engine, ticks) == [({"widget_polish": tick.isoformat(), "switched_off": None},)]
    assert lapses == []
    await lease.release()
    assert await ask(engine, select(Worker.id)) == [(other.worker,)]
    async with engine.connect() as connection:
        assert not await lease.extend(connection)


async def test_a_lease_that_is_over_is_extended_when_it_is_needed_and_that_is_told(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, lapses = 0.0, list[float]()
    monkeypatch.setattr("scrapersky.curation_sdk.queue.lease.time.monotonic", lambda: now)
    lease, without_listener = Lease(engine, 30), Lease(engine, 30)
    lease.lapsed = lambda: lapses.append(now)
    for each in (lease, without_listener):
        await each.acquire()
    for now in (30, 31, 40):
        await change(engine, update(Worker).values(lease_until=func.now()))
        for each in (lease, without_listener):
            await each.revive()
        assert (await remaining(engine, lease) > 20) is (now == 31), "once, when it is over"
    assert lapses == [31]
    assert (lease.is_over, lease.is_unbroken) == (False, False)
    for now in (46, 46.5):
        assert lease.is_unbroken is (now > 46)
    now = 62
    assert (lease.is_over, lease.is_unbroken) == (True, False)


async def test_of_two_loops_of_a_workflow_the_longer_promise_stands_while_both_run(engine: AsyncEngine) -> None:
    lease, other = Lease(engine), Lease(engine)
    for each in (lease, other):
        await each.acquire()
    async with lease.promising("a", 50), lease.promising("b", 7), lease.promising("a", 20):
        assert await promises(engine, lease) == {"a": 50, "b": 7}
    async with lease.promising("a", 20):
        assert await promises(engine, lease) == {"a": 20, "b": 7}
    assert await promises(engine, other) == {}
    await lease.acquire()
    assert await promises(engine, lease) == {"a": 20, "b": 7}, "as another worker it has promised the same"


async def test_a_promise_is_said_once_and_again_if_nobody_heard_it(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease, said = Lease(engine), list[float]()

    async def say(_: Lease, __: str, seconds: float) -> None:
        said.append(seconds)
        if len(said) == 1:
            raise ConnectionError

    monkeypatch.setattr(Lease, "_store_promise", say)
    with pytest.raises(ConnectionError):
        async with lease.promising("a", 50):
            pytest.fail("rows were taken under a promise that nobody heard")
    for _ in range(2):
        async with lease.promising("a", 50):
            pass
    assert said == [50, 50]


async def test_promises_are_said_in_the_order_in_which_they_are_made(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease, said, first_may_arrive = Lease(engine), list[float](), asyncio.Event()

    async def say(_: Lease, __: str, seconds: float) -> None:
        if seconds == 1:
            await first_may_arrive.wait()
        said.append(seconds)

    async def promise(seconds: float) -> None:
        async with lease.promising("widget_polish", seconds):
            await second_asked.wait()

    monkeypatch.setattr(Lease, "_store_promise", say)
    second_asked = asyncio.Event()
    first = asyncio.create_task(promise(1))
    await asyncio.sleep(0)
    second = asyncio.create_task(promise(2))
    await asyncio.sleep(0)
    first_may_arrive.set()
    second_asked.set()
    await asyncio.gather(first, second)
    assert said == [1, 2]


async def test_a_lease_is_kept_for_as_long_as_it_is_held_and_then_given_up(engine: AsyncEngine) -> None:
    lease = Lease(engine, 0.3)
    async with lease.held() as held:
        assert held is lease
        await asyncio.sleep(0.7)
        assert await remaining(engine, lease) > 0
    assert await ask(engine, select(Worker.id)) == []
    assert [task.get_name() for task in asyncio.all_tasks() if task.get_name() == "lease"] == []


async def test_a_last_beat_is_waited_for_before_the_lease_is_given_up_and_its_failure_keeps_nobody(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[int]()

    async def end_late(_: Lease) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.1)
            seen.append(len(await ask(engine, select(Worker.id))))
            raise ValueError

    monkeypatch.setattr(Lease, "keep", end_late)
    async with Lease(engine).held():
        await asyncio.sleep(0)
    assert (seen, await ask(engine, select(Worker.id))) == ([1], [])


async def test_a_worker_that_was_forgotten_goes_on_as_another_and_says_so(
    engine: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    lease, lapses = Lease(engine, 0.3), list[str]()
    lease.lapsed = lambda: lapses.append("lapsed")
    async with lease.held():
        first = lease.worker
        await change(engine, delete(Worker))

        async def is_another_and_says_so() -> bool:
            is_known = lease.worker != first and await ask(engine, select(Worker.id)) == [(lease.worker,)]
            return is_known and f"worker {first} was forgotten; going on as {lease.worker}" in caplog.text

        await eventually(is_another_and_says_so)
        assert lapses == ["lapsed"]
        assert not lease.is_over


async def test_a_heart_beats_three_times_in_a_lease_and_sooner_after_trouble(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = list[float]()
    lease = Lease(engine, 30)
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)
        if len(pauses) == 2:
            raise ConnectionError
        if len(pauses) == 4:
            raise asyncio.CancelledError

    await lease.acquire()
    monkeypatch.setattr("scrapersky.curation_sdk.queue.lease.asyncio.sleep", note)
    with pytest.raises(asyncio.CancelledError):
        await lease.keep()
    assert pauses == [10, 10, 3, 10]


async def test_the_next_tick_is_the_soonest_that_a_living_process_promised(engine: AsyncEngine) -> None:
    ((now,),) = await ask(engine, select(func.now()))
    hours = {"a": (3, 1), "b": (2, -1), "c": (0, -2)}
    for process, until in enumerate((now + A_DAY, now + A_DAY, now)):
        lease = Lease(engine)
        await lease.acquire()
        ticks = {name: now + timedelta(hours=each[process]) for name, each in hours.items() if process < 2}
        told = {name: moment.isoformat() for name, moment in ticks.items()} | {"off": None}
        told |= {"a": (now + timedelta(minutes=1)).isoformat()} if process == 2 else {}
        row = update(Worker).where(Worker.id == lease.worker)
        await change(engine, row.values(next_ticks=told, lease_until=until))
    async with AsyncSession(engine) as session:
        found = await next_ticks(session, now)
    assert found == {"a": now + timedelta(hours=1), "b": now + timedelta(hours=2)}


async def test_a_beat_that_hangs_is_given_up_after_a_third_of_the_lease(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    extend, beats, lease = Lease.extend, list[float](), Lease(engine, 1.5)

    async def hang_once(self: Lease, connection: AsyncConnection) -> bool:
        beats.append(asyncio.get_running_loop().time())
        if len(beats) == 1:
            await asyncio.sleep(60)
        return await extend(self, connection)

    monkeypatch.setattr(Lease, "extend", hang_once)
    async with lease.held():
        first = lease.worker

        async def beats_again() -> bool:
            return len(beats) > 1

        await eventually(beats_again)
        assert (lease.worker, lease.is_over) == (first, False)
