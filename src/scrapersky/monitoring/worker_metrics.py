"""Counts what one process does with rows, for Prometheus."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import QueuePool

from scrapersky.curation_sdk.declaring import Attempt, Ending
from scrapersky.monitoring import metrics
from scrapersky.monitoring.metrics import Metric
from scrapersky.monitoring.observers import ProcessObserver

BUCKETS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300)


class WorkerMetrics(ProcessObserver):
    """`pools` are told by name when asked; `is_ready` too."""

    def __init__(self, pools: Mapping[str, AsyncEngine], is_ready: Callable[[], bool]) -> None:
        self._registry = CollectorRegistry()
        self._claims = self._counter(metrics.CLAIMS)
        self._attempts = self._counter(metrics.ATTEMPTS)
        self._outcomes = self._counter(metrics.OUTCOMES)
        self._lapses = self._counter(metrics.LEASE_LAPSES)
        self._fetches = self._counter(metrics.FETCHES)
        self._seconds = Histogram(**self._named(metrics.SECONDS), buckets=BUCKETS)
        Gauge(**self._named(metrics.READY)).set_function(is_ready)
        connections = Gauge(**self._named(metrics.CONNECTIONS))
        for name, engine in pools.items():
            if isinstance(pool := engine.pool, QueuePool):
                connections.labels(name, "in_use").set_function(pool.checkedout)
                connections.labels(name, "idle").set_function(pool.checkedin)

    def _counter(self, metric: Metric) -> Counter:
        return Counter(**self._named(metric))

    def _named(self, metric: Metric) -> dict[str, Any]:
        return {
            "name": metric.name,
            "documentation": metric.meaning,
            "labelnames": metric.labels,
            "registry": self._registry,
        }

    def claimed(self, workflow: str, attempts: Sequence[Attempt], _began: float) -> None:
        self._claims.labels(workflow).inc(len(attempts))

    def completed(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        seconds = self._seconds.labels(workflow)
        for attempt in attempts:
            self._attempts.labels(workflow, attempt.ending.value).inc()
            seconds.observe(attempt.ended - attempt.started)
            if attempt.outcome:
                self._outcomes.labels(workflow, attempt.outcome).inc()

    def lost(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        self._attempts.labels(workflow, Ending.LOST.value).inc(len(attempts))

    def lease_lapsed(self) -> None:
        self._lapses.inc()

    def fetched(self, outcome: str) -> None:
        self._fetches.labels(outcome).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
