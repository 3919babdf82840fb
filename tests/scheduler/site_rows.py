"""Rows about simulated sites, for the workflows that visit them."""

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.simulated import simulated_internet
from tests.sitemaps import make_sitemap, sites_of

from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.simulator.sites import SiteTruth


class SiteSchedulerConformance(SchedulerConformance):
    """Each row is about an address of a site that lets itself be read."""

    urls: list[str]

    @pytest.fixture(autouse=True)
    async def internet(self) -> AsyncIterator[None]:
        async with simulated_internet(seed=3, businesses=60) as internet:
            sites = sites_of(internet.simulator.world)
            readable = [site for site in sites if site.robots.state not in ("disallow_all", "error")]
            self.urls = [url for site in readable for url in self.urls_of(site)]
            self.clients = internet.clients
            yield

    def urls_of(self, site: SiteTruth) -> list[str]:
        """Its first sitemap, if that is a small and sound one."""
        return [
            each.url
            for each in site.sitemaps[:1]
            if each.kind == "urlset" and each.defect is None and each.listed < 200
        ]

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return (await make_sitemap(session, self.urls[number], tenant_id)).sitemap_id
