"""The endpoints of deep scan."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.fake_places import make_place

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf2_deep_scan import deep_scan


class TestDeepScanRouter(RouterConformance):
    workflow = deep_scan

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_place(session, tenant_id, name=f"Cedar {number}", address="1 Elm St, Austin")

    async def test_places_are_found_by_the_words_of_name_and_address(self, engine: AsyncEngine) -> None:
        tenant_id, _ = await self.tenant_with_rows(engine, 3)
        async with self.client(engine, tenant_id) as client:
            for search, count in (("cedar", 3), ("elm 2", 1), ("oak", 0)):
                page = (await client.get("/places-staging/list", params={"search": search})).json()
                assert page["total"] == count, search
