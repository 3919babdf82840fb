"""Sitemaps of simulated sites, for the workflows that read them."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_tenant
from tests.simulated import simulated_internet
from tests.sitemaps import make_sitemap, sites_of

from scrapersky.curation_sdk.testing import SchedulerConformance


class SitemapSchedulerConformance(SchedulerConformance):
    """Each row is the first sitemap of a site that lets itself be read."""

    urls: list[str]

    @pytest.fixture(autouse=True)
    async def internet(self) -> AsyncIterator[None]:
        async with simulated_internet(seed=3, businesses=60) as internet:
            sites = sites_of(internet.simulator.world)
            readable = [site for site in sites if site.robots.state not in ("disallow_all", "error")]
            self.urls = [
                each.url
                for site in readable
                for each in site.sitemaps[:1]
                if each.kind == "urlset" and each.defect is None and each.listed < 200
            ]
            self.clients = internet.clients
            yield

    async def make_tenant(self, session: AsyncSession) -> UUID:
        return await make_tenant(session)

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return (await make_sitemap(session, self.urls[number], tenant_id)).sitemap_id
