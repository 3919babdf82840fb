"""A process that works on rows, seen from outside: its figures, and whether it is ready."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from scrapersky.app.product import Product
from scrapersky.curation_sdk.queue import Schedulers
from scrapersky.monitoring.serving import telling
from scrapersky.monitoring.worker_metrics import ProcessObserver, WorkerMetrics


@dataclass(slots=True)
class Observed:
    """Ready once its schedulers are there and as long as they say so. `port` is where it is seen, if anywhere."""

    observer: ProcessObserver = field(default_factory=ProcessObserver)
    schedulers: Schedulers | None = None
    port: int | None = None

    def unready(self) -> str | None:
        return self.schedulers.unready if self.schedulers else "starting"


@asynccontextmanager
async def observed(product: Product) -> AsyncIterator[Observed]:
    """Where no port is set nothing is counted either."""
    settings, seen = product.settings, Observed()
    if settings.metrics_port is None:
        yield seen
        return
    first = settings.metrics_port
    ports = range(first, first + settings.worker_processes if first else 1)
    pools = {"work": product.engine, "patient": product.patient}
    figures = WorkerMetrics(pools, lambda: seen.unready() is None)
    async with telling(settings.metrics_host, ports, figures.text, seen.unready) as seen.port:
        seen.observer = figures
        yield seen
