"""The endpoints of domain curation."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.domains import make_domain

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf4_domain_curation import domain_curation


class TestDomainCurationRouter(RouterConformance):
    workflow = domain_curation

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_domain(session, tenant_id, name=f"cedar-{number}.example", title="Cedar & Sons")

    async def test_domains_are_found_by_the_words_of_name_and_title(self, engine: AsyncEngine) -> None:
        tenant_id, _ = await self.tenant_with_rows(engine, 3)
        async with self.client(engine, tenant_id) as client:
            for search, found in (("cedar", 3), ("sons", 3), ("cedar 1", 1), ("oak", 0)):
                page = (await client.get("/domains/list", params={"search": search})).json()
                assert page["total"] == found, search
