"""What runs as long as the web application does, and how a request reaches it. Rows are worked on elsewhere."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

from fastapi import FastAPI

from scrapersky.app.internet import open_clients
from scrapersky.app.product import Product
from scrapersky.clients.clients import Clients
from scrapersky.coordination.dead_processes import forget_ended_parts
from scrapersky.curation_sdk import live, monitor
from scrapersky.curation_sdk.http import Branch
from scrapersky.curation_sdk.live import Hub
from scrapersky.curation_sdk.queue import Background

log = logging.getLogger(__name__)

SECONDS_BETWEEN_BRANCHES = 0.2


def lifespan_of(
    product: Product,
    hub: Hub,
    overviews: Callable[[], "monitor.Overviews"],
    sending: Callable[[], AbstractAsyncContextManager[None]],
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """The live feed, and a way out for what people ask of the internet, such as what a search may cost."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await forget_ended_parts(product.patient)  # which has a connection already
        async with sending(), open_clients(product.settings, product.engine, product.internet) as clients:
            app.state.clients = clients
            feed = Background("live feed", product.sessions)
            telling = feed.started(partial(tell_listeners, feed, product, hub, overviews))
            tasks = [telling, asyncio.create_task(make_late_routes(app)), *start_alerting(product, clients)]
            try:
                yield
            finally:
                hub.close()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    return lifespan


async def tell_listeners(
    background: Background, product: Product, hub: Hub, overviews: Callable[[], "monitor.Overviews"]
) -> None:
    """The live feed, loaded when somebody first listens, and again where that fails."""
    await hub.wait_for_somebody()
    since = time.monotonic()

    async def tell() -> None:
        from scrapersky.routers.export_jobs import WatchedExports  # noqa: PLC0415
        from scrapersky.routers.listeners import WatchedPeople  # noqa: PLC0415

        watches: list[live.LiveWatch] = [WatchedExports(), WatchedPeople(hub)]
        await live.Feed(product.engine, product.registry, hub, overviews(), watches, since=since).run()

    await background.run(tell, 0)


async def make_late_routes(app: FastAPI) -> None:
    """One branch after the other between requests, so that hardly anybody is the first to wait for one."""
    for route in app.router.routes:
        await asyncio.sleep(SECONDS_BETWEEN_BRANCHES)
        if isinstance(route, Branch):
            log.debug("%d routes below %s", len(route.routes), route.beginnings[0])


def start_alerting(product: Product, clients: Clients) -> list[asyncio.Task[None]]:
    """By the process that answers people: it is there when no worker is."""
    url = product.settings.alert_webhook_url
    if not url:
        return []
    from scrapersky.services.alerting import PART, SECONDS_BETWEEN_LOOKS, Alerting, alert_hook  # noqa: PLC0415

    hook = alert_hook(url, product.settings)
    alerting = Alerting(product.sessions, product.registry, product.faults, hook, clients.web)
    return [Background(PART, product.sessions).start(alerting.send_due, SECONDS_BETWEEN_LOOKS)]
