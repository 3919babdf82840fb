"""Domains and sitemaps of the simulated world, as rows."""

from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry
from scrapersky.curation_sdk.queue import Lease, Runtime, run_job_loop
from scrapersky.curation_sdk.testing import app_of, client_of
from scrapersky.extract.domains import registrable_domain
from scrapersky.models import Domain, SitemapFile
from scrapersky.simulator.sites import SiteTruth, truth
from scrapersky.simulator.world import World


def sites_of(world: World, most: int = 500) -> list[SiteTruth]:
    """The truth about each site of its own in a world, once per host."""
    found: dict[str, SiteTruth] = {}
    for business in islice(world, most):
        if business.website is not None and business.website.host and business.website.host not in found:
            found[business.website.host] = truth(world, business)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Planted:
    tenant_id: UUID
    domain_id: UUID
    sitemap_id: UUID


async def make_sitemap(session: AsyncSession, url: str, tenant_id: UUID | None = None) -> Planted:
    tenant_id = tenant_id or await make_tenant(session)
    domain = {"tenant_id": tenant_id, "name": registrable_domain(url), "home_url": url}
    domain_id = (await session.execute(insert(Domain).values(domain).returning(Domain.id))).scalar_one()
    sitemap = {"tenant_id": tenant_id, "domain_id": domain_id, "url": url, "found_by": "person"}
    sitemap_id = (await session.execute(insert(SitemapFile).values(sitemap).returning(SitemapFile.id))).scalar_one()
    return Planted(tenant_id, domain_id, sitemap_id)


async def plant(engine: AsyncEngine, *urls: str) -> tuple[UUID, list[UUID]]:
    """Sitemaps of one tenant, each of a domain of its own."""
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        return tenant_id, [(await make_sitemap(session, url, tenant_id)).sitemap_id for url in urls]


async def queue_and_drain(
    engine: AsyncEngine, workflow: AnyWorkflow, clients: Clients, tenant_id: UUID, ids: list[UUID]
) -> list[dict[str, Any]]:
    """What a person reads of the rows that they queued, when the queue is empty."""
    lease, path = Lease(engine), workflow.names.path
    await lease.acquire()
    async with client_of(app_of(Registry([workflow]), engine), tenant_id) as client:
        queued = await client.put(f"{path}/status", json={"ids": [str(each) for each in ids], "status": "Queued"})
        assert queued.json()["queued_count"] == len(ids), queued.text
        await run_job_loop(workflow, workflow.schedule, Runtime(engine, clients, lease))
        return [(await client.get(f"{path}/{each}")).json() for each in ids]
