"""Deep scan from queued to done."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.fake_places import fake_clients, make_place

from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.workflows.wf2_deep_scan import deep_scan


class TestDeepScanScheduler(SchedulerConformance):
    workflow = deep_scan
    clients = fake_clients()

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_place(session, tenant_id, name=f"Cedar {number}")
