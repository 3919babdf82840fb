"""Domain extraction end to end: a person queues businesses and reads what came of them."""

from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business, make_tenant

from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.testing import NamesConformance, app_of, client_of
from scrapersky.models import Domain
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

PATH = "/domain-extraction"


class TestDomainExtractionNames(NamesConformance):
    workflow = domain_extraction

    def test_examples_from_the_checklist(self) -> None:
        names = domain_extraction.names
        assert names.update_status_batch == "update_local_business_status_batch"
        assert names.process_single == "process_single_local_business_for_domain_extraction"
        assert names.curation_status_type == "domainextractioncurationstatus"
        assert names.status_button("selected") == "update-local-businesses-status-selected"
        assert names.setting("batch_size") == "DOMAIN_EXTRACTION_SCHEDULER_BATCH_SIZE"


async def businesses(engine: AsyncEngine, *websites: str | None) -> tuple[UUID, list[UUID]]:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        return tenant_id, [await make_business(session, tenant_id, website=website) for website in websites]


async def queue_and_drain(engine: AsyncEngine, tenant_id: UUID, ids: list[UUID]) -> list[dict[str, Any]]:
    lease = Lease(engine)
    await lease.acquire()
    async with client_of(app_of(Registry([domain_extraction]), engine), tenant_id) as client:
        await client.put(f"{PATH}/status", json={"ids": [str(each) for each in ids], "status": "Queued"})
        await run_job_loop(domain_extraction, domain_extraction.schedule, Runtime(engine, None, lease))
        return [(await client.get(f"{PATH}/{each}")).json() for each in ids]


async def test_queued_businesses_get_their_domain_or_the_reason_for_none(engine: AsyncEngine) -> None:
    tenant_id, ids = await businesses(engine, "https://www.cedar.com/contact", "facebook.com/cedar", None)
    own, social, none = await queue_and_drain(engine, tenant_id, ids)
    assert [each["state"] for each in (own, social, none)] == ["Complete"] * 3
    assert (own["outcome"], social["outcome"], none["outcome"]) == (None, "social_only", "no_website")
    async with AsyncSession(engine) as session:
        (domain,) = await session.scalars(select(Domain))
    assert own["row"]["domain_id"] == str(domain.id)
    assert social["row"]["domain_id"] is None


async def test_a_domain_that_another_business_uses_survives_the_deletion_of_one(engine: AsyncEngine) -> None:
    tenant_id, ids = await businesses(engine, "https://cedar.com", "http://www.cedar.com")
    await queue_and_drain(engine, tenant_id, ids)
    async with client_of(app_of(Registry([domain_extraction]), engine), tenant_id) as client:
        for business, counts in zip(ids, ({"local_businesses": 1}, {"local_businesses": 1, "domains": 1}), strict=True):
            dry = (await client.delete(f"{PATH}/{business}", params={"dry_run": True})).json()
            assert dry["counts"] == counts
            assert (await client.get(f"{PATH}/{business}/lineage")).json()[-1]["table"] == "domains"
            gone = await client.delete(f"{PATH}/{business}", params={"expected": dry["total"]})
            assert gone.status_code == 200
    async with AsyncSession(engine) as session:
        assert list(await session.scalars(select(Domain))) == []


async def test_what_a_person_corrected_is_what_the_next_run_reads(engine: AsyncEngine) -> None:
    tenant_id, ids = await businesses(engine, "facebook.com/cedar")
    await queue_and_drain(engine, tenant_id, ids)
    async with client_of(app_of(Registry([domain_extraction]), engine), tenant_id) as client:
        edited = await client.patch(f"{PATH}/{ids[0]}", json={"website": "https://cedar.com"})
        assert edited.json()["edited_fields"] == ["website"]
    (again,) = await queue_and_drain(engine, tenant_id, ids)
    assert (again["state"], again["outcome"]) == ("Complete", None)
    assert again["row"]["domain_id"] is not None
