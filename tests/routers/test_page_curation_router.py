"""The endpoints of page curation."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.pages import make_page

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf7_page_curation import page_curation


class TestPageCurationRouter(RouterConformance):
    workflow = page_curation

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return (await make_page(session, f"https://cedar-{number}.example/contact", tenant_id)).page_id
