"""What one worker learned of a host, all know."""

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncEngine
from tests.statements import counted_statements

from scrapersky.clients.fetching.host_failures import Circuit
from scrapersky.clients.fetching.robots import RobotsRecord
from scrapersky.coordination.origins import CALM_SECONDS, DatabaseHostMemory, DatabaseRobotsMemory

ORIGIN = "https://acme.example"


async def test_after_enough_failures_everyone_leaves_the_origin_alone(engine: AsyncEngine) -> None:
    one, other = DatabaseHostMemory(engine), DatabaseHostMemory(engine)
    for _ in range(2):
        await one.failed(ORIGIN, "timeout")
    assert await other.trouble(ORIGIN) is None
    await other.failed(ORIGIN, "timeout")
    trouble = await one.trouble(ORIGIN)
    assert trouble is not None
    assert (trouble.reason, trouble.failures) == ("timeout", 3)
    assert 0 < trouble.wait <= 30


async def test_the_pause_grows_with_each_failure(engine: AsyncEngine) -> None:
    memory = DatabaseHostMemory(engine)
    for _ in range(5):
        await memory.failed(ORIGIN, "timeout")
    trouble = await memory.trouble(ORIGIN)
    assert trouble is not None
    assert 60 < trouble.wait <= 120


async def test_when_the_pause_is_over_one_goes_first_and_the_rest_wait(engine: AsyncEngine) -> None:
    memory = DatabaseHostMemory(engine, Circuit(failures=1, pause=0.05))
    await memory.failed(ORIGIN, "timeout")
    await asyncio.sleep(0.1)
    answers = await asyncio.gather(*(memory.trouble(ORIGIN) for _ in range(5)))
    assert answers.count(None) == 1


async def test_an_answer_closes_the_matter_but_not_a_pause_that_was_asked_for(engine: AsyncEngine) -> None:
    memory = DatabaseHostMemory(engine, Circuit(failures=1))
    await memory.failed(ORIGIN, "timeout")
    await memory.answered(ORIGIN)
    assert await memory.trouble(ORIGIN) is None
    await memory.asked_for_pause(ORIGIN, "http_429", 60)
    await memory.answered(ORIGIN)
    trouble = await memory.trouble(ORIGIN)
    assert trouble is not None
    assert (trouble.reason, trouble.failures) == ("http_429", 0)


async def test_an_origin_without_troubles_is_asked_about_once_in_a_while_and_nothing_of_it_is_deleted(
    engine: AsyncEngine,
) -> None:
    clock = [0.0]
    memory, other = DatabaseHostMemory(engine, clock=lambda: clock[0]), DatabaseHostMemory(engine, Circuit(failures=1))
    with counted_statements(engine) as statements:
        for _ in range(20):
            assert await memory.trouble(ORIGIN) is None
            await memory.answered(ORIGIN)
    assert len(statements) == 1
    await other.failed(ORIGIN, "timeout")
    clock[0] += CALM_SECONDS
    assert await memory.trouble(ORIGIN) is not None
    await memory.answered(ORIGIN)
    assert await memory.trouble(ORIGIN) is None


async def test_what_a_worker_met_itself_it_remembers_at_once(engine: AsyncEngine) -> None:
    memory = DatabaseHostMemory(engine, Circuit(failures=1))
    assert await memory.trouble(ORIGIN) is None
    await memory.failed(ORIGIN, "timeout")
    assert await memory.trouble(ORIGIN) is not None


async def test_robots_txt_is_shared_and_replaced(engine: AsyncEngine) -> None:
    memory = DatabaseRobotsMemory(engine)
    assert await memory.recall(ORIGIN) is None
    later = datetime.now(UTC) + timedelta(hours=1)
    for body in (b"User-agent: *", None):
        record = RobotsRecord(ORIGIN, body, "read", later)
        await memory.keep(record)
        assert await memory.recall(ORIGIN) == record
