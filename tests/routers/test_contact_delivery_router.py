"""The endpoints of contact delivery."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business
from tests.contacts import make_contact
from tests.domains import make_domain

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf9_contact_delivery import contact_delivery


class TestContactDeliveryRouter(RouterConformance):
    workflow = contact_delivery

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_contact(session, tenant_id, email=f"ana{number}@cedar.example", name="Ana Lopez")

    async def test_contacts_are_found_by_the_words_of_name_and_address(self, engine: AsyncEngine) -> None:
        tenant_id, _ = await self.tenant_with_rows(engine, 3)
        async with self.client(engine, tenant_id) as client:
            for search, found in (("lopez", 3), ("ana1", 1), ("cedar.example", 3), ("oak", 0)):
                page = (await client.get("/contacts/list", params={"search": search})).json()
                assert page["total"] == found, search

    async def test_the_businesses_of_a_shared_domain_are_shown_and_found(self, engine: AsyncEngine) -> None:
        async with AsyncSession(engine) as session, session.begin():
            tenant_id = await self.make_tenant(session)
            for domain, names in (
                ("cedar.example", ("Cedar South", "Cedar North")),
                ("oak.example", ("Oak",)),
                ("x.example", ()),
            ):
                domain_id = await make_domain(session, tenant_id, domain)
                for name in names:
                    await make_business(session, tenant_id, domain_id=domain_id, name=name)
                await make_contact(session, tenant_id, domain_id=domain_id, email=f"a@{domain}")
        async with self.client(engine, tenant_id) as client:
            for search, found in (
                ('business:"Cedar South"', ["Cedar North; Cedar South"]),
                ("business:~cedar", ["Cedar North; Cedar South"]),
                ("business:none", [None]),
                ("-business:none", ["Oak", "Cedar North; Cedar South"]),
            ):
                page = (await client.get("/contacts/list", params={"search": search})).json()
                assert [item["business"] for item in page["items"]] == found, search
