"""The endpoints of contact delivery."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.contacts import make_contact

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf9_contact_delivery import contact_delivery


class TestContactDeliveryRouter(RouterConformance):
    workflow = contact_delivery

    async def make_tenant(self, session: AsyncSession) -> UUID:
        return await make_tenant(session)

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_contact(session, tenant_id, email=f"ana{number}@cedar.example", name="Ana Lopez")

    async def test_contacts_are_found_by_the_words_of_name_and_address(self, engine: AsyncEngine) -> None:
        tenant_id, _ = await self.tenant_with_rows(engine, 3)
        async with self.client(engine, tenant_id) as client:
            for search, found in (("lopez", 3), ("ana1", 1), ("cedar.example", 3), ("oak", 0)):
                page = (await client.get("/contacts/list", params={"search": search})).json()
                assert page["total"] == found, search
