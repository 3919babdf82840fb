"""What an open window that waits for news costs the server, and how a list answers while many are open.

In one terminal, with a data folder that may be thrown away:

    export SCRAPERSKY_DATA=/tmp/crowd
    scrapersky up --port 8123

In another, from the project's root, with the same SCRAPERSKY_DATA:

    scrapersky user add ana --role admin
    python -m benchmarks.crowd http://127.0.0.1:8123 "$(scrapersky token ana | tail -1)" --process PID
        [--streams 1000] [--seconds 120]

PID is the process that serves them, whose memory is told before, meanwhile and after. Nothing else should run on the
machine. How lists answer to many who ask at once is measured by `scrapersky bench requests`.
"""

import argparse
import asyncio
import statistics
import time
from collections import Counter
from pathlib import Path
from uuid import uuid4

import aiohttp

LIST = "/api/v3/domain-extraction/list"
ASKED = 100
STREAMS_PER_PERSON = 25


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
    took, statuses = list[float](), Counter[int]()
    for _ in range(ASKED):
        began = time.perf_counter()
        async with session.get(LIST) as answer:
            await answer.read()
        took.append(1000 * (time.perf_counter() - began))
        statuses[answer.status] += 1
    parts = statistics.quantiles(took, n=100, method="inclusive")
    megabytes, sockets = size_of(Path(f"/proc/{process}"))
    told = f"list p50 {parts[49]:.1f} ms p99 {parts[98]:.1f} ms {dict(statuses)}"
    print(f"{when}: {megabytes:.0f} MB, {sockets} sockets, {told}")


def size_of(process: Path) -> tuple[float, int]:
    """Its memory and its sockets."""
    lines = (process / "status").read_text(encoding="utf-8").splitlines()
    (kilobytes,) = (int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return kilobytes / 1024, sum(str(file.readlink()).startswith("socket") for file in (process / "fd").iterdir())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("token")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--process", type=int, required=True)
    asyncio.run(watch_idle_streams(parser.parse_args()))
