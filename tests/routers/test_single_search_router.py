"""The endpoints of single search."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.searches import make_search

from scrapersky.curation_sdk.testing import RouterConformance
from scrapersky.workflows.wf1_single_search import single_search


class TestSingleSearchRouter(RouterConformance):
    workflow = single_search

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_search(session, tenant_id, phrase=f"kind {number} in Austin")
