"""Claims begin where the last one ended, and still miss nothing."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import Widget, queue_widgets, widget_polish

from scrapersky.curation_sdk.declaring.outcomes import Attempt
from scrapersky.curation_sdk.queue import low_water
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.statements import claim_statement

POLISH = Widget.widget_polish


@pytest.fixture
async def worker(engine: AsyncEngine) -> UUID:
    return await Lease(engine).acquire()


@pytest.fixture
def queue(engine: AsyncEngine) -> Queue:
    return Queue(widget_polish, engine)


def names(attempts: Iterable[Attempt]) -> str:
    return "".join(attempt.row.name for attempt in attempts)


async def set_back(engine: AsyncEngine, attempt: Attempt) -> None:
    """As undo does, which gives a row its old place in the queue."""
    waits: dict[Any, Any] = {POLISH.processing_status: "Queued", POLISH.claim: None, POLISH.worker: None}
    async with engine.begin() as connection:
        await connection.execute(update(Widget).where(Widget.id == attempt.row_id).values(waits))


async def queue_each(engine: AsyncEngine, names: str, priority: int = 0) -> None:
    for name in names:
        async with engine.begin() as connection:
            ids = await queue_widgets(engine, name)
            await connection.execute(update(Widget).where(Widget.id.in_(ids)).values({POLISH.priority: priority}))


async def test_rows_come_in_the_order_of_the_queue_whatever_is_queued_meanwhile(
    engine: AsyncEngine, queue: Queue, worker: UUID
) -> None:
    await queue_each(engine, "abcdef")
    taken = names(await queue.claim(worker, 2))
    await queue_each(engine, "xyz", priority=5)
    taken += names(await queue.claim(worker, 2))
    await queue_each(engine, "g")
    for _ in range(4):
        taken += names(await queue.claim(worker, 2))

    assert taken == "abxyzcdefg"


async def test_less_urgent_rows_that_were_queued_before_come_all_the_same_and_in_order(
    engine: AsyncEngine, queue: Queue, worker: UUID
) -> None:
    await queue_each(engine, "abcd")
    await queue_each(engine, "xy", priority=5)

    assert "".join([names(await queue.claim(worker, 2)) for _ in range(4)]) == "xyabcd"


async def test_rows_that_were_queued_together_come_before_one_that_was_queued_after_them(
    engine: AsyncEngine, queue: Queue, worker: UUID
) -> None:
    await queue_widgets(engine, *"abc")
    await queue_each(engine, "z")

    taken = [names(await queue.claim(worker, 1)) for _ in range(4)]
    assert sorted(taken[:3]) + taken[3:] == ["a", "b", "c", "z"]


async def test_a_row_that_came_back_is_found_as_soon_as_too_little_is_behind_it(
    engine: AsyncEngine, worker: UUID
) -> None:
    queue = Queue(widget_polish, engine, lambda: 100.0)
    await queue_each(engine, "abc")
    first, _ = await queue.claim(worker, 2)
    await set_back(engine, first)
    assert names(await queue.claim(worker, 2)) == "c"
    await queue_each(engine, "d")

    assert names(await queue.claim(worker, 2)) == "ad"


async def test_a_row_that_came_back_is_found_as_soon_as_nothing_is_behind_it(
    engine: AsyncEngine, queue: Queue, worker: UUID
) -> None:
    await queue_widgets(engine, "a", "b")
    first, _ = await queue.claim(worker, 2)
    await set_back(engine, first)

    assert names(await queue.claim(worker, 2)) == first.row.name


async def test_a_row_that_came_back_is_found_within_a_second_whatever_is_behind_it(
    engine: AsyncEngine, worker: UUID
) -> None:
    now = 100.0
    queue = Queue(widget_polish, engine, lambda: now)
    await queue_each(engine, "abcdef")
    (first,) = await queue.claim(worker, 1)
    await set_back(engine, first)

    assert names(await queue.claim(worker, 1)) == "b"
    now += low_water.SECONDS + 0.1
    assert names(await queue.claim(worker, 1)) == "a"


async def test_where_work_is_spread_the_rows_between_those_that_were_claimed_come_next(
    engine: AsyncEngine, worker: UUID
) -> None:
    queue = Queue(replace(widget_polish, spread_over=Widget.name), engine, lambda: 100.0)
    await queue_each(engine, "aaabbc")

    assert [names(await queue.claim(worker, 2)) for _ in range(3)] == ["ab", "ab", "ac"]


async def pages_read(engine: AsyncEngine, place: dict[str, Any], worker: UUID) -> int:
    """By one claim, of the table and its indexes."""
    compiled = claim_statement(POLISH, [Widget.name]).compile(engine.sync_engine)
    given = compiled.params | {"worker": worker, "token": uuid4(), "batch": 10} | place
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        values = [given[name] for name in compiled.positiontup or ()]
        ((plan,),) = await driver.fetch(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {compiled}", *values)
    return int(plan[0]["Plan"]["Shared Hit Blocks"])


async def test_rows_that_were_taken_up_are_not_stepped_over_while_an_old_transaction_holds_back_vacuum(
    engine: AsyncEngine, queue: Queue, worker: UUID
) -> None:
    await queue_widgets(engine, *map(str, range(2_000)))
    async with engine.connect() as old:
        await (await old.execution_options(isolation_level="REPEATABLE READ")).execute(select(Widget.id).limit(1))
        attempts = [attempt for _ in range(3) for attempt in await queue.claim(worker, 500)]
        place = queue._mark.place

        assert len(attempts) == 1_500
        assert await pages_read(engine, place, worker) < await pages_read(engine, {}, worker) / 2
