"""`python -m benchmarks.reprocess [PAGES] [OPTION…]`: kept pages read again, killed half-way and gone on with.

The options are those of `scrapersky reprocess`, such as its engine. Prints the rate and the most memory that the
processes took. Exits with 1 where a page was left out, or where memory grows with the number of pages.
"""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from uuid import UUID

import psutil
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.bench.pages.made_sites import made_pages
from scrapersky.bench.served import scratch_server
from scrapersky.clients.reading.page_bodies import compressed
from scrapersky.models import Contact, Domain, Page, PageContent, Tenant

PAGES = 100_000
PAGES_OF_A_SITE = 10
SITES_AT_ONCE = 100
LARGEST_GROWTH = 1.3
_DONE = re.compile(r"([\d,]+) of [\d,]+ pages?, ([\d,]+) a second")


@dataclass
class Seen:
    """Of one run: pages done when looked at, and memory of the process and its readers then."""

    done: int = 0
    memory: list[int] = field(default_factory=list)
    rates: list[int] = field(default_factory=list)
    processor_seconds: float = 0.0
    words: str = ""


async def plant(engine: AsyncEngine, pages: int) -> None:
    """Pages that were looked at already. Those of a site differ; sites have the same ones."""
    bodies = [compressed(body) for body in made_pages()]
    async with AsyncSession(engine) as session, session.begin():
        tenant = (await session.scalars(insert(Tenant).values(name="benchmark").returning(Tenant.id))).one()
    for first in range(0, pages // PAGES_OF_A_SITE, SITES_AT_ONCE):
        sites = range(first, min(first + SITES_AT_ONCE, pages // PAGES_OF_A_SITE))
        async with AsyncSession(engine) as session, session.begin():
            await _plant_sites(session, tenant, sites, bodies)


async def _plant_sites(session: AsyncSession, tenant: UUID, sites: range, bodies: list[bytes]) -> None:
    names = [{"tenant_id": tenant, "name": f"site-{n}.com", "home_url": f"https://site-{n}.com/"} for n in sites]
    domains = (await session.scalars(insert(Domain).values(names).returning(Domain.id))).all()
    addresses = [
        {"tenant_id": tenant, "domain_id": domain, "url": f"https://site-{number}.com/{place}"}
        for number, domain in zip(sites, domains, strict=True)
        for place in range(PAGES_OF_A_SITE)
    ]
    keys = (await session.scalars(insert(Page).values(addresses).returning(Page.id))).all()
    looked_at = {"contact_curation_curation_status": "Queued", "contact_curation_processing_status": "Complete"}
    same = {"http_status": 200, "kind": "other", "encoding": "utf-8", **looked_at}
    contents = [
        same | page | {"page_id": key, "final_url": page["url"], "content_hash": page["url"], "html": body}
        for key, page, body in zip(keys, addresses, cycle(bodies), strict=False)
    ]
    await session.execute(insert(PageContent), contents)


@contextmanager
def reprocessing(folder: Path) -> Iterator[tuple[Popen[str], Seen]]:
    command = [sys.executable, "-m", "scrapersky", "reprocess", "--from", "html", *sys.argv[2:]]
    environment = os.environ | {"SCRAPERSKY_DATA": str(folder)}
    with Popen(command, env=environment, stdout=PIPE, text=True, start_new_session=True) as process:  # noqa: S603
        seen = Seen()
        reading = Thread(target=_listen, args=(process, seen), daemon=True)
        reading.start()
        yield process, seen
        process.wait()
        reading.join()


def _listen(process: Popen[str], seen: Seen) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        seen.words = line.strip()
        if found := _DONE.search(line):
            seen.done, rate = (int(number.replace(",", "")) for number in found.groups())
            seen.rates.append(rate)
            memory, seconds = _taken(process.pid)
            seen.memory.append(memory)
            seen.processor_seconds = max(seen.processor_seconds, seconds)
            print(f"{seen.words}; {memory >> 20} MB, {seconds:.0f} s of processors", flush=True)


def _taken(pid: int) -> tuple[int, float]:
    """Memory that is its own, and processor time, of it and of its readers."""
    try:
        process = psutil.Process(pid)
        every = (process, *process.children(recursive=True))
        times = [each.cpu_times() for each in every]
        return sum(each.memory_full_info().uss for each in every), sum(each.user + each.system for each in times)
    except psutil.Error:
        return 0, 0.0


async def main(pages: int) -> bool:
    async with scratch_server() as (server, engine):
        began = time.monotonic()
        await plant(engine, pages)
        print(f"{pages:,} pages planted in {time.monotonic() - began:.0f} s", flush=True)
        killed = await asyncio.to_thread(run_and_kill, server.folder, pages // 2)
        whole = await asyncio.to_thread(run_to_the_end, server.folder)
        return await judged(engine, pages, killed, whole)


def run_and_kill(folder: Path, at: int) -> Seen:
    with reprocessing(folder) as (process, seen):
        while seen.done < at and process.poll() is None:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGKILL)  # its readers too
    print(f"killed after {seen.done:,}", flush=True)
    return seen


def run_to_the_end(folder: Path) -> Seen:
    with reprocessing(folder) as (_, seen):
        pass
    print(seen.words, flush=True)
    return seen


async def judged(engine: AsyncEngine, pages: int, killed: Seen, whole: Seen) -> bool:
    async with AsyncSession(engine) as session:
        contacts = await session.scalar(select(func.count()).select_from(Contact))
    memory = [each for each in (*killed.memory, *whole.memory) if each]
    early, most = max(memory[: max(1, len(memory) // 4)]), max(memory)
    rate = sorted((killed.rates[-1], whole.rates[-1]))
    each = (killed.processor_seconds + whole.processor_seconds) / pages
    print(f"{rate[0]} to {rate[1]} pages a second, {each * 1000:.1f} ms of processors for each")
    print(f"at most {most >> 20} MB, in the first quarter {early >> 20} MB")
    print(f"{contacts:,} contacts of {pages // PAGES_OF_A_SITE:,} sites; ended: {whole.words}")
    return whole.words.startswith(f"{pages:,} pages read again") and most <= early * LARGEST_GROWTH


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else PAGES)) else 1)
