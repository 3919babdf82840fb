"""Page curation from queued to done, on simulated sites."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.pages import make_page
from tests.scheduler.site_rows import SiteSchedulerConformance

from scrapersky.simulator.sites import SiteTruth
from scrapersky.workflows.wf7_page_curation import page_curation


class TestPageCurationScheduler(SiteSchedulerConformance):
    workflow = page_curation

    def urls_of(self, site: SiteTruth) -> list[str]:
        return [page.url for page in site.pages[:1] if page.allowed_by_robots]

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return (await make_page(session, self.urls[number], tenant_id)).page_id
