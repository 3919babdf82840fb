"""The web application: every router, in the order in which they answer."""

from collections.abc import Mapping
from functools import lru_cache, partial
from importlib.metadata import version

from fastapi import APIRouter, FastAPI, Request

from scrapersky.accounts.identity import configured_provider
from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import OneTimeCode, is_first_start, make_code
from scrapersky.app.erasing import open_erasure
from scrapersky.app.holding import hold
from scrapersky.app.lifespan import lifespan_of
from scrapersky.app.product import Product, goes_through_pooler
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, Schedule, links_of
from scrapersky.curation_sdk.http import (
    events_router,
    operations_router,
    refusing_router,
    reviewing_router,
    screens_router,
    workflow_router,
)
from scrapersky.curation_sdk.live import Hub
from scrapersky.curation_sdk.monitor import Overviews
from scrapersky.curation_sdk.queue import sessions_of as sessions_on
from scrapersky.models.place import Place
from scrapersky.monitoring.tracing import RequestTraces, make_trace_provider, sending
from scrapersky.routers import (
    audit,
    auth,
    budgets,
    delivery_targets,
    description,
    documents,
    duplicates,
    erasures,
    export_jobs,
    exports,
    find,
    health,
    imports,
    inbound,
    insight,
    metrics,
    origins,
    own_account,
    place_searches,
    schedules,
    submissions,
    suppressions,
    system,
    tokens,
    users,
    views,
)
from scrapersky.routers import map as maps
from scrapersky.routers.access import ACCESS, app_state
from scrapersky.routers.auth import Reception
from scrapersky.routers.description import DescribedApp
from scrapersky.routers.errors import add_error_handlers
from scrapersky.routers.export_jobs import ExportEvent
from scrapersky.routers.frame import RequestFrame
from scrapersky.routers.meta import meta_router
from scrapersky.routers.places import PLACE_PATHS, places_router
from scrapersky.routers.rules import rules_router
from scrapersky.routers.sessions import Authenticator
from scrapersky.routers.shared_answers import SharedAnswers
from scrapersky.routers.strangers import BodyGate
from scrapersky.routers.trail import TrailKeeper
from scrapersky.routers.turned_away import TurnedAway
from scrapersky.web.pages import APP, STATIC, Assets, PromisedFiles, own_pages_router, pages_router


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


def make_app(product: Product, reception: Reception) -> FastAPI:
    """The web application, which works on no rows."""
    hub, overviews = Hub(), Overviews(product.registry)
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
    app.router.routes.extend(make_routes(product.registry).routes)
    return app


def make_routes(registry: Registry) -> APIRouter:
    """Once for the same workflows. They hold nothing of an application: each request asks for what its own holds."""
    return _routes(tuple(registry), tuple(registry.refused.items()))


@lru_cache(maxsize=4)
def _routes(workflows: tuple[AnyWorkflow, ...], refused: tuple[tuple[AnyWorkflow, str], ...]) -> APIRouter:
    registry, routes = Registry(workflows, dict(refused)), APIRouter()
    for module in (health, auth, own_account, tokens, audit):
        routes.include_router(module.router)
    add_refusals(routes, registry)
    add_product(routes, registry)
    add_workflows(routes, registry)
    routes.include_router(events_router(lambda asking: asking.app.state.hub, ACCESS, (ExportEvent,)), prefix="/api/v3")
    add_browser(routes, registry)
    add_pages(routes)
    return routes


def add_refusals(routes: APIRouter, registry: Registry) -> None:
    """A refused workflow's answers go before all others."""
    for refused, reason in registry.refused.items():
        more = PLACE_PATHS if refused.curation is Place.deep_scan else ()
        routes.include_router(refusing_router(refused, reason, ACCESS, more), prefix="/api/v3")


def add_product(routes: APIRouter, registry: Registry) -> None:
    """What stands beside the workflows."""
    for router in (
        description.router,
        imports.router,
        places_router(links_of(registry)),
        place_searches.router,
        origins.router,
        origins.origins_router(registry),
        documents.router,
        export_jobs.router,
        exports.router,
        suppressions.router,
        erasures.router,
        rules_router(registry),
        budgets.router,
        schedules.router,
        inbound.router,
        insight.router,
        submissions.router,
        delivery_targets.router,
        users.router,
        system.router,
    ):
        routes.include_router(router)


def add_workflows(routes: APIRouter, registry: Registry) -> None:
    """What is derived from each workflow, and from all of them together."""
    for workflow in registry:
        routes.include_router(workflow_router(workflow, registry, ACCESS), prefix="/api/v3")

    def schedules_of(asking: Request) -> Mapping[str, Schedule]:
        return app_state(asking).schedules

    routes.include_router(operations_router(registry, ACCESS, schedules_of), prefix="/api/v3")
    routes.include_router(reviewing_router(registry, ACCESS), prefix="/api/v3")
    screens = screens_router(registry, ACCESS, lambda asking: app_state(asking).full_overviews, schedules_of)
    routes.include_router(screens, prefix="/api/v3")
    routes.include_router(metrics.router)


def add_browser(routes: APIRouter, registry: Registry) -> None:
    """What the browser's application asks for beside the workflows' own endpoints."""
    routes.include_router(meta_router(registry))
    for module in (views, find, duplicates, maps):
        routes.include_router(module.router)


def add_pages(routes: APIRouter) -> None:
    routes.mount("/assets", Assets(directory=APP / "assets", check_dir=False))
    routes.mount("/static", PromisedFiles(directory=STATIC))
    routes.include_router(own_pages_router(lambda asking: app_state(asking).settings.own_pages))
    routes.include_router(pages_router())
