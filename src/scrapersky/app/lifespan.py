"""What runs as long as the web application does, and how a request reaches it. Rows are worked on elsewhere."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cached_property

from fastapi import FastAPI

from scrapersky.app.internet import open_clients
from scrapersky.app.product import Product
from scrapersky.clients.clients import Clients
from scrapersky.coordination.dead_processes import forget_ended_parts
from scrapersky.curation_sdk.http import Branch
from scrapersky.curation_sdk.live import Feed, Hub, LiveWatch, News, Poll
from scrapersky.curation_sdk.monitor import Overviews
from scrapersky.curation_sdk.queue import Background
from scrapersky.routers.listeners import WatchedPeople
from scrapersky.services.alerting import PART, SECONDS_BETWEEN_LOOKS, Alerting, alert_hook

log = logging.getLogger(__name__)

SECONDS_BETWEEN_BRANCHES = 0.2


def lifespan_of(
    product: Product, hub: Hub, overviews: Overviews, sending: Callable[[], AbstractAsyncContextManager[None]]
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """The live feed, and a way out for what people ask of the internet, such as what a search may cost."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await forget_ended_parts(product.engine)
        async with sending(), open_clients(product.settings, product.engine, product.internet) as clients:
            app.state.clients = clients
            feed = Feed(product.engine, product.registry, hub, overviews, [WatchedExports(), WatchedPeople(hub)])
            feed.start()
            tasks = [asyncio.create_task(make_late_routes(app)), *start_alerting(product, clients)]
            try:
                yield
            finally:
                hub.close()
                await feed.stop()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    return lifespan


class WatchedExports:
    """Loaded when somebody listens."""

    @cached_property
    def _watch(self) -> LiveWatch:
        from scrapersky.routers import export_jobs  # noqa: PLC0415

        return export_jobs.WatchedExports()

    async def news(self, look: Poll) -> Iterable[News]:
        return await self._watch.news(look)


async def make_late_routes(app: FastAPI) -> None:
    """One branch after the other between requests, so that hardly anybody is the first to wait for one."""
    for route in app.router.routes:
        await asyncio.sleep(SECONDS_BETWEEN_BRANCHES)
        if isinstance(route, Branch):
            log.debug("%d routes below %s", len(route.routes), route.beginnings[0])


def start_alerting(product: Product, clients: Clients) -> list[asyncio.Task[None]]:
    """By the process that answers people: it is there when no worker is."""
    hook = alert_hook(product.settings)
    if hook is None:
        return []
    alerting = Alerting(product.sessions, product.registry, product.faults, hook, clients.web)
    return [Background(PART, product.sessions).start(alerting.send_due, SECONDS_BETWEEN_LOOKS)]
