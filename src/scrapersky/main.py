"""The web application: every router, in the order in which they answer."""

import time
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI

from scrapersky.accounts.first_account import OneTimeCode, is_first_start, make_code
from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import TokenSigner, make_signer
from scrapersky.clients.tiles import Tiles
from scrapersky.curation_sdk.background import sessions_of
from scrapersky.curation_sdk.doors import Doors
from scrapersky.curation_sdk.full_overview import FullOverviews
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.curation_sdk.live.router import events_router
from scrapersky.curation_sdk.operations import operations_router
from scrapersky.curation_sdk.overview import Overviews
from scrapersky.curation_sdk.refusing import refusing_router
from scrapersky.curation_sdk.router import workflow_router
from scrapersky.curation_sdk.screens import screens_router
from scrapersky.lifespan import clients_if_running, export_shelf, lifespan_of, next_tick, running_clients
from scrapersky.models.place import Place
from scrapersky.outside import source_names
from scrapersky.product import Product
from scrapersky.routers.auth import Reception, auth_router
from scrapersky.routers.description import description_router
from scrapersky.routers.duplicates import duplicates_router
from scrapersky.routers.errors import add_error_handlers
from scrapersky.routers.export_jobs import ExportEvent, export_jobs_router
from scrapersky.routers.exports import exports_router
from scrapersky.routers.find import find_router
from scrapersky.routers.frame import RequestFrame
from scrapersky.routers.health import health_router
from scrapersky.routers.imports import imports_router
from scrapersky.routers.insight import insight_router
from scrapersky.routers.limits import limits_router
from scrapersky.routers.lists import lists_router
from scrapersky.routers.map import map_router
from scrapersky.routers.meta import Installation, MapMeta, meta_router
from scrapersky.routers.origins import origins_router
from scrapersky.routers.place_searches import place_searches_router
from scrapersky.routers.places import PLACE_PATHS, places_router
from scrapersky.routers.sessions import Gate, make_doors
from scrapersky.routers.strangers import BodyGate
from scrapersky.routers.submissions import submissions_router
from scrapersky.routers.suppressions import suppressions_router
from scrapersky.routers.system import Machine, system_router
from scrapersky.routers.turned_away import TurnedAway
from scrapersky.routers.users import users_router
from scrapersky.routers.views import views_router
from scrapersky.services.installation import without_secrets
from scrapersky.web.pages import APP, STATIC, Assets, PromisedFiles, pages_router, ui_stamp


async def make_reception(product: Product, signer: TokenSigner | None = None) -> Reception:
    """With a one-time code if nobody has an account yet."""
    gate = Gate(product.requests, signer or make_signer(product.settings))
    return Reception(gate, Throttle(), await first_code(product))


async def first_code(product: Product) -> OneTimeCode | None:
    async with product.sessions() as session:
        return make_code() if await is_first_start(session) else None


def make_app(product: Product, reception: Reception) -> FastAPI:
    """The web application; its lifespan is the schedulers'."""
    hub, overviews = Hub(), Overviews(product.registry)
    app = FastAPI(
        title="ScraperSky",
        version=version("scrapersky"),
        summary="From a search phrase to verified contacts, with a person in control at every step.",
        lifespan=lifespan_of(product, hub, overviews),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.hub = hub
    app.add_middleware(BodyGate, signer=reception.gate.signer)
    app.add_middleware(RequestFrame)
    add_error_handlers(app, TurnedAway(sessions_of(product.engine)))
    app.include_router(health_router(product.sessions))
    app.include_router(auth_router(reception))
    doors = make_doors(reception.gate)
    add_refusals(app, product, doors)
    add_product(app, product, doors)
    add_workflows(app, product, doors, overviews)
    app.include_router(events_router(hub, doors, (ExportEvent,)), prefix="/api/v3")
    add_browser(app, product, reception.gate)
    add_pages(app)
    return app


def add_refusals(app: FastAPI, product: Product, doors: Doors) -> None:
    """A refused workflow's answers go before all others."""
    for refused, reason in product.registry.refused.items():
        more = PLACE_PATHS if refused.curation is Place.deep_scan else ()
        app.include_router(refusing_router(refused, reason, doors, more), prefix="/api/v3")


def add_product(app: FastAPI, product: Product, doors: Doors) -> None:
    """What stands beside the workflows."""
    app.include_router(description_router(app, doors))
    app.include_router(imports_router(product.sessions, product.registry, doors))
    app.include_router(places_router(doors))
    sources = source_names(product.outside)
    app.include_router(place_searches_router(doors, running_clients, sources))
    app.include_router(lists_router(doors))
    app.include_router(origins_router(product.registry, doors))
    app.include_router(export_jobs_router(product.registry, doors, export_shelf(product.settings)))
    app.include_router(exports_router(product.sessions, product.registry, doors))
    app.include_router(suppressions_router(doors))
    app.include_router(insight_router(product.registry, doors))
    app.include_router(submissions_router(product.sessions, doors))
    app.include_router(limits_router(doors, clients_if_running))
    app.include_router(users_router(doors))
    app.include_router(system_router(doors, machine_of(product)))


def add_workflows(app: FastAPI, product: Product, doors: Doors, overviews: Overviews) -> None:
    """What is derived from each workflow, and from all of them together."""
    for workflow in product.registry:
        app.include_router(workflow_router(workflow, product.registry, doors), prefix="/api/v3")
    in_force = {workflow.name: schedule for workflow, schedule in product.schedules.items()}
    app.include_router(operations_router(product.registry, doors, in_force, overviews), prefix="/api/v3")
    full = FullOverviews(product.registry, overviews, partial(next_tick, app), product.faults)
    app.include_router(screens_router(doors, full, in_force), prefix="/api/v3")


def add_browser(app: FastAPI, product: Product, gate: Gate) -> None:
    """What the browser's application asks for beside the workflows' own endpoints."""
    settings = product.settings
    background = MapMeta(tiles=bool(settings.map_tiles_url), attribution=settings.map_tiles_attribution or None)
    installation = Installation(app.version, product.registry, dict(product.faults), clients_if_running, background)
    app.include_router(meta_router(installation, gate))
    app.include_router(views_router(gate, product.registry))
    doors = make_doors(gate)
    tiles = Tiles(settings.map_tiles_url) if settings.map_tiles_url else None
    app.include_router(find_router(product.registry, doors))
    app.include_router(duplicates_router(doors))
    app.include_router(map_router(product.registry, doors, clients_if_running, tiles))


def machine_of(product: Product) -> Machine:
    return Machine(
        product.settings.scrapersky_data,
        without_secrets(product.settings),
        product.faults,
        ui_stamp(),
        time.monotonic(),
    )


def add_pages(app: FastAPI) -> None:
    app.mount("/assets", Assets(directory=APP / "assets", check_dir=False))
    app.mount("/static", PromisedFiles(directory=STATIC))
    app.include_router(pages_router())
