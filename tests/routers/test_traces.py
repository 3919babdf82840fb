"""One trace from a click to what came of it, across the queue."""

import io
import json
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import httpx
import pytest
from aiohttp import web
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.clients.internet import Internet
from tests.pages import PlantedPage, make_page
from tests.product import browser_on
from tests.routers.test_auth import bearer

from scrapersky.app.observing import observed
from scrapersky.app.product import Product
from scrapersky.app.shared_product import make_runtime
from scrapersky.clients.clients import Clients
from scrapersky.config.logging import JsonFormatter
from scrapersky.curation_sdk.declaring import AnyWorkflow, Batch
from scrapersky.curation_sdk.queue import Lease, LocalEngine, Observer, WorkEngine, run_job_loop
from scrapersky.models import User
from scrapersky.monitoring.row_traces import MOST_ROWS_IN_A_TRACE
from scrapersky.monitoring.tracing import NOT_INSTALLED, make_trace_provider, sending
from scrapersky.routers.sessions import Reception
from scrapersky.workflows.wf7_page_curation import page_curation

CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    exporter, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    for module in ("server", "observing"):
        monkeypatch.setattr(f"scrapersky.app.{module}.make_trace_provider", lambda *_: provider)
    return exporter


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> io.StringIO:
    """What a process without a terminal writes."""
    stream, root = io.StringIO(), logging.getLogger()
    output = logging.StreamHandler(stream)
    output.setFormatter(JsonFormatter())
    monkeypatch.setattr(root, "handlers", [*root.handlers, output])
    caplog.set_level(logging.INFO)
    return stream


@dataclass(frozen=True, slots=True)
class TalkingEngine:
    engine: WorkEngine

    async def work(self, workflow: AnyWorkflow, given: Any, tenant_id: UUID) -> Any:
        logging.getLogger("talking").info("at work")
        return await self.engine.work(workflow, given, tenant_id)


@pytest.fixture
async def acme() -> AsyncIterator[Internet]:
    internet = Internet()
    await internet.start("acme.test")
    internet.site("acme.test", {"/team": "<title>Team</title><p>Write to ana@acme.test"})
    yield internet
    await internet.close()


async def click(product: Product, reception: Reception, ana: User, page: PlantedPage, **headers: str) -> str:
    async with browser_on(product, reception) as browser:
        body = {"ids": [str(page.page_id)], "status": "Queued"}
        headers |= bearer(reception, ana)
        answer = await browser.put("/api/v3/page-curation/status", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["batch_id"])


async def work_off(product: Product, internet: Internet) -> None:
    async with (
        observed(product) as seen,
        internet.fetcher() as fetcher,
        Lease(product.engine, 30).held() as lease,
    ):
        clients = Clients(fetcher)
        made = make_runtime(product, clients, lease)
        engine = TalkingEngine(LocalEngine(clients))
        runtime = replace(made, observer=seen.observer, elsewhere=seen.observer.around(engine))
        await run_job_loop(page_curation, page_curation.schedule, runtime)


async def page_of(product: Product, ana: User) -> PlantedPage:
    async with product.sessions.begin() as session:
        return await make_page(session, "http://acme.test/team", ana.tenant_id)


def named(spans: Sequence[ReadableSpan], name: str) -> ReadableSpan:
    (span,) = [span for span in spans if span.name == name]
    return span


def chain(spans: Sequence[ReadableSpan], last: str) -> list[str]:
    """From the first of a trace to this one, by who caused whom."""
    by_id = {span.context.span_id: span for span in spans if span.context}
    names, span = [last], named(spans, last)
    while span.parent is not None and span.parent.span_id in by_id:
        span = by_id[span.parent.span_id]
        names.insert(0, span.name)
    return names


