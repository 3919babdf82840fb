"""Processes that are killed while they spend money or begin what is due."""

import asyncio
from datetime import UTC, datetime, timedelta
from multiprocessing.context import ForkServerProcess
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.businesses import make_tenant
from tests.chaos.paying import begin_due, search_on, start
from tests.conftest import Sessions
from tests.curation_sdk.widgets import eventually
from tests.searches import make_search
from tests.services.runs.test_rules import wait_until_somebody_waits
from tests.services.test_budgets import make_budget, paid_requests

from scrapersky.cli.simulated import simulated_internet
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Batch, Registry, Settable
from scrapersky.models import ApiCall, PlaceSearch
from scrapersky.services.searches.schedules import ScheduledSearches, set_schedule
from scrapersky.services.searches.visit import CELLS_AT_ONCE
from scrapersky.simulator.simulator import Simulator
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf1_single_search import single_search

REGISTRY = Registry(product_workflows())
WORKERS, KILLS, MOST_CALLS = 4, 2, 12  # the searches would need twenty


async def kill(process: ForkServerProcess) -> None:
    process.kill()
    await asyncio.to_thread(process.join)


async def test_killed_workers_never_spend_more_than_the_budget_and_every_request_is_in_the_ledger(
    engine: AsyncEngine, sessions: Sessions, database_url: str
) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        ids = [
            await make_search(session, tenant_id, what=what, phrase=f"{what} in Austin, TX")
            for what in ("dentists", "plumbers", "restaurants", "lawyers")
        ]
        await change_status(session, single_search, Actor(tenant_id, "ana"), ids, Decision(Settable.QUEUED))
    await make_budget(sessions, tenant_id, most_calls=MOST_CALLS)

    async def paid() -> int:
        async with sessions() as session:
            return await session.scalar(select(func.count()).select_from(ApiCall)) or 0

    async def reaches(count: int) -> None:
        async def is_reached() -> bool:
            return await paid() >= count

        await eventually(is_reached, within=120)

    async with Simulator(businesses=3_000, faults="none", latency_seconds=0.05) as simulator:
        again = simulated_internet(simulator).again
        workers = [start(search_on, database_url, again) for _ in range(WORKERS)]
        try:
            for number in range(KILLS):
                await reaches((number + 1) * MOST_CALLS // 4)
                await kill(workers.pop(0))
                workers.append(start(search_on, database_url, again))
            await eventually(all_rest(sessions), within=120)
        finally:
            for worker in workers:
                await kill(worker)
        assert await paid() == MOST_CALLS
        assert MOST_CALLS - KILLS * CELLS_AT_ONCE <= paid_requests(simulator) <= MOST_CALLS


def all_rest(sessions: Sessions) -> Any:
    curation = PlaceSearch.single_search

    async def rest() -> bool:
        async with sessions() as session:
            found = (await session.execute(select(curation.state, curation.processing_error))).all()
        return all(
            state == "Complete" or (state == "Queued" and "is used up" in (words or "")) for state, words in found
        )

    return rest


async def test_a_schedule_whose_process_is_killed_half_way_is_begun_once(sessions: Sessions, database_url: str) -> None:
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        search_id = await make_search(session, actor.tenant_id)
        due = datetime.now(UTC) - timedelta(days=1)
        await set_schedule(session, REGISTRY, actor, search_id, every_days=7, first_at=due)
    async with sessions() as session:
        await session.execute(select(PlaceSearch.id).where(PlaceSearch.id == search_id).with_for_update())
        process = start(begin_due, database_url)
        await wait_until_somebody_waits(sessions)
        await kill(process)
    begun = 0

    async def is_begun() -> bool:
        """Once the server has noticed that nobody is there, whose lock it holds."""
        nonlocal begun
        begun += await ScheduledSearches(sessions, REGISTRY).begin_due()
        return begun > 0

    await eventually(is_begun, within=60)
    assert await ScheduledSearches(sessions, REGISTRY).begin_due() == 0
    assert begun == 1
    async with sessions() as session:
        assert await session.scalar(select(func.count()).select_from(Batch)) == 1
