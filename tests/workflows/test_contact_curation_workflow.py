"""Contact curation by its names, and as a person sees it."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.pages import HtmlInRows, make_content

from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.testing import NamesConformance, app_of, client_of
from scrapersky.models import Contact
from scrapersky.workflows.wf8_contact_curation import contact_curation


class TestContactCurationNames(NamesConformance):
    workflow = contact_curation

    def test_examples_from_the_checklist(self) -> None:
        names = contact_curation.names
        assert names.process_single == "process_single_page_content_for_contact_curation"
        assert names.curation_status_type == "contactcurationcurationstatus"
        assert names.setting("batch_size") == "CONTACT_CURATION_SCHEDULER_BATCH_SIZE"


async def test_queued_pages_give_their_contacts_or_the_reason_for_none(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        pages = {"contact": "<p>info@cedar.example</p>", "blog": "<p>Roofs.</p>"}
        ids: list[UUID] = [
            await make_content(session, f"https://cedar.example/{path}", html, tenant_id)
            for path, html in pages.items()
        ]
    lease = Lease(engine)
    await lease.acquire()
    async with client_of(app_of(Registry([contact_curation]), engine), tenant_id) as client:
        queued = {"ids": [str(each) for each in ids], "status": "Queued"}
        await client.put("/contact-curation/status", json=queued)
        await run_job_loop(contact_curation, contact_curation.schedule, Runtime(engine, HtmlInRows(), lease))
        found, none = [(await client.get(f"/contact-curation/{each}")).json() for each in ids]
    assert [each["state"] for each in (found, none)] == ["Complete"] * 2
    assert (found["outcome"], none["outcome"]) == (None, "no_contacts")
    assert (found["row"]["contacts_found"], none["row"]["contacts_found"]) == (1, 0)
    async with AsyncSession(engine) as session:
        assert list(await session.scalars(select(Contact.email))) == ["info@cedar.example"]
