"""The endpoints of sitemap curation."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.sitemaps import make_sitemap

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation


class TestSitemapCurationRouter(RouterConformance):
    workflow = sitemap_curation

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return (await make_sitemap(session, f"https://cedar-{number}.example/sitemap.xml", tenant_id)).sitemap_id
