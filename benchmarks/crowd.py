"""How a list answers while many people ask at once and rows are being worked on, against how it answers one person.

In one terminal, with a data folder that may be thrown away, and two processes that work on rows beside the server:

    export SCRAPERSKY_DATA=/tmp/crowd WORKER_PROCESSES=2
    scrapersky up --port 8123

In another, from the project's root, with the same SCRAPERSKY_DATA:

    scrapersky user add ana --role admin
    python -m benchmarks.crowd http://127.0.0.1:8123 "$(scrapersky token ana | tail -1)"
        [--clients 200] [--seconds 120] [--pause 5] [--rows 20000]

The rows are imported and queued while their workflow is paused, and one person asks for the list of them. Then the
workflow goes on, and the crowd comes; each waits about `pause` seconds between two requests. Rows that are done before
the crowd has gone make its time easier: the last line says how many were left. Nothing else should run on the machine.
"""

import argparse
import asyncio
import os
import random
import statistics
import time
from collections import Counter, defaultdict
from uuid import uuid4

import aiohttp

WORKFLOW = "domain_extraction"
LIST = "/api/v3/domain-extraction/list"
OTHERS = ("/api/v3/domain-curation/list", "/api/v3/overview", "/api/v3/domain-extraction/facets", "/api/v3/meta")
SHARE_OF_LISTS = 0.6
ROWS_PER_FILE = 5_000


class Crowd:
    def __init__(self, session: aiohttp.ClientSession, pause: float) -> None:
        self._session, self._pause = session, pause
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()

    async def ask(self, path: str) -> None:
        began = time.perf_counter()
        async with self._session.get(path) as answer:
            await answer.read()
        self.took[path].append(time.perf_counter() - began)
        self.statuses[answer.status] += 1

    async def ask_until(self, end: float) -> None:
        await asyncio.sleep(random.uniform(0, self._pause))
        while time.perf_counter() < end:
            await self.ask(LIST if random.random() < SHARE_OF_LISTS else random.choice(OTHERS))
            await asyncio.sleep(random.uniform(0.5, 1.5) * self._pause)


async def import_rows(session: aiohttp.ClientSession, count: int) -> None:
    batch = uuid4().hex[:8]
    for start in range(0, count, ROWS_PER_FILE):
        numbers = range(start, min(start + ROWS_PER_FILE, count))
        lines = [f"{batch}-{number},Business {number},https://b{number}-{batch}.example/" for number in numbers]
        form = aiohttp.FormData()
        form.add_field("file", "\n".join(["id,name,website", *lines]), filename="rows.csv", content_type="text/csv")
        form.add_fields(("into", "businesses"), ("queue", "true"))
        async with session.post("/api/v3/imports", data=form) as answer:
            answer.raise_for_status()


async def set_paused(session: aiohttp.ClientSession, paused: str) -> None:
    async with session.put(f"/api/v3/workflows/{WORKFLOW}/paused/{paused}") as answer:
        answer.raise_for_status()


async def rows_left(session: aiohttp.ClientSession) -> int:
    async with session.get("/api/v3/overview") as answer:
        counts = {each["name"]: each["counts"] for each in (await answer.json())["workflows"]}
    return int(counts[WORKFLOW]["Queued"])


def milliseconds(took: list[float], percent: int) -> float:
    return statistics.quantiles(took, n=100, method="inclusive")[percent - 1] * 1000


async def measure(chosen: argparse.Namespace) -> None:
    headers = {"Authorization": f"Bearer {chosen.token}"}
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=3)  # before the server lets go of it
    async with aiohttp.ClientSession(chosen.address, headers=headers, connector=connector) as session:
        alone, crowd = Crowd(session, 0), Crowd(session, chosen.pause)
        await set_paused(session, "true")
        await import_rows(session, chosen.rows)
        for _ in range(200):
            await alone.ask(LIST)
        idle = milliseconds(alone.took[LIST][100:], 50)
        await set_paused(session, "false")
        before, end = await rows_left(session), time.perf_counter() + chosen.seconds
        await asyncio.gather(*(crowd.ask_until(end) for _ in range(chosen.clients)))
        after = await rows_left(session)
    print(f"load of the machine {os.getloadavg()[0]:.1f}; one person: list p50 {idle:.1f} ms")
    print(f"{chosen.clients} people, {sum(crowd.statuses.values()) / chosen.seconds:.0f} requests/s: {crowd.statuses}")
    for path, took in sorted(crowd.took.items()):
        middle, last = milliseconds(took, 50), milliseconds(took, 99)
        print(
            f"{path:40} {len(took):6} p50 {middle:7.1f} ms p99 {last:7.1f} ms, {last / idle:.1f} times the list's idle"
        )
    print(f"rows waiting: {before} before, {after} after")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("token")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pause", type=float, default=5)
    parser.add_argument("--rows", type=int, default=20_000)
    asyncio.run(measure(parser.parse_args()))
