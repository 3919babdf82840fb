"""What became of each row as spans: claim, work with its steps, save; in the trace of the click that queued it."""

import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from scrapersky.curation_sdk.declaring import AnyWorkflow, Attempt, DecidedBy, Ending, Fact, row_in_work, watched
from scrapersky.curation_sdk.queue import WorkEngine
from scrapersky.monitoring.observers import ProcessObserver

# A trace is for people to look at: of a decision about more rows each row has its own, which names the click's.
MOST_ROWS_IN_A_TRACE = 200


class RowTraces(ProcessObserver):
    """Begins a row's span when it is claimed and ends it when its ending stands in the database."""

    asks_who_decided = True

    def __init__(self, provider: TracerProvider) -> None:
        self._tracer = provider.get_tracer("scrapersky")
        self._propagator = TraceContextTextMapPropagator()

    def claimed(self, workflow: str, attempts: Sequence[Attempt], began: float) -> None:
        now = time.monotonic()
        for attempt in attempts:
            attempt.span = self._begin(workflow, attempt, began)
            self._part(attempt.span, "claim", began, now)

    def _begin(self, workflow: str, attempt: Attempt, began: float) -> trace.Span:
        click = self._click(attempt.decided_by)
        is_small = attempt.decided_by is not None and attempt.decided_by.total <= MOST_ROWS_IN_A_TRACE
        named = trace.get_current_span(click).get_span_context() if click is not None and not is_small else None
        return self._tracer.start_span(
            workflow,
            click if is_small else None,
            trace.SpanKind.CONSUMER,
            _facts(workflow, attempt),
            [trace.Link(named)] if named else (),
            start_time=_nanoseconds(began),
        )

    def _click(self, decided_by: DecidedBy | None) -> Any:
        if decided_by is None or decided_by.traceparent is None:
            return None
        return self._propagator.extract({"traceparent": decided_by.traceparent})

    def _part(self, parent: trace.Span, name: str, began: float, ended: float) -> None:
        context = trace.set_span_in_context(parent)
        span = self._tracer.start_span(name, context, start_time=_nanoseconds(began))
        span.end(_nanoseconds(ended))

    def around(self, engine: WorkEngine) -> WorkEngine:
        return TracedEngine(engine, self)

    def working(self, attempt: Attempt) -> AbstractContextManager[trace.Span]:
        """The current span, as long as this lasts."""
        span = self._tracer.start_span("work", trace.set_span_in_context(attempt.span))
        return trace.use_span(span, end_on_exit=True, record_exception=False)

    def step(self, name: str, facts: Mapping[str, Fact]) -> AbstractContextManager[trace.Span]:
        """Messages of errors are not told: they may have addresses in them."""
        return self._tracer.start_as_current_span(name, attributes=dict(facts), record_exception=False)

    def completed(self, _workflow: str, attempts: Sequence[Attempt]) -> None:
        now = time.monotonic()
        for attempt in attempts:
            self._part(attempt.span, "save", attempt.ended, now)
            self._end(attempt, attempt.ending)

    def lost(self, _workflow: str, attempts: Sequence[Attempt]) -> None:
        for attempt in attempts:
            self._end(attempt, Ending.LOST)

    def _end(self, attempt: Attempt, ending: Ending) -> None:
        span: trace.Span = attempt.span
        span.set_attributes({"scrapersky.ending": ending.value, "scrapersky.produced": attempt.produced})
        if attempt.outcome:
            span.set_attribute("scrapersky.outcome", attempt.outcome)
        if ending is Ending.ERROR:
            span.set_status(trace.Status(trace.StatusCode.ERROR))
        span.end()


def _facts(workflow: str, attempt: Attempt) -> dict[str, Fact]:
    facts: dict[str, Fact] = {
        "scrapersky.workflow": workflow,
        "scrapersky.row_id": str(attempt.row_id),
        "scrapersky.attempt": attempt.number,
        "scrapersky.worker": str(attempt.worker),
    }
    if attempt.decided_by is not None:
        facts["scrapersky.batch_id"] = str(attempt.decided_by.batch_id)
    return facts


def _nanoseconds(moment: float) -> int:
    """Since 1970, of a moment on the monotonic clock."""
    return time.time_ns() - round((time.monotonic() - moment) * 1e9)


class TracedEngine:
    """Another engine, each call of which is a span, and the steps within it that run in this process too."""

    def __init__(self, engine: WorkEngine, traces: RowTraces) -> None:
        self._engine, self._traces = engine, traces

    async def work(self, workflow: AnyWorkflow, given: Any, tenant_id: UUID) -> Any:
        in_work = row_in_work.get()
        if in_work is None:
            return await self._engine.work(workflow, given, tenant_id)
        with self._traces.working(in_work[1]), watched(self._traces.step):
            return await self._engine.work(workflow, given, tenant_id)
