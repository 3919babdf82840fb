"""Real worker processes, killed and suspended: nothing is lost, nothing is doubled."""

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import count_shines, create_tables, eventually, history, look, queue_widgets, states

from scrapersky.curation_sdk.declaring.outcomes import Ending
from scrapersky.curation_sdk.queue.lost_rows import LOST, ONE_OF_MANY

pytestmark = pytest.mark.timeout(120)
ROOT = Path(__file__).parents[2]


async def start_worker(
    url: str, *, lease: float = 1, work: float = 0.02, attempts: int = 100
) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.chaos.widget_worker",
        url,
        str(lease),
        str(work),
        str(attempts),
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 20) == b"ready\n"
    return process


async def all_done(engine: AsyncEngine, count: int) -> None:
    async def done() -> bool:
        return await states(engine) == {"Complete": count}

    await eventually(done, within=40)


async def assert_nothing_lost_or_doubled(engine: AsyncEngine, count: int) -> None:
    assert await states(engine) == {"Complete": count}
    assert await count_shines(engine) == count
    runs = await history(engine)
    completed = Counter(run.row_id for run in runs if run.ending == Ending.COMPLETE)
    assert len(completed) == count
    assert set(completed.values()) == {1}
    attempts = Counter((run.row_id, run.attempt) for run in runs if run.message != ONE_OF_MANY)
    assert set(attempts.values()) == {1}


async def test_killed_workers_lose_and_double_nothing(engine: AsyncEngine, database_url: str) -> None:
    await create_tables(engine)
    await queue_widgets(engine, *map(str, range(300)))
    chance = random.Random(7)
    for _ in range(4):
        worker = await start_worker(database_url)
        await asyncio.sleep(chance.uniform(0.02, 0.25))
        worker.send_signal(signal.SIGKILL)
        await worker.wait()
    last = await start_worker(database_url)
    await all_done(engine, 300)
    last.terminate()
    assert await last.wait() == 0
    await assert_nothing_lost_or_doubled(engine, 300)


async def test_a_suspended_worker_that_wakes_after_its_lease_changes_nothing(
    engine: AsyncEngine, database_url: str
) -> None:
    await create_tables(engine)
    await queue_widgets(engine, *map(str, range(10)))
    sleeper = await start_worker(database_url, work=1.0)

    async def all_in_work() -> bool:
        return await states(engine) == {"Processing": 10}

    await eventually(all_in_work)
    sleeper.send_signal(signal.SIGSTOP)
    other = await start_worker(database_url, work=0.01)
    await all_done(engine, 10)
    sleeper.send_signal(signal.SIGCONT)
    await asyncio.sleep(2)
    for worker in (sleeper, other):
        worker.terminate()
        assert await worker.wait() == 0
    await assert_nothing_lost_or_doubled(engine, 10)


async def test_sigterm_finishes_what_is_in_work_and_releases_the_rest(engine: AsyncEngine, database_url: str) -> None:
    await create_tables(engine)
    await queue_widgets(engine, *map(str, range(40)))
    worker = await start_worker(database_url, lease=30, work=1.5)

    async def some_in_work() -> bool:
        return (await states(engine)).get("Processing", 0) > 0

    await eventually(some_in_work)
    await asyncio.sleep(0.5)  # they are taken before the worker knows that, and only then begun
    worker.terminate()
    assert await worker.wait() == 0
    left = await states(engine)
    assert "Processing" not in left
    assert left["Complete"] >= 10
    assert left["Complete"] + left.get("Queued", 0) == 40


@pytest.mark.timeout(300)
async def test_a_row_that_kills_its_process_is_the_only_one_to_become_an_error(
    engine: AsyncEngine, database_url: str
) -> None:
    await create_tables(engine)
    ids = await queue_widgets(engine, *map(str, range(50)), "deadly", *map(str, range(50, 220)))
    deadly, deaths = ids[50], 0

    async def all_ended() -> bool:
        return set(await states(engine)) <= {"Complete", "Error"}

    while not await all_ended():
        worker = await start_worker(database_url, attempts=2)
        ending = asyncio.create_task(eventually(all_ended, within=200))
        dying = asyncio.create_task(worker.wait())
        await asyncio.wait([ending, dying], return_when=asyncio.FIRST_COMPLETED)
        deaths += dying.done()
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)
        if not dying.done():
            worker.terminate()
            await dying
    assert await states(engine) == {"Complete": 220, "Error": 1}
    assert (await look(engine, deadly)).outcome == "worker_lost"
    assert deaths == 3  # with others, and twice alone
    assert await count_shines(engine) == 220
    runs = await history(engine)
    assert {run.row_id for run in runs if run.message == LOST} == {deadly}
    assert Counter(run.attempt for run in runs if run.ending == Ending.COMPLETE) == {1: 220}
