"""The queue against its floor and against the specification's literal pattern, side by side in one run.

    python -m benchmarks.queue [--rows 20000] [--batch 100] [--rounds 3] [--latency 300]

No-op work, one worker, one table, the same indexes for all. Read the ratios: machines differ and are shared. The
processor time that a row takes, of this process and of the server's, is the steadier figure where others are busy too.
"""

import argparse
import asyncio
import gc
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import psutil
import uvloop
from rich.console import Console
from rich.table import Table
from sqlalchemy import Text, func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.cli.running import collect_seldom
from scrapersky.curation_sdk import Curation, Schedule, Workflow
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.job_loop import Runtime, run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.curation_sdk.schema.ddl import STORAGE, type_statements
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema

TENANT = UUID(int=1)
LITERAL_SHARE = 10  # the literal pattern gets a tenth of the rows, or it would take minutes


class Base(DeclarativeBase):
    pass


class Item(Base):
    __tablename__ = "items"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    name: Mapped[str] = mapped_column(Text)

    item_check = Curation()


async def work(_: Item, starts: list[float]) -> int:
    starts.append(time.perf_counter())
    return 1


async def save(_: AsyncSession, __: Item, produced: int) -> int:
    return produced


item_check: AnyWorkflow = Workflow(code="WF0", title="Item check", curation=Item.item_check, work=work, save=save)


async def prepare(engine: AsyncEngine) -> None:
    await apply_schema(engine)
    async with engine.begin() as connection:
        for statement in type_statements(Item.item_check):
            await connection.exec_driver_sql(statement)
        await connection.run_sync(Base.metadata.create_all)
        await connection.exec_driver_sql(f"ALTER TABLE items SET ({STORAGE})")


async def fill(driver: Any, rows: int) -> None:
    await driver.execute("TRUNCATE items; TRUNCATE runs")
    await driver.execute(
        "INSERT INTO items (tenant_id, name, item_check_curation_status, item_check_processing_status,"
        " item_check_queue_order)"
        " SELECT $1, 'item ' || n, 'Queued', 'Queued', now() FROM generate_series(1, $2::int) n",
        TENANT,
        rows,
    )
    await driver.execute("VACUUM ANALYZE items")
    await driver.execute("CHECKPOINT")


CLAIM = """
WITH due AS MATERIALIZED (
    SELECT id FROM items WHERE item_check_processing_status = 'Queued' AND item_check_queue_order <= now()
    ORDER BY item_check_priority DESC, item_check_queue_order, id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
UPDATE items SET item_check_processing_status = 'Processing', item_check_attempts = item_check_attempts + 1,
    item_check_claim = $1, item_check_updated_at = now()
WHERE id = ANY(ARRAY(SELECT id FROM due)) RETURNING id
"""
COMPLETE = """
UPDATE items SET item_check_processing_status = 'Complete', item_check_claim = NULL, item_check_updated_at = now()
WHERE id = ANY($1::uuid[]) AND item_check_claim = $2
"""


async def floor(driver: Any, _: AsyncEngine, batch: int) -> None:
    """What PostgreSQL and the driver can do: one statement to claim, one to complete, no history."""
    while True:
        token = uuid4()
        rows = await driver.fetch(CLAIM, token, batch)
        if not rows:
            return
        await driver.execute(COMPLETE, [row[0] for row in rows], token)


async def sdk(_: Any, engine: AsyncEngine, batch: int) -> None:
    """The SDK as it ships: leases, fencing, retries, one history row per attempt."""
    lease = Lease(engine)
    await lease.acquire()
    await run_job_loop(item_check, Schedule(batch_size=batch, concurrency=batch), Runtime(engine, [], lease))


async def literal_pattern(_: Any, engine: AsyncEngine, batch: int) -> None:
    """The specification's sample, repaired where it cannot run: a session and two commits per row."""
    curation = Item.item_check
    while True:
        async with AsyncSession(engine) as session, session.begin():
            statement = select(Item.id).where(curation.processing_status == "Queued").limit(batch)
            ids = list(await session.scalars(statement.with_for_update(skip_locked=True)))
            marked = {curation.processing_status: "Processing", curation.claim: uuid4()}
            await session.execute(update(Item).where(Item.id.in_(ids)).values(marked))
        if not ids:
            return
        for row_id in ids:
            async with AsyncSession(engine) as session, session.begin():
                await session.get(Item, row_id)
                done = {curation.processing_status: "Complete", curation.claim: None, curation.processing_error: None}
                await session.execute(update(Item).where(Item.id == row_id).values(done))


