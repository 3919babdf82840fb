"""The specification's sample tests, for domain extraction, as written there up to names that were ruled otherwise."""

from typing import Any
from uuid import uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy import Text, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.product import PASSWORD

from scrapersky.app.shared_product import SharedProduct
from scrapersky.contract import (
    process_domain_extraction_queue,
    process_single_local_business_for_domain_extraction,
)
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.models.domain import Domain
from scrapersky.models.local_business import (
    DomainExtractionCurationStatus,
    DomainExtractionProcessingStatus,
    LocalBusiness,
)
from scrapersky.models.user import User
from scrapersky.workflows.wf3_domain_extraction import domain_extraction


@pytest.fixture
async def async_client(client: AsyncClient, ana: User) -> AsyncClient:
    signed_in = await client.post("/api/v3/auth/login", json={"name": ana.name, "password": PASSWORD})
    client.headers["Authorization"] = f"Bearer {signed_in.json()['access_token']}"
    return client


async def create_test_local_business(db_session: AsyncSession, ana: User, **statuses: Any) -> Any:
    """A row that is marked as in work has a claim, which the table insists on."""
    if statuses.get("domain_extraction_processing_status") == DomainExtractionProcessingStatus.Processing:
        statuses["domain_extraction_claim"] = uuid4()
    business = LocalBusiness(
        tenant_id=ana.tenant_id, source="test", source_id=str(uuid4()), name="Cedar", website="https://a.example/"
    )
    for name, status in statuses.items():
        setattr(business, name, status)
    db_session.add(business)
    await db_session.commit()
    return business


async def refresh(db_session: AsyncSession, record: Any) -> None:
    """These columns are read when they are asked for, so they are named."""
    statuses = ("curation_status", "processing_status", "processing_error")
    await db_session.refresh(record, [f"domain_extraction_{each}" for each in statuses])


async def test_domain_extraction_api_status_update_and_queueing(
    async_client: AsyncClient, db_session: AsyncSession, ana: User
) -> None:
    test_record = await create_test_local_business(
        db_session, ana, domain_extraction_curation_status=DomainExtractionCurationStatus.New
    )
    test_id = test_record.id

    response = await async_client.put(
        "/api/v3/local-businesses/status",
        json={"ids": [str(test_id)], "status": DomainExtractionCurationStatus.Queued.value},
    )

    assert response.status_code == 200
    response_data = response.json()
    assert response_data["message"].startswith("Updated 1")
    assert str(test_id) in response_data["updated_ids"]

    await refresh(db_session, test_record)
    assert test_record.domain_extraction_curation_status == DomainExtractionCurationStatus.Queued
    assert test_record.domain_extraction_processing_status == DomainExtractionProcessingStatus.Queued
    assert test_record.domain_extraction_processing_error is None


@pytest.mark.usefixtures("shared")
async def test_domain_extraction_service_processing_success(db_session: AsyncSession, ana: User) -> None:
    test_record = await create_test_local_business(
        db_session,
        ana,
        domain_extraction_curation_status=DomainExtractionCurationStatus.Queued,
        domain_extraction_processing_status=DomainExtractionProcessingStatus.Processing,
    )
    test_id = test_record.id

    await process_single_local_business_for_domain_extraction(db_session, test_id)

    await refresh(db_session, test_record)
    assert test_record.domain_extraction_processing_status == DomainExtractionProcessingStatus.Complete
    assert test_record.domain_extraction_processing_error is None


@pytest.mark.parametrize("body", [{"ids": ["x"], "status": "Queued"}, {"ids": [str(uuid4())], "status": "Selected"}])
async def test_domain_extraction_api_invalid_input(
    async_client: AsyncClient, db_session: AsyncSession, ana: User, body: dict[str, Any]
) -> None:
    test_record = await create_test_local_business(db_session, ana)
    response = await async_client.put("/api/v3/local-businesses/status", json=body)
    assert response.status_code == 422
    await refresh(db_session, test_record)
    assert test_record.domain_extraction_curation_status == DomainExtractionCurationStatus.New


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def perform_custom_extraction(*_: Any) -> Any:
        raise ValueError("Test processing error" * 200)

    # The declaration is frozen, and what it names is looked up when a row is worked on.
    monkeypatch.setitem(domain_extraction.__dict__, "work", perform_custom_extraction)


@pytest.mark.usefixtures("shared", "failing")
async def test_domain_extraction_service_processing_error(db_session: AsyncSession, ana: User) -> None:
    test_record = await create_test_local_business(
        db_session,
        ana,
        domain_extraction_curation_status=DomainExtractionCurationStatus.Queued,
        domain_extraction_processing_status=DomainExtractionProcessingStatus.Processing,
    )
    with pytest.raises(CurationError, match="Test processing error"):
        await process_single_local_business_for_domain_extraction(db_session, test_record.id)
    await refresh(db_session, test_record)
    assert test_record.domain_extraction_processing_status == DomainExtractionProcessingStatus.Error
    assert 100 < len(test_record.domain_extraction_processing_error) <= 2000


async def test_domain_extraction_scheduler_finds_and_processes(
    shared: SharedProduct, db_session: AsyncSession, ana: User
) -> None:
    queued = {
        "domain_extraction_curation_status": DomainExtractionCurationStatus.Queued,
        "domain_extraction_processing_status": DomainExtractionProcessingStatus.Queued,
        "domain_extraction_queue_order": func.now(),
    }
    records = [await create_test_local_business(db_session, ana, **queued) for _ in range(3)]
    await process_domain_extraction_queue()
    statuses = select(cast(domain_extraction.curation.processing_status, Text))
    assert list(await db_session.scalars(statuses)) == ["Complete"] * len(records)
    assert await db_session.scalar(select(func.count()).select_from(Domain)) == 1
