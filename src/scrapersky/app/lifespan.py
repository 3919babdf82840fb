"""What runs as long as the web application does, and how a request reaches it. Rows are worked on elsewhere."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI, Request

from scrapersky.app.internet import open_clients
from scrapersky.app.product import Product
from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.live import Feed, Hub
from scrapersky.curation_sdk.monitor import Overviews
from scrapersky.routers.export_jobs import WatchedExports
from scrapersky.routers.listeners import WatchedPeople


def lifespan_of(
    product: Product, hub: Hub, overviews: Overviews
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """The live feed, and a way out for what people ask of the internet, such as what a search may cost."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_clients(product.settings, product.engine, product.internet) as clients:
            app.state.clients = clients
            feed = Feed(product.engine, product.registry, hub, overviews, [WatchedExports(), WatchedPeople(hub)])
            feed.start()
            try:
                yield
            finally:
                hub.close()
                await feed.stop()

    return lifespan


def clients_if_running(request: Request) -> Clients | None:
    """None until the application has started."""
    return getattr(request.app.state, "clients", None)


def running_clients(request: Request) -> Clients:
    clients: Clients = request.app.state.clients
    return clients
