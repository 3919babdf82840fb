"""Schedulers wake at once, survive a cut connection, and die alone."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from time import perf_counter

import pytest
from sqlalchemy import column, func, select, table
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.scheduled_widgets import NO_POLL, complete, running
from tests.curation_sdk.widgets import (
    Widget,
    Workshop,
    add_widgets,
    at_once,
    decide,
    ended,
    eventually,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk.declaring.tables import Worker
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.lease import Lease, next_ticks
from scrapersky.curation_sdk.queue.lost_rows import rescue
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.curation_sdk.queue.wakeup import QUEUE_CHANNEL, Listener


async def listeners(session: AsyncSession) -> list[int]:
    activity = table("pg_stat_activity", column("pid"), column("query"), column("datname"))
    listening = select(activity.c.pid).where(
        activity.c.query.ilike("LISTEN%"), activity.c.datname == func.current_database()
    )
    return list(await session.scalars(listening))


async def test_what_was_queued_before_the_start_is_done(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a", "b")
    async with running(widgets, Workshop(at_once)):
        await eventually(complete(widgets, 2))


async def test_who_claims_nothing_puts_lost_rows_back_and_wakes_those_who_do(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a", "b")
    lost = Lease(widgets)
    assert len(await Queue(widget_polish, widgets).claim(await lost.acquire(), 10)) == 2
    await lost.release()
    heard, listens = asyncio.Queue[tuple[str, str]](), asyncio.Event()
    listener = Listener(widgets, lambda *told: heard.put_nowait(told), listens.set)
    listening = asyncio.create_task(listener.listen())
    await listens.wait()
    async with running(widgets, Workshop(at_once), claims=False) as keeping:
        assert await heard.get() == (QUEUE_CHANNEL, "widget_polish")
        assert await states(widgets) == {"Queued": 2}
        assert keeping.by_workflow == {}
        async with AsyncSession(widgets) as session:
            told = await session.get_one(Worker, keeping.runtime.lease.worker)
            assert (told.claims, told.next_ticks) == (False, {})
    await ended(listening)


async def test_what_a_process_is_told_of_itself_holds_over_what_is_set_for_all(widgets: AsyncEngine) -> None:
    async with running(widgets, Workshop(at_once), concurrency=3) as schedulers:
        scheduler = schedulers.by_workflow["widget_polish"]
        scheduler.apply({"concurrency": 7, "batch_size": 5})
        assert (scheduler.schedule.concurrency, scheduler.schedule.batch_size) == (3, 5)


async def test_any_process_reads_when_a_queue_is_looked_at_next(widgets: AsyncEngine) -> None:
    async with running(widgets, Workshop(at_once)) as schedulers, AsyncSession(widgets) as session:

        async def is_told() -> bool:
            now = (await session.scalars(select(func.clock_timestamp()))).one()
            return await next_ticks(session, now) == {"widget_polish": schedulers.next_tick("widget_polish")}

        await eventually(is_told)


async def test_a_queued_row_is_picked_up_at_once(widgets: AsyncEngine) -> None:
    started_at: dict[str, float] = {}

    async def polish(widget: Widget) -> str:
        started_at[widget.name] = perf_counter()
        return "shiny"

    ids = await add_widgets(widgets, [str(number) for number in range(20)])
    delays = []
    async with running(widgets, Workshop(polish)):
        for number, widget in enumerate(ids):
            await decide(widgets, [widget])
            committed = perf_counter()
            await eventually(complete(widgets, number + 1))
            delays.append(started_at[str(number)] - committed)
    assert sorted(delays)[len(delays) // 4] < 0.1  # the rest says how busy the machine is


async def test_a_heartbeat_that_was_cut_goes_on(widgets: AsyncEngine) -> None:
    lease = Lease(widgets, 0.6)
    first = await lease.acquire()
    keeping = asyncio.create_task(lease.keep())
    await eventually(await extension(widgets))
    activity = table("pg_stat_activity", column("pid"), column("datname"))
    async with AsyncSession(widgets) as session:
        others = activity.c.datname == func.current_database(), activity.c.pid != func.pg_backend_pid()
        await session.execute(select(func.pg_terminate_backend(activity.c.pid)).where(*others))
    await eventually(await extension(widgets))
    await ended(keeping)
    assert lease.worker == first


async def extension(engine: AsyncEngine) -> Callable[[], Awaitable[bool]]:
    """Whether the lease lasts for longer than it does now."""

    async def until() -> datetime | None:
        async with AsyncSession(engine) as session:
            return await session.scalar(select(Worker.lease_until))

    before = await until()

    async def is_extended() -> bool:
        return await until() != before

    return is_extended


async def test_listening_comes_back_after_its_connection_was_cut(widgets: AsyncEngine) -> None:
    async with running(widgets, Workshop(at_once)):

        async def someone_listens() -> bool:
            async with AsyncSession(widgets) as session:
                return bool(await listeners(session))

        await eventually(someone_listens)
        async with AsyncSession(widgets) as session:
            (pid,) = await listeners(session)
            await session.execute(select(func.pg_terminate_backend(pid)))

        await queue_widgets(widgets, "sent while nobody listens")
        await eventually(complete(widgets, 1))


async def test_rows_of_a_dead_worker_are_taken_over(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a")
    dead = await runtime(widgets, Workshop(at_once), lease_seconds=0.2)
    assert len(await Queue(widget_polish, widgets).claim(dead.lease.worker, 10)) == 1
    async with running(widgets, Workshop(at_once), lease_seconds=0.4):
        await eventually(complete(widgets, 1))


async def test_rows_of_a_dead_worker_are_tried_with_nothing_else_in_hand(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(10)))
    dead = await runtime(widgets, Workshop(at_once))
    await Queue(widget_polish, widgets).claim(dead.lease.worker, 10)
    await dead.lease.release()
    assert await rescue(widget_polish, NO_POLL, widgets) == 10
    await queue_widgets(widgets, *["another"] * 300)
    in_work: list[str] = []
    beside: set[str] = set()

    async def polish(widget: Widget) -> str:
        in_work.append(widget.name)
        await asyncio.sleep(0.01)
        if len(in_work) > 1:
            beside.update(in_work)
        in_work.remove(widget.name)
        return "shiny"

    workshop = Workshop(polish)
    async with running(widgets, workshop):
        await eventually(complete(widgets, 310))
    assert beside == {"another"}


async def test_a_workflow_whose_set_up_fails_stops_no_other(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedulers = Schedulers(await runtime(widgets, Workshop(at_once)))
    broken: AnyWorkflow = replace(widget_polish, title="Broken")
    with monkeypatch.context() as patched:
        patched.setattr(
            "scrapersky.curation_sdk.queue.workflow_scheduler.WorkflowScheduler.setup",
            lambda *_: (_ for _ in ()).throw(ValueError("no")),
        )
        schedulers.setup(broken, NO_POLL)
    assert schedulers.failures == {"widget_polish": "no"}
    schedulers.setup(widget_polish, NO_POLL)
    await schedulers.start()
    await queue_widgets(widgets, "a")
    await eventually(complete(widgets, 1))
    await schedulers.stop()


async def test_a_workflow_that_is_switched_off_takes_nothing(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(at_once), replace(NO_POLL, enabled=False)) as schedulers:
        await asyncio.sleep(0.1)
        assert schedulers.by_workflow == {}
    assert await states(widgets) == {"Queued": 1}


async def test_stopping_says_how_many_rows_finished_and_how_many_went_back(
    widgets: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    begun = asyncio.Semaphore(0)

    async def polish(_: Widget) -> str:
        begun.release()
        await asyncio.sleep(0.2)
        return "shiny"

    await queue_widgets(widgets, *map(str, range(5)))
    async with running(widgets, Workshop(polish), replace(NO_POLL, concurrency=2)):
        await begun.acquire()
        await begun.acquire()
    assert "rows in work have" in caplog.text
    assert "rows that finished: 2, rows that went back to the queue: 3" in caplog.text


async def test_stopping_gives_up_the_lease(widgets: AsyncEngine) -> None:
    async with running(widgets, Workshop(at_once)):
        pass
    async with AsyncSession(widgets) as session:
        # The fixture's own lease was taken anew at the start, so that of before is still there.
        assert await session.scalar(select(func.count()).select_from(Worker)) == 1
