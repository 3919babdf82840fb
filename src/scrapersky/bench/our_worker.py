"""`python -m scrapersky.bench.our_worker WORKFLOW URL PORT AT_ONCE WARM_UP`: one worker does all there is."""

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
from scrapersky.bench.frame import ProcessorClock
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.declaring import AnyWorkflow, Curation
from scrapersky.curation_sdk.queue import Lease, Runtime, run_job_loop
from scrapersky.db.engine import make_engine
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf8_contact_curation import contact_curation

BATCH = 100
_WORKFLOWS: dict[str, AnyWorkflow] = {each.name: each for each in (sitemap_import, page_curation, contact_curation)}


class OneServer:
    """Every name leads to a public address for the guard to judge, and from there to one server, as a rule our own."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self._place = host, port

    async def resolve(self, _host: str) -> Sequence[str]:
        return ["44.0.0.1"]

    def dial(self, _address: str, _port: int, _host: str) -> tuple[str, int]:
        return self._place


async def queue(engine: AsyncEngine, curation: Curation, rows: int | None) -> int:
    """So many more, or all that are left."""
    chosen = select(curation.id).where(curation.processing_status.is_(None)).order_by(curation.id).limit(rows)
    statuses = {curation.curation_status: "Queued", curation.processing_status: "Queued"}
    async with AsyncSession(engine) as session, session.begin():
        queued = (
            update(curation.model)
            .where(curation.id.in_(chosen))
            .values({**statuses, curation.queue_order: func.now()})
            .returning(curation.id)
        )
        return len((await session.execute(queued)).all())


async def drain(workflow: AnyWorkflow, schedule: Schedule, runtime: Runtime) -> None:
    """To the last row: one whose host was busy comes back later."""
    waiting = select(func.count()).where(workflow.curation.processing_status == "Queued")
    while True:
        await run_job_loop(workflow, schedule, runtime)
        async with AsyncSession(runtime.engine) as session:
            if not await session.scalar(waiting):
                return
        await asyncio.sleep(0.02)


async def work(workflow: AnyWorkflow, url: str, port: int, at_once: int, warm_up: int) -> dict[str, float | None]:
    engine, internet = make_engine(url), OneServer(port)
    settings = Settings.model_validate({"database_url": url, "fetch_interval_seconds": 0})
    schedule = replace(workflow.schedule, batch_size=BATCH, concurrency=at_once)
    async with (
        open_clients(settings, engine, Internet(internet, internet.dial)) as clients,
        Lease(engine).held() as lease,
    ):
        runtime = Runtime(engine, clients, lease)
        await queue(engine, workflow.curation, warm_up)
        await drain(workflow, schedule, runtime)
        pages = await queue(engine, workflow.curation, None)
        started, clock = time.perf_counter(), ProcessorClock(os.getpid())
        await drain(workflow, schedule, runtime)
        lap = {"units": pages, "seconds": time.perf_counter() - started, "processor_seconds": clock.spent}
    await engine.dispose()
    return lap


def main() -> None:
    name, url, *numbers = sys.argv[1:]
    gc.set_threshold(20_000)  # as every worker does
    port, at_once, warm_up = map(int, numbers)
    sys.stdout.write(orjson.dumps(uvloop.run(work(_WORKFLOWS[name], url, port, at_once, warm_up))).decode() + "\n")


if __name__ == "__main__":
    main()
