"""The endpoints of deep scan."""

from uuid import UUID

import pytest
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

    @pytest.mark.parametrize("name", ["Müller & Söhne", "Mu\u0308ller & So\u0308hne", "MULLER & SOHNE"])
    async def test_accents_may_be_left_out_or_written_however_the_name_is_kept(
        self, engine: AsyncEngine, name: str
    ) -> None:
        tenant_id, _ = await self.tenant_with_rows(engine, 1)
        async with AsyncSession(engine) as session, session.begin():
            await make_place(session, tenant_id, name=name, address="Łódzka Straße 5")
        async with self.client(engine, tenant_id) as client:
            for search in (
                "muller",
                "müll",
                "Mu\u0308ller",
                '"muller sohne"',
                '"Müller Söhne"',
                "lodzka strasse",
                "STRASSE",
            ):
                page = (await client.get("/places-staging/list", params={"search": search})).json()
                assert page["total"] == 1, search
            page = (await client.get("/places-staging/list", params={"search": "mullar"})).json()
            assert page["total"] == 0