Contender = Callable[[Any, AsyncEngine, int], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast rows went, and what each took of the processor, in microseconds."""

    rows_per_second: float
    python: float
    postgresql: float


def server_seconds(driver: Any) -> float:
    """Processor time of all server processes that still run."""
    server, seconds = psutil.Process(driver.get_server_pid()).parent(), 0.0
    for each in server.children() if server else []:
        with suppress(psutil.NoSuchProcess):
            times = each.cpu_times()
            seconds += times.user + times.system
    return seconds


async def rate(contender: Contender, driver: Any, engine: AsyncEngine, *, rows: int, batch: int) -> Rate:
    await fill(driver, rows)
    server, python, started = server_seconds(driver), time.process_time(), time.perf_counter()
    await contender(driver, engine, batch)
    taken, python, server = (
        time.perf_counter() - started,
        time.process_time() - python,
        server_seconds(driver) - server,
    )
    left = await driver.fetchval("SELECT count(*) FROM items WHERE item_check_processing_status <> 'Complete'")
    assert left == 0, f"{left} rows were not completed"
    return Rate(rows / taken, python / rows * 1e6, server / rows * 1e6)


def middle(rates: list[Rate]) -> Rate:
    return Rate(
        median(each.rows_per_second for each in rates),
        median(each.python for each in rates),
        median(each.postgresql for each in rates),
    )


async def throughput(driver: Any, engine: AsyncEngine, *, rows: int, batch: int, rounds: int) -> dict[str, Rate]:
    """Rounds alternate, so that a neighbour's noise falls on all alike; the middle round counts."""
    literal_rows = max(rows // LITERAL_SHARE, 500)
    contenders: dict[str, tuple[Contender, int]] = {
        "floor: raw SQL, asyncpg": (floor, rows),
        "Curation SDK": (sdk, rows),
        "specification's pattern": (literal_pattern, literal_rows),
    }
    rates: dict[str, list[Rate]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, (contender, count) in contenders.items():
            rates[name].append(await rate(contender, driver, engine, rows=count, batch=batch))
    return {name: middle(values) for name, values in rates.items()}


async def latency(driver: Any, engine: AsyncEngine, samples: int) -> list[float]:
    """Milliseconds from the commit that queued a row to the start of its work."""
    await fill(driver, 0)
    await driver.execute(
        "INSERT INTO items (tenant_id, name) SELECT $1, 'x' FROM generate_series(1, $2::int)", TENANT, samples
    )
    ids = [row[0] for row in await driver.fetch("SELECT id FROM items")]
    starts: list[float] = []
    schedulers = Schedulers(Runtime(engine, starts, Lease(engine)))
    schedulers.setup(item_check, Schedule(interval_minutes=60))
    await schedulers.start()
    await asyncio.sleep(0.3)
    delays: list[float] = []
    for item in ids:
        async with AsyncSession(engine) as session, session.begin():
            await change_status(session, item_check, Actor(TENANT, "benchmark"), [item], Decision(Settable.QUEUED))
        committed, seen = time.perf_counter(), len(delays)
        async with asyncio.timeout(10):
            while len(starts) == seen:  # noqa: ASYNC110  a clock is being read here
                await asyncio.sleep(0.0005)
        delays.append(max(0.0, (starts[-1] - committed) * 1000))
        await asyncio.sleep(0.005)
    await schedulers.stop()
    return sorted(delays)


async def measure(options: argparse.Namespace, url: str) -> None:
    engine = make_engine(url)
    await prepare(engine)
    driver = await asyncpg.connect(url.replace("+asyncpg", ""))
    found = await throughput(driver, engine, rows=options.rows, batch=options.batch, rounds=options.rounds)
    columns = ("", "rows/s", "of the floor", "Python µs/row", "PostgreSQL µs/row")
    table = Table(*columns, title=f"No-op work, batch {options.batch}, one worker")
    best = next(iter(found.values())).rows_per_second
    for name, each in found.items():
        share = f"{each.rows_per_second / best:.2f}"
        table.add_row(name, f"{each.rows_per_second:,.0f}", share, f"{each.python:.1f}", f"{each.postgresql:.1f}")
    delays = await latency(driver, engine, options.latency)
    console = Console()
    console.print(table)
    p50, p99 = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
    console.print(f"Pick-up after commit: p50 {p50:.2f} ms, p99 {p99:.2f} ms, {len(delays)} samples")
    await driver.close()
    await engine.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--latency", type=int, default=300)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="scrapersky-benchmark-"))
    server = EmbeddedServer(folder / "postgres")
    gc.freeze()  # both as every command does
    collect_seldom()
    try:
        uvloop.run(measure(options, server.start()))
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
