"""The endpoints of domain extraction."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf3_domain_extraction import domain_extraction


class TestDomainExtractionRouter(RouterConformance):
    workflow = domain_extraction

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_business(session, tenant_id, name=f"Cedar {number}", city="Austin", website="cedar.example")

    async def test_businesses_are_found_by_the_words_of_name_website_and_city(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 3)
        async with self.client(engine, tenant_id) as client:
            for search, found in (("cedar", 3), ("CED 1", 1), ("austin cedar.exa", 3), ("oak", 0), ("'; --", 0)):
                page = (await client.get("/local-businesses/list", params={"search": search})).json()
                assert page["total"] == found, search
            by_value = (await client.get("/local-businesses/list", params={"name": "Cedar 2"})).json()
        assert [item["id"] for item in by_value["items"]] == [str(ids[2])]
