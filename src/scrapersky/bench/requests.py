"""`scrapersky bench requests`: our list of 50 rows for many at once, beside a bare FastAPI endpoint with one query.

Ours also knows who asks, counts the rows, and gives cursors.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass

import aiohttp

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Lap, ProcessorClock, race
from scrapersky.bench.served import (
    BARE_LIST,
    LISTED,
    OUR_API,
    ScratchServer,
    Served,
    plant_businesses,
    scratch_server,
    serving,
)
from scrapersky.errors import ScraperSkyError

OURS, BARE = "ScraperSky", "bare FastAPI"
REQUESTS, QUICK_REQUESTS = 2_000, 200
ROUNDS, QUICK_ROUNDS = 5, 3
CLIENTS, ROWS, ON_A_PAGE = 100, 20_000, 50


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many who ask one server for the same at once."""

    session: aiohttp.ClientSession
    served: Served
    path: str
    database: ScratchServer
    requests: int

    async def lap(self) -> Lap:
        served, database = ProcessorClock(self.served.process), ProcessorClock(self.database.process)
        began, left = time.perf_counter(), iter(range(self.requests))
        await asyncio.gather(*(self._ask(left) for _ in range(CLIENTS)))
        return Lap(self.requests, time.perf_counter() - began, served.spent, database.spent)

    async def _ask(self, left: Iterator[int]) -> None:
        for _ in left:
            async with self.session.get(self.served.address + self.path, headers=self.served.headers) as answer:
                said = await answer.json()
            items = said if isinstance(said, list) else said.get("items", [])
            if len(items) != ON_A_PAGE or items[0]["name"] != f"Harbor Dental {ROWS}":
                raise ScraperSkyError(f"{self.path} answered {answer.status} and {len(items)} rows.")


async def measure(run: BenchRun) -> BenchResult:
    requests, rounds = run.choose((REQUESTS, ROUNDS), (QUICK_REQUESTS, QUICK_ROUNDS))
    async with scratch_server() as (server, engine):
        token = await plant_businesses(server, engine, ROWS)
        connector = aiohttp.TCPConnector(limit=0)
        async with (
            serving(server, *OUR_API, token=token) as ours,
            serving(server, BARE_LIST) as bare,
            aiohttp.ClientSession(connector=connector) as session,
        ):
            contenders = {
                OURS: Crowd(session, ours, f"{LISTED}/list", server, requests).lap,
                BARE: Crowd(session, bare, "/list", server, requests).lap,
            }
            await race(contenders, 1)  # to warm up
            laps = await race(contenders, rounds)
    return BenchResult("requests", laps, "requests", [Comparison("fastapi", OURS, BARE, goal=0.5)])
