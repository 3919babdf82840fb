"""What runs as long as the web application does, and how a request reaches it. Rows are worked on elsewhere."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI

from scrapersky.app.internet import open_clients
from scrapersky.app.product import Product
from scrapersky.clients.clients import Clients
from scrapersky.coordination.dead_processes import forget_ended_parts
from scrapersky.curation_sdk.live import Feed, Hub
from scrapersky.curation_sdk.monitor import Overviews
from scrapersky.curation_sdk.queue import Background
from scrapersky.routers.export_jobs import WatchedExports
from scrapersky.routers.listeners import WatchedPeople
from scrapersky.services.alerting import PART, SECONDS_BETWEEN_LOOKS, Alerting, alert_hook


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
            alerting = start_alerting(product, clients)
            try:
                yield
            finally:
                hub.close()
                await feed.stop()
                if alerting is not None:
                    alerting.cancel()
                    await asyncio.gather(alerting, return_exceptions=True)

    return lifespan


def start_alerting(product: Product, clients: Clients) -> asyncio.Task[None] | None:
    """By the process that answers people: it is there when no worker is."""
    hook = alert_hook(product.settings)
    if hook is None:
        return None
    alerting = Alerting(product.sessions, product.registry, product.faults, hook, clients.web)
    return Background(PART, product.sessions).start(alerting.send_due, SECONDS_BETWEEN_LOOKS)
