"""`python -m scrapersky.bench.pages.our_worker URL PORT AT_ONCE`: one worker reads all queued pages, and tells how."""

import asyncio
import gc
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

import orjson
import uvloop
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.app.internet import Internet, open_clients
from scrapersky.bench.pages.made_sites import WARM_UP_PAGES
from scrapersky.bench.processors import processor_seconds
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.queue import Lease, Runtime, run_job_loop
from scrapersky.db.engine import make_engine
from scrapersky.models.page import Page
from scrapersky.workflows.wf7_page_curation import page_curation

BATCH = 100


class Loopback:
    """Every name leads to a public address for the guard to judge, and from there to the server on this machine."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(self, _host: str) -> Sequence[str]:
        return ["44.0.0.1"]

    def dial(self, _address: str, _port: int, _host: str) -> tuple[str, int]:
        return "127.0.0.1", self._port


async def queue(engine: AsyncEngine, pages: int | None) -> int:
    """So many more, or all that are left."""
    chosen = select(Page.id).where(Page.page_curation.processing_status.is_(None)).order_by(Page.id).limit(pages)
    statuses = {Page.page_curation.curation_status: "Queued", Page.page_curation.processing_status: "Queued"}
    async with AsyncSession(engine) as session, session.begin():
        queued = (
            update(Page).where(Page.id.in_(chosen)).values({**statuses, Page.page_curation.queue_order: func.now()})
        )
        return len((await session.execute(queued.returning(Page.id))).all())


async def drain(engine: AsyncEngine, schedule: Schedule, runtime: Runtime) -> None:
    """To the last page: one whose host was busy comes back later."""
    waiting = select(func.count()).where(Page.page_curation.processing_status == "Queued")
    while True:
        await run_job_loop(page_curation, schedule, runtime)
        async with AsyncSession(engine) as session:
            if not await session.scalar(waiting):
                return
        await asyncio.sleep(0.02)


async def work(url: str, port: int, at_once: int) -> dict[str, float | None]:
    engine, internet = make_engine(url), Loopback(port)
    settings = Settings.model_validate({"database_url": url, "fetch_interval_seconds": 0})
    schedule = replace(page_curation.schedule, batch_size=BATCH, concurrency=at_once)
    async with (
        open_clients(settings, engine, Internet(internet, internet.dial)) as clients,
        Lease(engine).held() as lease,
    ):
        runtime = Runtime(engine, clients, lease)
        await queue(engine, WARM_UP_PAGES)
        await drain(engine, schedule, runtime)
        pages = await queue(engine, None)
        started, processor = time.perf_counter(), processor_seconds(os.getpid())
        await drain(engine, schedule, runtime)
        seconds, ended = time.perf_counter() - started, processor_seconds(os.getpid())
    await engine.dispose()
    taken = None if ended is None or processor is None else ended - processor
    return {"units": pages, "seconds": seconds, "processor_seconds": taken}


def main() -> None:
    url, port, at_once = sys.argv[1:]
    gc.set_threshold(20_000)  # as every worker does
    sys.stdout.write(orjson.dumps(uvloop.run(work(url, int(port), int(at_once)))).decode() + "\n")


if __name__ == "__main__":
    main()
