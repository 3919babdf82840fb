"""Processes that spend money and begin what is due, to be killed by tests. Made by a process that has read all modules
already, so that another one costs next to nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from multiprocessing.context import ForkServerProcess
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker
from tests.process import forks
from tests.simulated import place_settings_for_tests

from scrapersky.app.internet import Internet, open_clients
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.queue import Lease, Runtime, rescue, run_job_loop
from scrapersky.db.engine import make_engine
from scrapersky.services.searches.schedules import ScheduledSearches
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf1_single_search import single_search

LEASE_SECONDS = 1.0


def start(work: Callable[..., Awaitable[None]], database_url: str, *given: Any) -> ForkServerProcess:
    process = forks().Process(target=_run, args=(work, database_url, *given), daemon=True)
    process.start()
    return process


def _run(work: Callable[..., Awaitable[None]], database_url: str, *given: Any) -> None:
    async def open_and_work() -> None:
        engine = make_engine(database_url)
        try:
            await work(engine, *given)
        finally:
            await engine.dispose()

    asyncio.run(open_and_work())


async def search_on(engine: AsyncEngine, again: Callable[[], Internet]) -> None:
    """As a worker does that has nothing but searches, until it is killed."""
    outside = replace(again(), place_settings=place_settings_for_tests())
    settings = Settings.model_validate({"fetch_interval_seconds": 0.0})
    async with open_clients(settings, engine, outside) as clients, Lease(engine, LEASE_SECONDS).held() as lease:
        while True:
            await rescue(single_search, single_search.schedule, engine)
            await run_job_loop(single_search, single_search.schedule, Runtime(engine, clients, lease, 1.0))
            await asyncio.sleep(0.05)


async def begin_due(engine: AsyncEngine) -> None:
    sessions = async_sessionmaker(engine, expire_on_commit=False)
    await ScheduledSearches(sessions, Registry(product_workflows())).begin_due()
