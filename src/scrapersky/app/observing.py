"""A process that works on rows, seen from outside: its figures, and whether it is ready."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from scrapersky.app.product import Product
from scrapersky.config.logging import tells_ids
from scrapersky.curation_sdk.queue import Schedulers
from scrapersky.monitoring.observers import Observers, ProcessObserver
from scrapersky.monitoring.tracing import make_trace_provider, sending


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
    """Where no port is set nothing is counted either, and where no address of traces is, nothing is traced."""
    seen, observers = Observed(), list[ProcessObserver]()
    provider = make_trace_provider(product.settings, "worker")
    if provider is not None:
        from scrapersky.monitoring.row_traces import RowTraces  # noqa: PLC0415  its library may be missing

        observers.append(RowTraces(provider))
    async with sending(provider), _counted(product, seen, observers):
        seen.observer = Observers(observers, asks_who_decided=tells_ids())
        yield seen


@asynccontextmanager
async def _counted(product: Product, seen: Observed, observers: list[ProcessObserver]) -> AsyncIterator[None]:
    settings = product.settings
    if settings.metrics_port is None:
        yield
        return
    from scrapersky.monitoring.serving import telling  # noqa: PLC0415  a web server of its own
    from scrapersky.monitoring.worker_metrics import WorkerMetrics  # noqa: PLC0415

    first = settings.metrics_port
    ports = range(first, first + settings.worker_processes if first else 1)
    pools = {"work": product.engine, "patient": product.patient}
    figures = WorkerMetrics(pools, lambda: seen.unready() is None)
    async with telling(settings.metrics_host, ports, figures.text, seen.unready) as seen.port:
        observers.append(figures)
        yield
