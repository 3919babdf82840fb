"""The specification's own calls work, for every workflow."""

import logging
from enum import Enum
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import FastAPI
from fastapi.responses import JSONResponse
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business, make_tenant
from tests.contract import consumer
from tests.product import ORIGIN, add_person

from scrapersky import contract
from scrapersky.accounts.tokens import make_signer
from scrapersky.app.calls import RecordFailed, UnsuitableSession
from scrapersky.app.product import Product
from scrapersky.app.shared_product import SharedProduct, opened
from scrapersky.app.workers import running_schedulers
from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.declaring.statuses import CURATION_VALUES, PROCESSING_VALUES
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.http import schemas_of
from scrapersky.errors import ScraperSkyError
from scrapersky.models.local_business import DomainExtractionProcessingStatus, LocalBusiness
from scrapersky.models.user import Role, User
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

every_workflow = pytest.mark.parametrize("workflow", product_workflows(), ids=lambda workflow: workflow.name)


@every_workflow
def test_the_status_classes_stand_beside_the_model(workflow: AnyWorkflow) -> None:
    promised = {
        workflow.names.curation_status_class: (CURATION_VALUES, workflow.curation.curation_enum),
        workflow.names.processing_status_class: (PROCESSING_VALUES, workflow.curation.processing_enum),
    }
    for name, (values, used) in promised.items():
        status: type[Enum] = getattr(import_module(workflow.model.__module__), name)
        assert status is used is getattr(contract, name)
        assert (status.__name__, status.__module__) == (name, "scrapersky.models.statuses")
        assert tuple(member.value for member in status) == values
        assert issubclass(status, str)


@every_workflow
def test_the_batch_payloads_are_those_of_the_endpoint(workflow: AnyWorkflow) -> None:
    schemas, names = import_module(f"scrapersky.schemas.{workflow.name}"), workflow.names
    for name, used in (
        (names.batch_request_class, schemas_of(workflow).batch_request),
        (names.batch_response_class, schemas_of(workflow).batch_response),
    ):
        assert getattr(schemas, name) is used is getattr(contract, name)
        assert used.__name__ == name
    request = getattr(schemas, names.batch_request_class)
    status = getattr(contract, names.curation_status_class)
    assert request(ids=[uuid4()], status=status.Queued).status == "Queued"
    with pytest.raises(ValueError, match="'New', 'Queued' or 'Skipped'"):
        request(ids=[uuid4()], status=status.Complete)


async def test_every_workflows_functions_can_be_called(
    shared: SharedProduct, db_session: AsyncSession, ana: User
) -> None:
    for workflow in product_workflows():
        names = workflow.names
        assert await getattr(contract, names.process_queue)() is None
        assert await getattr(contract, names.process_single)(db_session, uuid4()) is None
        request = getattr(contract, names.batch_request_class)(ids=[uuid4()], status="Queued")
        with pytest.raises(RowsNotFound):
            await getattr(contract, names.update_status_batch)(request, db_session, _of(ana))


def _of(user: User) -> contract.UserInToken:
    return contract.UserInToken(tenant_id=user.tenant_id, name=user.name, user=user)


def test_every_workflow_is_set_up_on_apschedulers_own_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEP_SCAN_SCHEDULER_INTERVAL_MINUTES", "7")
    monkeypatch.setenv("DEEP_SCAN_SCHEDULER_MAX_INSTANCES", "2")
    scheduler = AsyncIOScheduler()
    for workflow in product_workflows():
        getattr(contract, workflow.names.setup_scheduler)(scheduler)
    jobs: dict[str, Any] = {job.id: job for job in scheduler.get_jobs()}
    assert list(jobs) == [f"{workflow.name}_scheduler" for workflow in product_workflows()]
    for workflow in product_workflows():
        assert jobs[workflow.names.job_id].func is getattr(contract, workflow.names.process_queue)
    deep_scan = jobs["deep_scan_scheduler"]
    assert (deep_scan.trigger.interval.total_seconds(), deep_scan.max_instances) == (420, 2)


async def businesses(session: AsyncSession, tenant_id: UUID, *websites: str) -> list[UUID]:
    async with session.begin():
        return [await make_business(session, tenant_id, website=website) for website in websites]


