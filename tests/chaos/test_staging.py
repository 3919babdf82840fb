"""A service as the specification writes one, in processes that are killed and stall: nothing is lost or doubled."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.chaos.staging import DeepScanStatus, places_found, stage_places, statuses
from tests.curation_sdk.widgets import eventually

pytestmark = pytest.mark.timeout(600)
ROOT = Path(__file__).parents[2]
ROWS = 1000


async def start(url: str) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.chaos.staging",
        url,
        "1.5",
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    return process


async def test_a_thousand_rows_survive_a_kill_and_a_stall_and_are_written_once(
    engine: AsyncEngine, database_url: str
) -> None:
    ids = await stage_places(engine, ROWS)

    async def at_least(count: int) -> None:
        async def are_done() -> bool:
            await asyncio.sleep(0.1)  # looking costs those who work
            return (await statuses(engine)).get(DeepScanStatus.Completed, 0) >= count

        await eventually(are_done, within=500)

    killed, sleeper = await start(database_url), await start(database_url)
    await at_least(ROWS // 10)
    killed.send_signal(signal.SIGKILL)
    await killed.wait()
    await at_least(ROWS // 5)
    sleeper.send_signal(signal.SIGSTOP)
    other = await start(database_url)
    await at_least(ROWS)  # those that the two had in hand as well
    sleeper.send_signal(signal.SIGCONT)
    for process in (sleeper, other):
        process.terminate()
        assert await process.wait() == 0
    assert await statuses(engine) == {DeepScanStatus.Completed: ROWS}
    assert sorted(await places_found(engine)) == sorted(ids)
