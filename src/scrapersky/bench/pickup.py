"""`scrapersky bench pickup`: from the commit that queues a row to the start of its work, beside a bare NOTIFY.

A worker in a process of its own has nothing to do between two rows; beside it, for the p99, the API has a lot to do.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

import aiohttp
import asyncpg
import uvloop
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, race
from scrapersky.bench.queue import CLAIM_ITEMS, BenchItem, make_items
from scrapersky.bench.served import LISTED, OUR_API, Served, child, line_of, plant_businesses, scratch_server, serving
from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.queue import QUEUE_CHANNEL, Lease, Runtime, Schedulers
from scrapersky.db.engine import make_engine
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError

OURS, RAW, CLAIM = "ScraperSky", "raw NOTIFY", "raw NOTIFY and claim"
ROWS, QUICK_ROWS = 300, 20
ROUNDS, QUICK_ROUNDS = 3, 1
PAUSE, PATIENCE = 0.01, 120.0
CLIENTS, LISTED_ROWS = 8, 5_000
_CHANNELS = {OURS: QUEUE_CHANNEL, RAW: "bench_bare", CLAIM: "bench_claim"}
_QUEUE = """
INSERT INTO bench_items (tenant_id, name, bench_check_curation_status, bench_check_processing_status,
bench_check_queue_order) VALUES ('00000000-0000-0000-0000-000000000001', $1, 'Queued', 'Queued', now())
"""


def _begin(name: str) -> None:
    sys.stdout.write(f"{name} {time.monotonic()}\n")
    sys.stdout.flush()


async def _work(item: BenchItem, _: object) -> int:
    _begin(item.name)
    return 1


async def _save(_: AsyncSession, __: BenchItem, produced: int) -> int:
    return produced


async def work(address: str) -> None:
    """As a worker of ours does, until its input ends."""
    bench_check: AnyWorkflow = Workflow(
        code="WF0", title="Bench check", curation=BenchItem.bench_check, work=_work, save=_save
    )
    engine = make_engine(address)
    schedulers = Schedulers(Runtime(engine, [], Lease(engine)))
    schedulers.setup(bench_check, Schedule())
    await schedulers.start()
    _begin("ready")
    await asyncio.to_thread(sys.stdin.read)
    await schedulers.stop()


async def listen(address: str) -> None:
    driver = await asyncpg.connect(address)
    await driver.add_listener(_CHANNELS[RAW], lambda *said: _begin(said[-1]))
    _begin("ready")
    await asyncio.to_thread(sys.stdin.read)


async def listen_and_claim(address: str) -> None:
    """The least that somebody must do to be the only one who begins."""
    heard, listener, driver = asyncio.Event(), await asyncpg.connect(address), await asyncpg.connect(address)
    await listener.add_listener(_CHANNELS[CLAIM], lambda *_: heard.set())
    _begin("ready")
    while await heard.wait():
        heard.clear()
        for (name,) in await driver.fetch(CLAIM_ITEMS.replace("RETURNING id", "RETURNING name"), uuid4(), 1):
            _begin(name)


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody in another process who says when each row began."""

    name: str
    process: asyncio.subprocess.Process

    async def began(self, row: str) -> float:
        async with asyncio.timeout(PATIENCE):
            said = (await line_of(self.process)).split()
        if said[:1] != [row]:
            raise ScraperSkyError(f"{self.name} began {said}, and {row} was queued.")
        return float(said[1])


@asynccontextmanager
async def waiting(name: str, address: str) -> AsyncIterator[Waiter]:
    async with child("scrapersky.bench.pickup", name, address) as process:
        waiter = Waiter(name, process)
        await waiter.began("ready")
        yield waiter


@dataclass(frozen=True, slots=True)
class Sender:
    driver: Any
    rows: int

    async def lap(self, waiter: Waiter, percent: int) -> Lap:
        took = [await self._send(waiter, f"row-{number}") for number in range(self.rows)]
        return Lap(1, statistics.quantiles(took, n=100, method="inclusive")[percent - 1])

    async def loaded_lap(self, waiter: Waiter, served: Served) -> Lap:
        """So many ask for lists all the while."""
        async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as tasks:
            asking = [tasks.create_task(_ask(session, served)) for _ in range(CLIENTS)]
            lap = await self.lap(waiter, 99)
            for task in asking:
                task.cancel()
        return lap

    async def _send(self, waiter: Waiter, row: str) -> float:
        transaction = self.driver.transaction()
        await transaction.start()
        await self.driver.execute(_QUEUE, row)  # by all: a commit that writes nothing need not wait for the disk
        told = "bench_check" if waiter.name == OURS else row
        await self.driver.execute("SELECT pg_notify($1, $2)", _CHANNELS[waiter.name], told)
        sent = time.monotonic()
        await transaction.commit()
        began = await waiter.began(row)
        await asyncio.sleep(PAUSE)
        return began - sent


async def _ask(session: aiohttp.ClientSession, served: Served) -> None:
    while True:
        async with session.get(f"{served.address}{LISTED}/list", headers=served.headers) as answer:
            await answer.read()


async def measure(run: BenchRun) -> BenchResult:
    rows, rounds = run.choose((ROWS, ROUNDS), (QUICK_ROWS, QUICK_ROUNDS))
    everybody = (OURS, RAW, CLAIM)
    idle, loaded = ({name: f"{name}, {what}" for name in everybody} for what in ("p50 idle", "p99 with a busy API"))
    contenders: dict[str, Contender] = {}
    async with scratch_server() as (server, engine), AsyncExitStack() as stack:
        await make_items(server, engine)
        await engine.dispose()
        places = {OURS: server, RAW: server.at("bare"), CLAIM: server.at("claim")}
        for name in ("bare", "claim"):
            await administer(server.url, f"CREATE DATABASE {name} TEMPLATE {server.url.database}")
        token = await plant_businesses(server, engine, LISTED_ROWS)
        served = await stack.enter_async_context(serving(server, *OUR_API, token=token))
        for name in everybody:
            address = places[name].address if name == OURS else places[name].plain_address
            waiter = await stack.enter_async_context(waiting(name, address))
            sender = Sender(await asyncpg.connect(places[name].plain_address), rows)
            contenders[idle[name]] = partial(sender.lap, waiter, 50)
            contenders[loaded[name]] = partial(sender.loaded_lap, waiter, served)
        await race(contenders, 1)  # to warm up
        laps = await race(contenders, rounds)
    compared = [
        Comparison("notify_when_idle", idle[OURS], idle[RAW], goal=0.5),
        Comparison("notify_and_claim_when_idle", idle[OURS], idle[CLAIM]),
        Comparison("notify_under_load", loaded[OURS], loaded[RAW], goal=0.1),
    ]
    return BenchResult("pickup", laps, "starts", compared)


if __name__ == "__main__":
    uvloop.run({OURS: work, RAW: listen, CLAIM: listen_and_claim}[sys.argv[1]](sys.argv[2]))
