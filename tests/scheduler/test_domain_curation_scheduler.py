"""Domain curation from queued to done, on simulated sites."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.domains import make_domain
from tests.simulated import simulated_internet
from tests.sitemaps import sites_of

from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.simulator.sites import SiteTruth
from scrapersky.workflows.wf4_domain_curation import domain_curation


class TestDomainCurationScheduler(SchedulerConformance):
    workflow = domain_curation
    sites: list[SiteTruth]

    @pytest.fixture(autouse=True)
    async def internet(self) -> AsyncIterator[None]:
        async with simulated_internet(seed=3, businesses=60) as internet:
            sites = sites_of(internet.simulator.world)
            self.sites = [site for site in sites if site.robots.state == "allow_all" and site.sitemaps]
            self.clients = internet.clients
            yield

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        site = self.sites[number]
        return await make_domain(session, tenant_id, name=site.host, home_url=f"{site.origin}/")
