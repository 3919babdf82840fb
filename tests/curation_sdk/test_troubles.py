"""Troubles of the database that pass cost no row its attempt and lose no finished work."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from tests.curation_sdk.test_background import faults
from tests.curation_sdk.widgets import (
    FAST,
    Shine,
    Widget,
    Workshop,
    at_once,
    count_shines,
    eventually,
    history,
    keep_shine,
    look,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk.declaring.outcomes import RetryLimits
from scrapersky.curation_sdk.declaring.tables import Worker
from scrapersky.curation_sdk.queue import completion
from scrapersky.curation_sdk.queue.job_loop import JobLoop, run_job_loop
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.runtime import Drained, Runtime
from scrapersky.curation_sdk.queue.upserts import upsert

# A sequence counts outside of transactions, so it knows of refusals that were rolled back.
REFUSING = """
CREATE SEQUENCE refusals;
CREATE TABLE trouble (code text, words text);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE it trouble;
BEGIN
    SELECT * INTO it FROM trouble;
    IF FOUND THEN
        PERFORM nextval('refusals');
        RAISE EXCEPTION '%', it.words USING ERRCODE = it.code;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER refuse BEFORE INSERT ON shines FOR EACH ROW EXECUTE FUNCTION refuse();
"""


UntilRefused = Callable[[int], Awaitable[None]]


async def execute(engine: AsyncEngine, *statements: str) -> None:
    async with engine.begin() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)


@asynccontextmanager
async def refusing(
    engine: AsyncEngine, code: str, words: str = "not now"
) -> AsyncIterator[Callable[[int], Awaitable[None]]]:
    """The database refuses what is saved, until this is left. Gives a way to wait until it has done so often."""
    async with engine.begin() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(REFUSING)
        await driver.execute("INSERT INTO trouble VALUES ($1, $2)", code, words)

    async def refused(times: int) -> None:
        async def so_often() -> bool:
            async with engine.connect() as connection:
                found = await connection.exec_driver_sql("SELECT last_value, is_called FROM refusals")
                row = found.one()
                return bool(row.is_called and row.last_value >= times)

        await eventually(so_often)

    yield refused
    await execute(engine, "DELETE FROM trouble")


async def work_through(run: Runtime, patience: float = 50) -> Drained:
    return await asyncio.wait_for(run_job_loop(widget_polish, FAST, run), patience)


@pytest.mark.parametrize(
    "code", ["55P03", "57014", "40001", "40P01", "53100", "53200", "53300", "57P01", "08006", "25006", "58030"]
)
async def test_work_that_is_done_waits_until_the_database_takes_it(widgets: AsyncEngine, code: str) -> None:
    await queue_widgets(widgets, *map(str, range(20)))
    workshop = Workshop(at_once)
    async with refusing(widgets, code) as refused:
        draining = asyncio.create_task(work_through(await runtime(widgets, workshop)))
        await refused(3)
    await draining
    assert await states(widgets) == {"Complete": 20}
    assert await count_shines(widgets) == 20
    assert len(workshop.seen) == 20
    assert {run.attempt for run in await history(widgets)} == {1}


async def test_while_a_disk_is_full_nothing_more_is_claimed_and_the_operator_reads_why(widgets: AsyncEngine) -> None:
    may_end = asyncio.Event()

    async def polish(_: Widget) -> str:
        if len(workshop.seen) > 1:
            await may_end.wait()
        return "shiny"

    await queue_widgets(widgets, *map(str, range(200)))
    workshop = Workshop(polish)
    loop = JobLoop(Queue(widget_polish, widgets), FAST, await runtime(widgets, workshop))
    async with refusing(widgets, "53100", "could not extend file: No space left on device") as refused:
        draining = asyncio.create_task(loop.drain())
        await refused(2)
        in_hand = (await states(widgets))["Processing"]
        may_end.set()
        await refused(6)
        assert (await states(widgets))["Processing"] == in_hand <= loop.capacity + loop.backlog
        message, _ = (await faults(widgets))["completing of widget_polish"]
        assert message == "The database refused it: could not extend file: No space left on device"
    await asyncio.wait_for(draining, 50)
    assert await states(widgets) == {"Complete": 200}
    assert len(workshop.seen) == await count_shines(widgets) == 200


async def test_results_that_waited_longer_than_the_lease_are_not_lost(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *map(str, range(10)))
    workshop = Workshop(at_once)
    run = await runtime(widgets, workshop, lease_seconds=1)  # and nobody extends it

    async def is_over() -> bool:
        return run.lease.is_over

    async with refusing(widgets, "53100"):
        draining = asyncio.create_task(work_through(run))
        await eventually(is_over)
    assert (await draining).lost == 0
    assert await states(widgets) == {"Complete": 10}
    assert len(workshop.seen) == 10


async def test_results_are_written_though_the_lease_ended_while_nobody_looked(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        async with widgets.begin() as server:  # as after it was suspended, before it hears the next heartbeat
            await server.execute(update(Worker).values(lease_until=func.now()))
        return "shiny"

    await queue_widgets(widgets, *map(str, range(10)))
    workshop = Workshop(polish)
    assert (await work_through(await runtime(widgets, workshop))).lost == 0
    assert await states(widgets) == {"Complete": 10}
    assert len(workshop.seen) == await count_shines(widgets) == 10


async def test_a_real_lock_that_others_hold_is_waited_for(widgets: AsyncEngine, database_url: str) -> None:
    hurried = create_async_engine(database_url, connect_args={"server_settings": {"lock_timeout": "20"}})
    await queue_widgets(widgets, *map(str, range(10)))
    workshop, refusals = Workshop(at_once), 0
    wait = completion.LongerWaits.wait

    async def count(self: completion.LongerWaits, error: BaseException, rows: int) -> None:
        nonlocal refusals
        refusals += 1
        await wait(self, error, rows)

    async def refused() -> bool:
        return refusals >= 3

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(completion.LongerWaits, "wait", count)
        async with widgets.begin() as other:
            await other.exec_driver_sql("LOCK TABLE shines")
            draining = asyncio.create_task(work_through(await runtime(hurried, workshop)))
            await eventually(refused)
        await draining
    await hurried.dispose()
    assert await states(widgets) == {"Complete": 10}
    assert len(workshop.seen) == 10


async def save_refusing_one(session: AsyncSession, widget: Widget, result: object) -> int:
    if widget.name.startswith("5"):
        await session.execute(select(func.refuse_with(widget.name)))
    return await keep_shine(session, widget, result)


@pytest.mark.parametrize(("code", "state", "attempts"), [("57014", "Error", 2), ("55P03", "Queued", 0)])
async def test_a_row_that_is_always_cut_off_or_in_somebodys_way_holds_up_no_other(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch, code: str, state: str, attempts: int
) -> None:
    monkeypatch.setattr(completion, "SECONDS_OF_PATIENCE", 0)
    refuse = "CREATE FUNCTION refuse_with(code text) RETURNS int LANGUAGE plpgsql AS"
    await execute(widgets, f"{refuse} $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = code; END $$")
    bad, *_ = await queue_widgets(widgets, code, *map(str, "abcde"))
    schedule = replace(FAST, attempts=2, backoff_seconds=0.01 if state == "Error" else 1000)
    workflow = replace(widget_polish, save=save_refusing_one)
    run = await runtime(widgets, Workshop(at_once))
    while (await states(widgets)).get("Complete", 0) < 5 or (await look(widgets, bad)).state != state:
        await asyncio.wait_for(run_job_loop(workflow, schedule, run), 50)
    seen = await look(widgets, bad)
    assert (seen.outcome, seen.attempts) == ("database", attempts)
    assert seen.error is not None
    assert seen.error.startswith("The database refused it: ")
    assert await states(widgets) == {state: 1, "Complete": 5}


async def test_a_save_that_hides_a_failure_is_the_one_to_fail(widgets: AsyncEngine) -> None:
    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        if widget.name != "bad":
            return await keep_shine(session, widget, result)
        with suppress(DBAPIError):  # what no save should do
            await upsert(session, Shine, [{"tenant_id": None, "widget_id": widget.id}], key=("widget_id",), update=())
        return 1

    _, bad, _ = await queue_widgets(widgets, "a", "bad", "b")
    run = await runtime(widgets, Workshop(at_once))
    queue = Queue(replace(widget_polish, save=save), widgets)
    attempts = sorted(await queue.claim(run.lease.worker, 10), key=lambda attempt: attempt.row.name != "bad")
    for attempt in attempts:
        attempt.complete("shiny")
    assert len(await completion.Settler(queue, RetryLimits(3, 1), run.lease).settle(run.lease.worker, attempts)) == 3
    assert await states(widgets) == {"Error": 1, "Complete": 2}
    assert (await look(widgets, bad)).state == "Error"
