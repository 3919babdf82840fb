"""`scrapersky bench startup`: from a command to its first answer and its first claim, beside a bare FastAPI.

All find the same PostgreSQL running, with its schema applied.
"""

import asyncio
import subprocess
import sys
import time
from functools import partial

import asyncpg

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, processor_seconds, race
from scrapersky.bench.served import BARE_API, ScratchServer, plant_businesses, scratch_server, serving, variables
from scrapersky.errors import ScraperSkyError

UP, WORKER, BARE = "`up` to ready", "worker to first claim", "bare FastAPI with SQLAlchemy"
ROUNDS, QUICK_ROUNDS = 5, 1
_SECONDS_TO_CLAIM = 120
_QUEUE = """
UPDATE local_businesses SET domain_extraction_curation_status = 'Queued', domain_extraction_attempts = 0,
domain_extraction_processing_status = 'Queued', domain_extraction_queue_order = now()
"""
_BEGUN = "SELECT count(*) FROM local_businesses WHERE domain_extraction_attempts > 0"


async def _served_lap(server: ScratchServer, *command: str) -> Lap:
    async with serving(server, *command) as served:
        return Lap(1, served.seconds, served.processor_seconds)


async def _claimed_lap(server: ScratchServer) -> Lap:
    driver = await asyncpg.connect(server.plain_address)
    await driver.execute(_QUEUE)
    began = time.perf_counter()
    process = subprocess.Popen(  # noqa: ASYNC220  returns at once
        [sys.executable, "-m", "scrapersky", "worker"], env=variables(server), stdout=subprocess.DEVNULL
    )
    try:
        while not await driver.fetchval(_BEGUN):
            if process.poll() is not None or time.perf_counter() - began > _SECONDS_TO_CLAIM:
                raise ScraperSkyError("The worker claimed nothing.")
            await asyncio.sleep(0.005)
        return Lap(1, time.perf_counter() - began, processor_seconds(process.pid))
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait)
        await driver.close()


async def measure(run: BenchRun) -> BenchResult:
    async with scratch_server() as (server, engine):
        await plant_businesses(server, engine, 20)
        contenders: dict[str, Contender] = {
            UP: partial(_served_lap, server, "scrapersky", "up", "--port"),
            WORKER: partial(_claimed_lap, server),
            BARE: partial(_served_lap, server, BARE_API),
        }
        await race(contenders, 1)  # to warm up: files are read, bytecode is written
        laps = await race(contenders, run.choose(ROUNDS, QUICK_ROUNDS))
    compared = [
        Comparison("bare_start", UP, BARE, goal=0.5),
        Comparison("bare_start_by_worker", WORKER, BARE, goal=0.5),
    ]
    return BenchResult("startup", laps, "starts", compared)
