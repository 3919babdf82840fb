"""`scrapersky bench queue`: the queue beside its floor, raw SQL, beside a session and two commits a row, and others."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import uvloop
from sqlalchemy import Text, func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, race, timed
from scrapersky.bench.queue_peers.contenders import QUEUE_PEERS, queue_peers
from scrapersky.bench.served import ScratchServer, child, line_of, scratch_server
from scrapersky.curation_sdk import Curation, Schedule, Workflow
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.queue import Lease, Runtime, run_job_loop
from scrapersky.curation_sdk.schema import STORAGE, type_statements
from scrapersky.db.engine import make_engine
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError

OURS, FLOOR, PATTERN = "ScraperSky", "raw SQL", "a session and two commits a row"
ROWS, QUICK_ROWS = 20_000, 1_500
ROUNDS, QUICK_ROUNDS = 3, 2
BATCH = 100
PATTERN_SHARE = 10  # of the rows: with all of them it would take minutes
_TENANT = UUID(int=1)
_WORKERS = 2


@asynccontextmanager
async def working_pair(who: str, *addresses: str) -> AsyncIterator[Callable[[Any, AsyncEngine], Awaitable[None]]]:
    """In processes of their own, which take all rows there are at each line they are sent."""
    async with AsyncExitStack() as stack:
        started = [child("scrapersky.bench.queue", who, *addresses) for _ in range(_WORKERS)]
        workers = [await stack.enter_async_context(each) for each in started]

        async def said(worker: asyncio.subprocess.Process) -> None:
            if not await line_of(worker):
                raise ScraperSkyError(f"A worker of {who} ended.")

        async def run(_: Any, __: AsyncEngine) -> None:
            for worker in workers:
                assert worker.stdin is not None  # noqa: S101  asked for
                worker.stdin.write(b"go on\n")
            await asyncio.gather(*map(said, workers))

        await asyncio.gather(*map(said, workers))
        yield run


class _Base(DeclarativeBase):
    pass


class BenchItem(_Base):
    __tablename__ = "bench_items"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    name: Mapped[str] = mapped_column(Text)

    bench_check = Curation()


async def _work(_: BenchItem, __: object) -> int:
    return 1


async def _save(_: AsyncSession, __: BenchItem, produced: int) -> int:
    return produced


bench_check: AnyWorkflow = Workflow(
    code="WF0", title="Bench check", curation=BenchItem.bench_check, work=_work, save=_save
)

FILL = """
INSERT INTO bench_items (tenant_id, name, bench_check_curation_status, bench_check_processing_status,
bench_check_queue_order) SELECT $1, 'item ' || n, 'Queued', 'Queued', now() FROM generate_series(1, $2::int) n
"""
CLAIM_ITEMS = """
WITH due AS MATERIALIZED (
    SELECT id FROM bench_items WHERE bench_check_processing_status = 'Queued' AND bench_check_queue_order <= now()
    ORDER BY bench_check_priority DESC, bench_check_queue_order, id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
UPDATE bench_items SET bench_check_processing_status = 'Processing', bench_check_attempts = bench_check_attempts + 1,
    bench_check_claim = $1, bench_check_updated_at = now()
WHERE id = ANY(ARRAY(SELECT id FROM due)) RETURNING id
"""
_COMPLETE = """
UPDATE bench_items SET bench_check_processing_status = 'Complete', bench_check_claim = NULL,
    bench_check_updated_at = now()
WHERE id = ANY($1::uuid[]) AND bench_check_claim = $2
"""
_LEFT = "SELECT count(*) FROM bench_items WHERE bench_check_processing_status <> 'Complete'"


async def _floor(driver: Any, _: AsyncEngine) -> None:
    """What PostgreSQL and the driver can do: one statement to claim, one to complete, no history."""
    while True:
        token = uuid4()
        rows = await driver.fetch(CLAIM_ITEMS, token, BATCH)
        if not rows:
            return
        await driver.execute(_COMPLETE, [row[0] for row in rows], token)


async def _ours(_: Any, engine: AsyncEngine) -> None:
    """As it ships: leases, fencing, retries, a line of history for each attempt."""
    async with Lease(engine).held() as lease:
        await run_job_loop(bench_check, Schedule(batch_size=BATCH, concurrency=BATCH), Runtime(engine, [], lease))


async def _pattern(_: Any, engine: AsyncEngine) -> None:
    """The specification's sample, repaired where it cannot run."""
    curation = BenchItem.bench_check
    while True:
        async with AsyncSession(engine) as session, session.begin():
            queued = select(BenchItem.id).where(curation.processing_status == "Queued").limit(BATCH)
            ids = list(await session.scalars(queued.with_for_update(skip_locked=True)))
            marked = {curation.processing_status: "Processing", curation.claim: uuid4()}
            await session.execute(update(BenchItem).where(BenchItem.id.in_(ids)).values(marked))
        if not ids:
            return
        for row_id in ids:
            async with AsyncSession(engine) as session, session.begin():
                await session.get(BenchItem, row_id)
                done = {curation.processing_status: "Complete", curation.claim: None, curation.processing_error: None}
                await session.execute(update(BenchItem).where(BenchItem.id == row_id).values(done))


async def work(who: str, address: str, plain_address: str) -> None:
    """As one of several, at each line of the input."""
    driver, engine = await asyncpg.connect(plain_address), make_engine(address)
    while True:
        sys.stdout.write("waiting\n")
        sys.stdout.flush()
        if not await asyncio.to_thread(sys.stdin.readline):
            return
        await {OURS: _ours, FLOOR: _floor}[who](driver, engine)


async def _lap(
    run: Callable[[Any, AsyncEngine], Awaitable[None]],
    driver: Any,
    engine: AsyncEngine,
    server: ScratchServer,
    rows: int,
) -> Lap:
    await driver.execute("TRUNCATE bench_items; TRUNCATE runs")
    await driver.execute(FILL, _TENANT, rows)
    await driver.execute("VACUUM ANALYZE bench_items")
    await driver.execute("CHECKPOINT")
    lap = await timed(run(driver, engine), rows, server.process)
    if left := await driver.fetchval(_LEFT):
        raise ScraperSkyError(f"{left} of {rows} rows were not completed.")
    return lap


async def _pair_lap(*lap: Any) -> Lap:
    """What the processes of the two take is not counted."""
    return replace(await _lap(*lap), processor_seconds=None)


def _two(who: str) -> str:
    return f"{who}, 2 workers"


async def make_items(server: ScratchServer, engine: AsyncEngine) -> None:
    await administer(server.url, *type_statements(BenchItem.bench_check))
    async with engine.begin() as connection:
        await connection.run_sync(_Base.metadata.create_all)
    await administer(server.url, f"ALTER TABLE bench_items SET ({STORAGE})")


async def measure(run: BenchRun) -> BenchResult:
    rows, rounds = run.choose((ROWS, ROUNDS), (QUICK_ROWS, QUICK_ROUNDS))
    async with scratch_server() as (server, engine), AsyncExitStack() as stack:
        await make_items(server, engine)
        driver = await asyncpg.connect(server.plain_address)
        shares = {OURS: (_ours, rows), FLOOR: (_floor, rows), PATTERN: (_pattern, rows // PATTERN_SHARE)}
        contenders: dict[str, Contender] = {
            name: partial(_lap, done_by, driver, engine, server, share) for name, (done_by, share) in shares.items()
        }
        peers = await queue_peers(run, server, rows, BATCH)
        contenders |= peers.contenders
        for who in () if run.quick else (OURS, FLOOR):
            pair = await stack.enter_async_context(working_pair(who, server.address, server.plain_address))
            contenders[_two(who)] = partial(_pair_lap, pair, driver, engine, server, rows)
        await race(contenders, 1)  # to warm up
        laps = await race(contenders, rounds)
        await driver.close()
    comparisons = [
        Comparison("floor", OURS, FLOOR, goal=0.85),
        Comparison("floor_by_two", _two(OURS), _two(FLOOR), goal=0.85),
        Comparison("pattern", OURS, PATTERN, goal=40),
        *(Comparison(peer.key, OURS, peer.name, goal=peer.goal) for peer in QUEUE_PEERS),
    ]
    return BenchResult("queue", laps, "rows", comparisons, peers.versions, peers.notes)


if __name__ == "__main__":
    gc.set_threshold(20_000)  # as every worker does
    gc.freeze()
    uvloop.run(work(*sys.argv[1:]))
