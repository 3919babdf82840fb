"""What runs as long as the web application does, and how a request reaches it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta

from fastapi import FastAPI, Request

from scrapersky.app.product import Product
from scrapersky.app.workers import running_schedulers
from scrapersky.clients.clients import Clients
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.decisions import BulkJobs
from scrapersky.curation_sdk.live import Feed, Hub
from scrapersky.curation_sdk.monitor import Overviews
from scrapersky.curation_sdk.queue import Schedulers
from scrapersky.routers.export_jobs import WatchedExports
from scrapersky.routers.listeners import WatchedPeople
from scrapersky.services.exports.bounds import GIGABYTE, Bounds
from scrapersky.services.exports.runner import ExportRunner
from scrapersky.services.exports.shelf import ExportFolder


def lifespan_of(
    product: Product, hub: Hub, overviews: Overviews
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Workers, large batches, exports and the live feed run as long as the application does."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running_schedulers(product) as schedulers:
            app.state.schedulers = schedulers
            bulk_jobs = BulkJobs(product.patient, product.registry)
            bulk_jobs.start()
            exports = export_runner(product)
            exports.start()
            feed = Feed(product.engine, product.registry, hub, overviews, [WatchedExports(), WatchedPeople(hub)])
            feed.start()
            try:
                yield
            finally:
                hub.close()
                await feed.stop()
                await exports.stop()
                await bulk_jobs.stop()

    return lifespan


def export_shelf(settings: Settings) -> ExportFolder:
    folder = settings.export_folder or settings.scrapersky_data / "exports"
    most_bytes = round(settings.export_kept_gigabytes * GIGABYTE)
    return ExportFolder(folder, timedelta(hours=settings.export_hours), most_bytes)


def export_runner(product: Product) -> ExportRunner:
    settings = product.settings

    def bounds() -> Bounds:
        largest = round(settings.export_gigabytes * GIGABYTE)
        return Bounds(settings.export_rows, largest, timedelta(minutes=settings.export_minutes))

    concurrency = settings.export_concurrency
    shelf = export_shelf(settings)
    return ExportRunner(product.sessions, product.registry, shelf, concurrency=concurrency, bounds=bounds)


def next_tick(app: FastAPI, workflow: str) -> datetime | None:
    """Unknown while no workers run in this process."""
    schedulers: Schedulers | None = getattr(app.state, "schedulers", None)
    return schedulers.next_tick(workflow) if schedulers else None


def clients_if_running(request: Request) -> Clients | None:
    """None until the application has started."""
    return running_clients(request) if hasattr(request.app.state, "schedulers") else None


def running_clients(request: Request) -> Clients:
    """The way out that the running application's workers use."""
    clients: Clients = request.app.state.schedulers.runtime.clients
    return clients