async def test_a_click_and_what_a_worker_does_because_of_it_are_one_trace(
    product: Product, reception: Reception, ana: User, acme: Internet, traced: InMemorySpanExporter
) -> None:
    page = await page_of(product, ana)
    batch_id = await click(product, reception, ana, page, traceparent=CALLER)
    await work_off(product, acme)
    spans = traced.get_finished_spans()
    clicked = "PUT /api/v3/page-curation/status"
    assert chain(spans, "claim") == [clicked, "page_curation", "claim"]
    assert chain(spans, "fetch") == [clicked, "page_curation", "work", "fetch"]
    assert chain(spans, "extract") == [clicked, "page_curation", "work", "extract"]
    assert chain(spans, "save") == [clicked, "page_curation", "save"]
    assert {f"{span.context.trace_id:032x}" for span in spans if span.context} == {CALLER.split("-")[1]}
    row = named(spans, "page_curation")
    assert row.attributes is not None
    assert row.attributes["scrapersky.row_id"] == str(page.page_id)
    assert row.attributes["scrapersky.batch_id"] == batch_id
    assert (row.attributes["scrapersky.ending"], row.attributes["scrapersky.produced"]) == ("complete", 1)
    order = [named(spans, name).start_time or 0 for name in (clicked, "claim", "fetch", "extract", "save")]
    assert order == sorted(order)


async def test_rows_of_a_large_decision_have_traces_of_their_own_that_name_the_click(
    product: Product, reception: Reception, ana: User, acme: Internet, traced: InMemorySpanExporter
) -> None:
    page = await page_of(product, ana)
    await click(product, reception, ana, page, traceparent=CALLER)
    async with AsyncSession(product.engine) as session, session.begin():
        await session.execute(update(Batch).values(total=MOST_ROWS_IN_A_TRACE + 1))
    await work_off(product, acme)
    spans = traced.get_finished_spans()
    row, clicked = named(spans, "page_curation"), named(spans, "PUT /api/v3/page-curation/status")
    assert row.parent is None
    assert [link.context.span_id for link in row.links] == [clicked.context.span_id if clicked.context else None]


async def test_lines_of_the_request_and_of_the_worker_have_the_same_ids(
    product: Product, reception: Reception, ana: User, acme: Internet, lines: io.StringIO
) -> None:
    page = await page_of(product, ana)
    batch_id = await click(product, reception, ana, page, **{"x-request-id": "click-1"})
    await work_off(product, acme)
    entries = [json.loads(line) for line in lines.getvalue().splitlines()]
    (asked,) = [each for each in entries if each.get("path", "").endswith("/status")]
    (worked,) = [each for each in entries if each["message"] == "at work"]
    (claimed,) = [each for each in entries if "took up" in each["message"]]
    assert (asked["request_id"], asked["batch_id"]) == ("click-1", batch_id)
    row = {"workflow": "page_curation", "row_id": str(page.page_id), "attempt": 1, "batch_id": batch_id}
    assert {key: worked.get(key) for key in row} == row
    assert (claimed["workflow"], claimed["row_ids"]) == ("page_curation", [str(page.page_id)])
    assert "row_id" not in asked


async def test_spans_arrive_where_the_setting_says(
    product: Product, reception: Reception, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[tuple[str, str, bytes]] = []

    async def collect(request: web.BaseRequest) -> web.Response:
        arrived.append((request.path, request.content_type, await request.read()))
        return web.Response()

    runner = web.ServerRunner(web.Server(collect))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    endpoint = f"http://127.0.0.1:{runner.addresses[0][1]}"
    settings = product.settings.model_copy(update={"otel_exporter_otlp_endpoint": endpoint})
    provider = make_trace_provider(settings, "api")
    async with sending(provider):
        monkeypatch.setattr("scrapersky.app.server.make_trace_provider", lambda *_: provider)
        async with browser_on(product, reception) as browser:
            await browser.get("/healthz")
    await runner.cleanup()
    ((path, kind, body),) = arrived
    assert (path, kind) == ("/v1/traces", "application/x-protobuf")
    assert b"GET /healthz" in body
    assert b"scrapersky-api" in body


async def test_without_an_address_nothing_is_asked_and_nothing_is_loaded(
    product: Product, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    assert make_trace_provider(product.settings, "api") is None
    async with observed(product) as seen:
        assert seen.observer.asks_who_decided is Observer.asks_who_decided
    assert (await client.get("/healthz")).status_code == 200


def test_where_the_library_is_missing_the_remedy_is_told_and_work_goes_on(
    product: Product, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    caplog.set_level(logging.WARNING)  # whatever another test made of the root's
    settings = product.settings.model_copy(update={"otel_exporter_otlp_endpoint": "http://127.0.0.1:4318"})
    assert make_trace_provider(settings, "api") is None
    assert caplog.messages == [NOT_INSTALLED]
