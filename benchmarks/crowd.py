"""How a list answers while many people ask at once and rows are being worked on, against how it answers one person.

In one terminal, with a data folder that may be thrown away, and two processes that work on rows beside the server:

    export SCRAPERSKY_DATA=/tmp/crowd WORKER_PROCESSES=2
    scrapersky up --port 8123

In another, from the project's root, with the same SCRAPERSKY_DATA:

    scrapersky user add ana --role admin
    python -m benchmarks.crowd http://127.0.0.1:8123 "$(scrapersky token ana | tail -1)"
        [--clients 200] [--seconds 120] [--pause 5] [--rows 20000] [--streams 1000 --process PID]

The rows are imported and queued while their workflow is paused, and one person asks for the list of them. Then the
workflow goes on, and the crowd comes; each waits about `pause` seconds between two requests. Rows that are done before
the crowd has gone make its time easier: the last line says how many were left. Nothing else should run on the machine.

With --streams nobody asks for lists but one; so many windows are open and wait for news. PID is the process that serves
them, whose memory is told before, meanwhile and after.
"""

import argparse
import asyncio
import os
import random
import statistics
import time
from collections import Counter, defaultdict
from pathlib import Path
from uuid import uuid4

import aiohttp

WORKFLOW = "domain_extraction"
LIST = "/api/v3/domain-extraction/list"
OTHERS = ("/api/v3/domain-curation/list", "/api/v3/overview", "/api/v3/domain-extraction/facets", "/api/v3/meta")
SHARE_OF_LISTS = 0.6
ROWS_PER_FILE = 5_000
STREAMS_PER_PERSON = 25


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


async def watch_idle_streams(chosen: argparse.Namespace) -> None:
    async with aiohttp.ClientSession(
        chosen.address,
        headers={"Authorization": f"Bearer {chosen.token}"},
        connector=aiohttp.TCPConnector(limit=0),
        timeout=aiohttp.ClientTimeout(total=None),
    ) as session:
        people = [await signed_in(session) for _ in range(-(-chosen.streams // STREAMS_PER_PERSON))]
        await asyncio.sleep(6)  # streams of whoever just got their password end, and windows open them again
        await tell_state(session, chosen.process, "before")
        windows = [people[number % len(people)] for number in range(chosen.streams)]
        streams = [await opened(session, token) for token in windows]
        statuses = Counter(stream.status for stream in streams)
        print(f"{len(streams)} streams opened: {dict(statuses)}; one more: {(await opened(session, people[0])).status}")
        await tell_state(session, chosen.process, "open")
        await asyncio.sleep(chosen.seconds)
        silent = [stream for stream in streams if stream.content.is_eof() or not stream.content.total_bytes]
        await tell_state(session, chosen.process, f"open, {chosen.seconds:.0f} s later; {len(silent)} ended or silent")
        for stream in streams:
            stream.close()
        await asyncio.sleep(5)
        await tell_state(session, chosen.process, "closed")


async def signed_in(session: aiohttp.ClientSession) -> str:
    """Somebody new: one person has only so many windows."""
    who = {"name": f"idle-{uuid4().hex[:8]}", "password": uuid4().hex}
    async with session.post("/api/v3/users", json=who | {"role": "viewer"}) as answer:
        answer.raise_for_status()
    async with session.post("/api/v3/auth/login", json=who) as answer:
        answer.raise_for_status()
        return str((await answer.json())["access_token"])


async def opened(session: aiohttp.ClientSession, token: str) -> aiohttp.ClientResponse:
    return await session.get("/api/v3/events", headers={"Authorization": f"Bearer {token}"})


async def tell_state(session: aiohttp.ClientSession, process: int, when: str) -> None:
    alone = Crowd(session, 0)
    for _ in range(100):
        await alone.ask(LIST)
    megabytes, sockets = size_of(Path(f"/proc/{process}"))
    middle, last = (milliseconds(alone.took[LIST], percent) for percent in (50, 99))
    print(
        f"{when}: {megabytes:.0f} MB, {sockets} sockets,"
        f" list p50 {middle:.1f} ms p99 {last:.1f} ms {dict(alone.statuses)}"
    )


def size_of(process: Path) -> tuple[float, int]:
    """Its memory and its sockets."""
    lines = (process / "status").read_text(encoding="utf-8").splitlines()
    (kilobytes,) = (int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return kilobytes / 1024, sum(str(file.readlink()).startswith("socket") for file in (process / "fd").iterdir())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("token")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pause", type=float, default=5)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--streams", type=int, default=0)
    parser.add_argument("--process", type=int)
    given = parser.parse_args()
    asyncio.run(watch_idle_streams(given) if given.streams else measure(given))