async def states(session: AsyncSession, *ids: UUID) -> list[str | None]:
    status = domain_extraction.curation.processing_status
    found = [await session.scalar(select(status).where(LocalBusiness.id == each)) for each in ids]
    await session.rollback()
    return found


async def test_what_an_author_writes_goes_from_a_decision_to_done(
    shared: SharedProduct, db_session: AsyncSession, ana: User, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await businesses(db_session, ana.tenant_id, "https://one.example/", "https://two.example/")
    assert await consumer.decide_here([first], db_session, _of(ana)) == 1
    with caplog.at_level(logging.INFO):
        await consumer.work_through()
    assert await states(db_session, first, second) == [consumer.DONE, None]
    assert f"took up: {first}" in caplog.text
    await consumer.decide_here([second], db_session, _of(ana))
    await consumer.work_on(second)
    assert await states(db_session, second) == [DomainExtractionProcessingStatus.Complete]
    assert await consumer.count_businesses() == 2


async def test_an_endpoint_of_ones_own_knows_who_asks(shared: SharedProduct, product: Product) -> None:
    app = FastAPI()
    app.include_router(consumer.router)
    app.add_exception_handler(ScraperSkyError, _told)
    ids: dict[str, UUID] = {}
    signer = make_signer(product.settings)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client:
        for name, role, status in (("cora", Role.CURATOR, 200), ("vera", Role.VIEWER, 403)):
            user = await add_person(product, name, role)
            async with product.sessions() as session:
                (ids[name],) = await businesses(session, user.tenant_id, f"https://{name}.example/")
            body = {"ids": [str(ids[name])], "status": "Queued"}
            headers = {"Authorization": f"Bearer {signer.issue(user).value}"}
            for path in ("/mine/status", "/mine/as-it-is"):
                answer = await client.put(path, json=body, headers=headers)
                assert answer.status_code == status
        nobody = await client.put("/mine/status", json={"ids": [str(ids["vera"])], "status": "Queued"})
    assert nobody.status_code == 401
    async with product.sessions() as session:
        assert await states(session, ids["cora"], ids["vera"]) == ["Queued", None]


def _told(_: Any, error: Any) -> Any:
    return JSONResponse({"detail": str(error)}, error.http_status)


@pytest.mark.usefixtures("settings_of_the_test")
async def test_without_a_running_product_a_call_opens_its_own_and_closes_it(db_session: AsyncSession) -> None:
    async with db_session.begin():
        tenant_id = await make_tenant(db_session)
    (record_id,) = await businesses(db_session, tenant_id, "https://one.example/")
    async with opened() as outer, opened() as inner:
        assert inner is outer
        assert await consumer.count_businesses() == 1
    await consumer.work_through()
    assert await states(db_session, record_id) == [None]
    async with opened() as another:
        assert another is not outer


async def test_where_workers_run_a_call_uses_what_they_use(product: Product) -> None:
    async with running_schedulers(product) as schedulers, opened() as shared:
        assert shared.runtime is schedulers.runtime


async def test_a_row_that_fails_raises_what_it_says(
    shared: SharedProduct, db_session: AsyncSession, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> Any:
        raise CurationError("Nobody is at home.")

    monkeypatch.setitem(domain_extraction.__dict__, "work", fail)  # the declaration is frozen
    (record_id,) = await businesses(db_session, ana.tenant_id, "https://one.example/")
    await consumer.decide_here([record_id], db_session, _of(ana))
    with pytest.raises(RecordFailed, match=r"^Nobody is at home\.$"):
        await consumer.work_on(record_id)
    assert await states(db_session, record_id) == ["Error"]


async def test_a_session_inside_anothers_transaction_is_refused(shared: SharedProduct) -> None:
    async with shared.product.engine.connect() as connection, AsyncSession(connection) as session:
        with pytest.raises(UnsuitableSession):
            await contract.process_single_page_for_page_curation(session, uuid4())


def test_no_two_workflows_promise_the_same_name() -> None:
    promised = [
        name
        for workflow in product_workflows()
        for name in (
            workflow.names.process_queue,
            workflow.names.process_single,
            workflow.names.update_status_batch,
            workflow.names.setup_scheduler,
            workflow.names.job_id,
            workflow.names.path,
            workflow.names.tab,
        )
    ]
    assert len(promised) == len(set(promised))
