"""`scrapersky bench claims`: claiming rows beside ever more that are done, and while something holds back vacuum."""

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, race
from scrapersky.bench.queue import BATCH, FILL, bench_check, make_items
from scrapersky.bench.served import ScratchServer, scratch_server
from scrapersky.curation_sdk import Nothing
from scrapersky.curation_sdk.queue import Lease, Queue
from scrapersky.db.engine import make_engine
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError

SIZES, QUICK_SIZES = (100_000, 1_000_000, 5_000_000), (2_000, 20_000)
CLAIMED, QUICK_CLAIMED = 5_000, 500
ROUNDS, QUICK_ROUNDS = 5, 2
_TENANT = UUID(int=1)
_DONE = """
INSERT INTO bench_items (tenant_id, name, bench_check_curation_status, bench_check_processing_status,
bench_check_updated_at) SELECT $1, 'item ' || n, 'Queued', 'Complete', now() - n * interval '1 second'
FROM generate_series(1, $2::int) n
"""
_HELD = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM tenants"


@dataclass(frozen=True, slots=True)
class Claimant:
    """One worker in a database of its own. Only its claims count: settling is the queue's benchmark."""

    driver: Any
    queue: Queue
    lease: Lease
    rows: int

    async def lap(self) -> Lap:
        await self.driver.execute(FILL, _TENANT, self.rows)
        await self.driver.execute("VACUUM ANALYZE bench_items")
        claimed, seconds = 0, 0.0
        while claimed < self.rows:
            began = time.perf_counter()
            attempts = await self.queue.claim(self.lease.worker, BATCH)
            seconds += time.perf_counter() - began
            if not attempts:
                raise ScraperSkyError(f"{claimed} of {self.rows} rows could be claimed.")
            for each in attempts:
                each.complete(Nothing("nothing_found"))
            await self.queue.complete(self.lease.worker, attempts)
            claimed += len(attempts)
        return Lap(claimed, seconds)


@asynccontextmanager
async def claimant(server: ScratchServer, database: str, done: int, rows: int) -> AsyncIterator[Claimant]:
    await administer(server.url, f"CREATE DATABASE {database} TEMPLATE {server.url.database}")
    place = server.at(database)
    driver, engine = await asyncpg.connect(place.plain_address), make_engine(place.address)
    await driver.execute(_DONE, _TENANT, done)
    await driver.execute("VACUUM ANALYZE bench_items")
    async with Lease(engine).held() as lease:
        yield Claimant(driver, Queue(bench_check, engine), lease, rows)
    await engine.dispose()
    await driver.close()


async def measure(run: BenchRun) -> BenchResult:
    sizes, rows, rounds = run.choose((SIZES, CLAIMED, ROUNDS), (QUICK_SIZES, QUICK_CLAIMED, QUICK_ROUNDS))
    first, *others = run.sizes or sizes
    names = {size: f"{size:,} rows done" for size in (first, *others)}
    held = f"{names[first]}, vacuum held back"
    contenders: dict[str, Contender] = {}
    async with scratch_server() as (server, engine), AsyncExitStack() as stack:
        await make_items(server, engine)
        await engine.dispose()
        for size, name in names.items():
            contenders[name] = (await stack.enter_async_context(claimant(server, f"done_{size}", size, rows))).lap
        last = await stack.enter_async_context(claimant(server, "held", first, rows))
        contenders[held] = last.lap
        holder = await asyncpg.connect(server.at("held").plain_address)
        await race(contenders, 1)  # to warm up
        await holder.execute(_HELD)
        laps = await race(contenders, rounds)
        await holder.close()
    compared = [Comparison(f"{first}_at_{size}", names[size], names[first], goal=0.667) for size in others]
    compared.append(Comparison(f"{first}_without_vacuum", held, names[first], goal=0.667))
    return BenchResult("claims", laps, "rows", compared)
