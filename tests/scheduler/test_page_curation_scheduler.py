"""Page curation from queued to done, on simulated sites."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_tenant
from tests.pages import make_page
from tests.simulated import simulated_internet
from tests.sitemaps import sites_of

from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.workflows.wf7_page_curation import page_curation


class TestPageCurationScheduler(SchedulerConformance):
    workflow = page_curation
    urls: list[str]

    @pytest.fixture(autouse=True)
    async def internet(self) -> AsyncIterator[None]:
        async with simulated_internet(seed=3, businesses=60) as internet:
            sites = sites_of(internet.simulator.world)
            readable = [site for site in sites if site.robots.state not in ("disallow_all", "error")]
            self.urls = [page.url for site in readable for page in site.pages[:1] if page.allowed_by_robots]
            self.clients = internet.clients
            yield

    async def make_tenant(self, session: AsyncSession) -> UUID:
        return await make_tenant(session)

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return (await make_page(session, self.urls[number], tenant_id)).page_id
