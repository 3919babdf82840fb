"""Contact delivery from queued to done."""

from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.clients.internet import Internet
from tests.contacts import PretendMailServers, make_contact

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery.folder import Folder
from scrapersky.curation_sdk.testing import SchedulerConformance
from scrapersky.workflows.wf9_contact_delivery import contact_delivery


class TestContactDeliveryScheduler(SchedulerConformance):
    workflow = contact_delivery

    @pytest.fixture(autouse=True)
    async def internet(self, tmp_path: Path) -> AsyncIterator[None]:
        async with Internet().fetcher() as web:
            self.clients = Clients(web, mail_servers=PretendMailServers(), targets=(Folder(tmp_path),))
            yield

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_contact(session, tenant_id, email=f"ana{number}@cedar.example")
