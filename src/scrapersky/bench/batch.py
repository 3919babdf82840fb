"""`scrapersky bench batch`: a decision about many rows by their ids, beside one statement that updates them.

Ours locks them in order, remembers what each was so that it can be taken back, and answers over HTTP.
"""

import time
from dataclasses import dataclass
from typing import Any

import aiohttp
import asyncpg

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Lap, ProcessorClock, race
from scrapersky.bench.served import LISTED, OUR_API, ScratchServer, Served, plant_businesses, scratch_server, serving
from scrapersky.errors import ScraperSkyError

OURS, RAW = "ScraperSky, over HTTP", "raw unnest"
ROWS, QUICK_ROWS = 200_000, 2_500
CHOSEN, QUICK_CHOSEN = 10_000, 500
ROUNDS, QUICK_ROUNDS = 7, 2
_CHOOSE = "SELECT array_agg(id) FROM (SELECT id FROM local_businesses ORDER BY random() LIMIT $1) chosen"
_RAW = """
UPDATE local_businesses SET domain_extraction_curation_status = 'Skipped', domain_extraction_processing_status = NULL,
    domain_extraction_processing_error = NULL, domain_extraction_queue_order = NULL, domain_extraction_attempts = 0,
    domain_extraction_run_again = false, domain_extraction_updated_at = now()
FROM unnest($1::uuid[]) AS chosen (id) WHERE local_businesses.id = chosen.id
"""
_LEFT = "SELECT count(*) FROM local_businesses WHERE id = ANY($1::uuid[]) AND domain_extraction_state <> 'Skipped'"


@dataclass(frozen=True, slots=True)
class Decider:
    """Each lap is about other rows, which are in any state."""

    session: aiohttp.ClientSession
    served: Served
    driver: Any
    server: ScratchServer
    rows: int

    async def our_lap(self) -> Lap:
        return await self._lap(self._decide, self.served.process)

    async def raw_lap(self) -> Lap:
        async def update(ids: list[Any]) -> None:
            await self.driver.execute(_RAW, ids)

        return await self._lap(update, None)

    async def _decide(self, ids: list[Any]) -> None:
        said = {"ids": list(map(str, ids)), "status": "Skipped"}
        url = f"{self.served.address}{LISTED}/status"
        async with self.session.put(url, json=said, headers=self.served.headers) as answer:
            if answer.status != 200:
                raise ScraperSkyError(f"The decision was answered {answer.status}: {await answer.text()}")

    async def _lap(self, decide: Any, process: int | None) -> Lap:
        await self.driver.execute("CHECKPOINT")
        ids = await self.driver.fetchval(_CHOOSE, self.rows)
        own = ProcessorClock(process) if process else None
        database, began = ProcessorClock(self.server.process), time.perf_counter()
        await decide(ids)
        lap = Lap(len(ids), time.perf_counter() - began, own.spent if own else None, database.spent)
        if left := await self.driver.fetchval(_LEFT, ids):
            raise ScraperSkyError(f"{left} of {len(ids)} rows are not skipped.")
        return lap


async def measure(run: BenchRun) -> BenchResult:
    rows, chosen, rounds = run.choose((ROWS, CHOSEN, ROUNDS), (QUICK_ROWS, QUICK_CHOSEN, QUICK_ROUNDS))
    async with scratch_server() as (server, engine):
        token = await plant_businesses(server, engine, rows)
        driver = await asyncpg.connect(server.plain_address)
        async with serving(server, *OUR_API, token=token) as served, aiohttp.ClientSession() as session:
            decider = Decider(session, served, driver, server, run.sizes[0] if run.sizes else chosen)
            contenders = {OURS: decider.our_lap, RAW: decider.raw_lap}
            await race(contenders, 1)  # to warm up
            laps = await race(contenders, rounds)
        await driver.close()
    return BenchResult("batch", laps, "rows", [Comparison("unnest", OURS, RAW, goal=0.667)])
