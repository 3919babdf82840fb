"""Single search from queued to done."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.fake_places import fake_clients
from tests.searches import make_search

from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.workflows.wf1_single_search import single_search


class TestSingleSearchScheduler(SchedulerConformance):
    workflow = single_search
    clients = fake_clients()

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_search(session, tenant_id, source="fake", what=f"kind {number}")
