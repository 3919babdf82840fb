"""A service as the specification writes one, in processes that are killed and stall: nothing is lost or doubled."""

import asyncio
import os
import signal
from multiprocessing.context import ForkServerProcess

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.chaos.staging import DeepScanStatus, places_found, stage_places, statuses, work
from tests.curation_sdk.widgets import eventually
from tests.process import PATIENCE, forks

pytestmark = pytest.mark.timeout(600)
ROWS = 250


async def start(url: str) -> ForkServerProcess:
    is_ready = forks().Event()
    process = forks().Process(target=work, args=(url, is_ready), daemon=True)
    process.start()
    assert await asyncio.to_thread(is_ready.wait, PATIENCE)
    return process


def send(process: ForkServerProcess, number: signal.Signals) -> None:
    assert process.pid is not None
    os.kill(process.pid, number)


async def test_rows_survive_a_kill_and_a_stall_and_are_written_once(engine: AsyncEngine, database_url: str) -> None:
    ids = await stage_places(engine, ROWS)

    async def at_least(count: int) -> None:
        async def are_done() -> bool:
            await asyncio.sleep(0.1)  # looking costs those who work
            return (await statuses(engine)).get(DeepScanStatus.Completed, 0) >= count

        await eventually(are_done, within=500)

    killed, sleeper = await start(database_url), await start(database_url)
    await at_least(ROWS // 10)
    killed.kill()
    await asyncio.to_thread(killed.join)
    await at_least(ROWS // 5)
    send(sleeper, signal.SIGSTOP)
    other = await start(database_url)
    await at_least(ROWS)  # those that the two had in hand as well
    send(sleeper, signal.SIGCONT)
    for process in (sleeper, other):
        process.terminate()
        await asyncio.to_thread(process.join)
        assert process.exitcode == 0
    assert await statuses(engine) == {DeepScanStatus.Completed: ROWS}
    assert sorted(await places_found(engine)) == sorted(ids)
