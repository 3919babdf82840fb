"""The front half of the pipeline on a simulated internet: businesses queued, domains queued, everything drained."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from time import monotonic
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business, make_tenant

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.host_failures import LocalHostMemory
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.simulator.faults import Profile
from scrapersky.simulator.hosts import SITE_BUILDERS
from scrapersky.simulator.simulator import Simulator
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf4_domain_curation import domain_curation

MOST_ROUNDS = 12


@dataclass(slots=True)
class Clock:
    """Now, and as many hours later as have been skipped: nobody waits an hour for a test."""

    skipped: timedelta = field(default_factory=timedelta)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.skipped

    def monotonic(self) -> float:
        return monotonic() + self.skipped.total_seconds()


@dataclass(frozen=True, slots=True)
class FrontHalf:
    simulator: Simulator
    runtime: Runtime
    clock: Clock
    tenant_id: UUID

    async def run(self) -> None:
        await self.run_workflow(domain_extraction)
        await self.run_workflow(domain_curation)

    async def run_workflow(self, workflow: AnyWorkflow) -> None:
        """Queue every row and drain; when all that is left waits for later, it becomes later."""
        curation = workflow.curation
        async with AsyncSession(self.runtime.engine) as session, session.begin():
            ids = list(await session.scalars(select(curation.id)))
            await change_status(session, workflow, Actor(self.tenant_id, "ana"), ids, Decision(Settable.QUEUED))
        for _ in range(MOST_ROUNDS):
            await run_job_loop(workflow, workflow.schedule, self.runtime)
            if not await self._wait_an_hour(workflow):
                return
        raise AssertionError(f"{workflow.name} does not come to an end")

    async def _wait_an_hour(self, workflow: AnyWorkflow) -> bool:
        self.clock.skipped += timedelta(hours=1)
        curation = workflow.curation
        async with AsyncSession(self.runtime.engine) as session, session.begin():
            waiting = await session.scalars(
                update(workflow.model)
                .where(curation.processing_status == "Queued")
                .values({curation.queue_order: func.now()})
                .returning(curation.id)
            )
            return bool(list(waiting))


@asynccontextmanager
async def front_half(
    engine: AsyncEngine,
    *,
    seed: int,
    businesses: int,
    faults: Profile,
    interval: float = 0.0,
    slow_seconds: float = 0.2,
) -> AsyncIterator[FrontHalf]:
    """Every business of a world as a row, and workers that reach nothing but that world."""
    clock = Clock()
    policy = FetchPolicy(
        contact="tests@scrapersky.example", pace=Pace(interval=interval), longest_crawl_delay=max(0.05, interval)
    )
    async with (
        Simulator(
            seed=seed, businesses=businesses, faults=faults, requests_kept=1_000_000, slow_seconds=slow_seconds
        ) as simulator,
        Fetcher(
            policy,
            resolver=simulator.resolver,
            dialer=simulator.resolver.dialer,
            trust=simulator.certificate_authority.trusting_context(),
            memory=LocalHostMemory(clock=clock.monotonic),
            now=clock.now,
        ) as web,
    ):
        lease = Lease(engine, 3_600)
        await lease.acquire()
        tenant_id = await _plant(engine, simulator)
        yield FrontHalf(simulator, Runtime(engine, Clients(web, site_builders=SITE_BUILDERS), lease), clock, tenant_id)


async def _plant(engine: AsyncEngine, simulator: Simulator) -> UUID:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        for business in simulator.world:
            website = business.website.listed_url if business.website else None
            await make_business(session, tenant_id, source_id=business.id, name=business.name, website=website)
    return tenant_id
