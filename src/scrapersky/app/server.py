"""The web application: its layers, and what it holds."""

from contextlib import AbstractAsyncContextManager
from functools import cache, partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI

from scrapersky.accounts.identity import configured_provider
from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import OneTimeCode, is_first_start, make_code
from scrapersky.app.holding import hold
from scrapersky.app.lifespan import lifespan_of
from scrapersky.app.product import Product, goes_through_pooler
from scrapersky.app.routes import make_routes
from scrapersky.curation_sdk import monitor
from scrapersky.curation_sdk.live import Hub
from scrapersky.curation_sdk.queue import sessions_of as sessions_on
from scrapersky.monitoring.tracing import RequestTraces, make_trace_provider, sending
from scrapersky.routers.description import DescribedApp
from scrapersky.routers.errors import TurnedAway, add_error_handlers
from scrapersky.routers.frame import RequestFrame
from scrapersky.routers.sessions import Authenticator, Reception
from scrapersky.routers.shared_answers import SharedAnswers
from scrapersky.routers.strangers import BodyGate
from scrapersky.routers.trail import TrailKeeper

if TYPE_CHECKING:
    from scrapersky.services.erasure.erase import Erasure


async def make_reception(product: Product) -> Reception:
    """With a one-time code if nobody has an account yet."""
    is_pooled = goes_through_pooler(product.settings)
    provider = configured_provider(product.settings)
    signer = make_signer(product.settings)
    authenticator = Authenticator(product.requests, product.door, signer, is_pooled, provider)
    return Reception(authenticator, Throttle(), await first_code(product))


async def first_code(product: Product) -> OneTimeCode | None:
    async with product.sessions() as session:
        return make_code() if await is_first_start(session) else None


def open_erasure(product: Product) -> AbstractAsyncContextManager["Erasure"]:
    """Seldom asked for, and dear to load."""
    from scrapersky.app import erasing  # noqa: PLC0415

    return erasing.open_erasure(product)


def make_app(product: Product, reception: Reception) -> FastAPI:
    """The web application, which works on no rows."""
    hub, overviews = Hub(), cache(lambda: monitor.Overviews(product.registry))
    tracing = make_trace_provider(product.settings, "api")
    app = DescribedApp(
        title="ScraperSky",
        version=version("scrapersky"),
        summary="From a search phrase to verified contacts, with a person in control at every step.",
        lifespan=lifespan_of(product, hub, overviews, partial(sending, tracing)),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.hub, app.state.reception, app.state.registry = hub, reception, product.registry
    app.state.held, app.state.shared_answers = hold(product, overviews, partial(open_erasure, product)), SharedAnswers()
    app.state.product = product
    authenticator = reception.authenticator
    app.add_middleware(BodyGate, authenticator=authenticator)
    app.add_middleware(TrailKeeper, sessions=authenticator.door, signer=authenticator.signer)
    traces = RequestTraces(tracing) if tracing else None
    app.add_middleware(RequestFrame, hosts=product.settings.allowed_hosts, traces=traces)
    add_error_handlers(app, TurnedAway(sessions_on(product.engine)))
    app.router.routes.extend(make_routes(product.registry))
    return app
