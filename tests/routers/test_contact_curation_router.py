"""The endpoints of contact curation."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.pages import make_content

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf8_contact_curation import contact_curation


class TestContactCurationRouter(RouterConformance):
    workflow = contact_curation

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        html = f"<p>info@cedar-{number}.example</p>"
        return await make_content(session, f"https://cedar-{number}.example/contact", html, tenant_id)
