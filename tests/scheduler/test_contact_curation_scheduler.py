"""Contact curation from queued to done."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.pages import HtmlInRows, make_content

from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.workflows.wf8_contact_curation import contact_curation


class TestContactCurationScheduler(SchedulerConformance):
    workflow = contact_curation
    clients = HtmlInRows()

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        html = f"<p>Call +1 512 555 01{number:02} or write to info@cedar-{number}.example</p>"
        return await make_content(session, f"https://cedar-{number}.example/contact", html, tenant_id)
