"""Domain extraction from queued to done."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business

from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.workflows.wf3_domain_extraction import domain_extraction


class TestDomainExtractionScheduler(SchedulerConformance):
    workflow = domain_extraction

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_business(session, tenant_id, website=f"https://www.cedar-{number}.com/contact")
