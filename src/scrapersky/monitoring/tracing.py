"""Traces for OpenTelemetry: made and sent only where OTEL_EXPORTER_OTLP_ENDPOINT says where to."""

import asyncio
import importlib.util
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import Scope

from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import traceparent

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

log = logging.getLogger(__name__)

SECONDS_TO_SEND = 5
NOT_INSTALLED = 'traces are not sent: pip install "scrapersky[otel]"'


def is_installed() -> bool:
    try:
        return importlib.util.find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ImportError:
        return False


def make_trace_provider(settings: Settings, part: str) -> "TracerProvider | None":
    """Whoever follows rows does without, rather than not work, where the library is missing."""
    endpoint = settings.otel_exporter_otlp_endpoint
    if endpoint is None:
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError:
        log.warning(NOT_INSTALLED)
        return None
    own = {"service.name": f"scrapersky-{part}", "service.version": version("scrapersky")}
    provider = TracerProvider(resource=Resource.create(own), shutdown_on_exit=False)
    exporter = OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces", timeout=SECONDS_TO_SEND)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


@asynccontextmanager
async def sending(provider: "TracerProvider | None") -> AsyncIterator[None]:
    """What was not sent yet is sent at the end, which waits for another machine."""
    try:
        yield
    finally:
        if provider is not None:
            await asyncio.to_thread(provider.shutdown)


class RequestTraces:
    """A span for each request; what is decided within it knows whose it is."""

    def __init__(self, provider: "TracerProvider") -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        self._tracer: Tracer = provider.get_tracer("scrapersky")
        self._propagator = TraceContextTextMapPropagator()

    @contextmanager
    def request(self, scope: Scope) -> Iterator["Span"]:
        """Of the caller's trace, where it says that there is one."""
        from opentelemetry.trace import SpanKind, use_span  # noqa: PLC0415

        caller = self._propagator.extract(dict(Headers(scope=scope)))
        attributes = {"http.request.method": scope["method"]}
        span = self._tracer.start_span(scope["method"], caller, SpanKind.SERVER, attributes)
        carried: dict[str, str] = {}
        with use_span(span, end_on_exit=True, record_exception=False):
            self._propagator.inject(carried)
            before = traceparent.set(carried.get("traceparent"))
            try:
                yield span
            finally:
                traceparent.reset(before)
                _name(span, scope)


def _name(span: "Span", scope: Scope) -> None:
    """By its template, since paths have ids in them. What leads nowhere may be called anything."""
    if scope.get("route") is not None:
        path: str = scope["path"]
        for name, value in scope.get("path_params", {}).items():
            path = path.replace(f"/{value}", f"/{{{name}}}", 1)
        span.update_name(f"{scope['method']} {path}")
        span.set_attribute("http.route", path)
    span.set_attribute("scrapersky.request_id", scope["state"]["request_id"])
    trail = scope["state"].get("trail")
    if trail is not None:
        span.set_attributes({f"scrapersky.{name}": value for name, value in trail.facts.items()})
