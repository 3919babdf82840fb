"""The endpoints of sitemap import."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.sitemaps import make_sitemap

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf6_sitemap_import import sitemap_import


class TestSitemapImportRouter(RouterConformance):
    workflow = sitemap_import

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return (await make_sitemap(session, f"https://cedar-{number}.example/sitemap.xml", tenant_id)).sitemap_id
