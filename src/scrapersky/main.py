"""The composition root: settings, database, workflows, schedulers, application. Long-lived objects are built here."""

import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request
from pydantic import ValidationError
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.accounts.first_account import OneTimeCode, is_first_start, make_code
from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import TokenSigner, make_signer
from scrapersky.accounts.users import forget_ended_sessions
from scrapersky.clients.clients import Clients
from scrapersky.clients.tiles import Tiles
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.bulk import BulkJobs
from scrapersky.curation_sdk.chores import Chore
from scrapersky.curation_sdk.doors import Doors
from scrapersky.curation_sdk.full_overview import FullOverviews
from scrapersky.curation_sdk.lease import Lease
from scrapersky.curation_sdk.live.feed import Feed
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.curation_sdk.live.router import events_router
from scrapersky.curation_sdk.operations import operations_router
from scrapersky.curation_sdk.overview import Overviews
from scrapersky.curation_sdk.pruning import prune_history
from scrapersky.curation_sdk.refusing import refusing_router
from scrapersky.curation_sdk.router import workflow_router
from scrapersky.curation_sdk.scheduler import Schedulers
from scrapersky.curation_sdk.scheduler_loop import Runtime
from scrapersky.curation_sdk.screens import screens_router
from scrapersky.curation_sdk.settings import read_schedule
from scrapersky.curation_sdk.verification import verify
from scrapersky.curation_sdk.workflow import AnyWorkflow, Registry, Schedule
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema, pending_files
from scrapersky.errors import ScraperSkyError
from scrapersky.extensions import Extensions, apply_extension_schemas, load_extensions
from scrapersky.models.place import Place
from scrapersky.outside import Outside, open_clients, source_names
from scrapersky.routers.auth import Reception, auth_router
from scrapersky.routers.description import description_router
from scrapersky.routers.duplicates import duplicates_router
from scrapersky.routers.errors import add_error_handlers
from scrapersky.routers.export_jobs import ExportEvent, WatchedExports, export_jobs_router
from scrapersky.routers.exports import exports_router
from scrapersky.routers.find import find_router
from scrapersky.routers.frame import RequestFrame
from scrapersky.routers.health import health_router
from scrapersky.routers.imports import imports_router
from scrapersky.routers.insight import insight_router
from scrapersky.routers.limits import limits_router
from scrapersky.routers.listeners import WatchedPeople
from scrapersky.routers.map import map_router
from scrapersky.routers.meta import Installation, MapMeta, meta_router
from scrapersky.routers.origins import origins_router
from scrapersky.routers.places import PLACE_PATHS, places_router
from scrapersky.routers.sessions import Gate, make_doors
from scrapersky.routers.submissions import submissions_router
from scrapersky.routers.suppressions import suppressions_router
from scrapersky.routers.system import Machine, system_router
from scrapersky.routers.users import users_router
from scrapersky.routers.views import views_router
from scrapersky.services.export_runner import ExportRunner, Shelf
from scrapersky.services.installation import without_secrets
from scrapersky.services.place_expiry import forget_expired_places
from scrapersky.web.pages import APP, STATIC, Assets, PromisedFiles, pages_router, ui_stamp
from scrapersky.workflows import product_workflows

log = logging.getLogger(__name__)

ENV_FILE = Path(".env")


class SchemaPending(ScraperSkyError):
    """The database is not the product's own, and files were not applied to it yet."""

    code = "schema_pending"

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__(
            f"{len(files)} schema files were not applied to this database yet: {', '.join(files)}."
            " Apply them with: scrapersky schema apply"
        )


@dataclass(frozen=True, slots=True)
class Product:
    """The pieces that every command shares, web or not. `faults` says which workflows do not run, and why."""

    settings: Settings
    engine: AsyncEngine
    sessions: async_sessionmaker[AsyncSession]
    registry: Registry
    schedules: Mapping[AnyWorkflow, Schedule]
    faults: Mapping[str, str]
    outside: Outside
    extensions: Extensions


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncIterator[AsyncEngine]:
    """The server at DATABASE_URL, or the embedded one, which this process starts or joins."""
    server = None if settings.database_url else EmbeddedServer(settings.scrapersky_data / "postgres")
    address = server.start() if server else settings.database_url or ""
    try:
        engine = make_engine(address, pool_size=settings.database_pool_size, pooler=settings.database_pooler)
        try:
            yield engine
        finally:
            await engine.dispose()
    finally:
        if server:
            server.stop()


@asynccontextmanager
async def open_product(
    settings: Settings, workflows: Sequence[AnyWorkflow] | None = None, outside: Outside | None = None
) -> AsyncIterator[Product]:
    """Everything up to a ready database. The embedded one is brought up to date; any other is only looked at."""
    extensions = load_extensions() if workflows is None else Extensions()
    declared = Registry([*(product_workflows() if workflows is None else workflows), *extensions.workflows])
    async with open_database(settings) as engine:
        unapplied = await _ready_schema(settings, engine, extensions)
        registry, refused = await leave_out_unsound(engine, declared)
        schedules, misset = read_schedules(registry)
        faults = {**extensions.faults, **unapplied, **refused, **misset}
        sessions = async_sessionmaker(engine, expire_on_commit=False)
        extended = replace(outside or Outside(), additions=extensions.additions)
        yield Product(settings, engine, sessions, registry, schedules, faults, extended, extensions)


def read_schedules(registry: Registry) -> tuple[dict[AnyWorkflow, Schedule], dict[str, str]]:
    """Each workflow's settings; one that is set wrongly is left out and stops no other."""
    schedules: dict[AnyWorkflow, Schedule] = {}
    faults: dict[str, str] = {}
    for workflow in registry:
        try:
            schedules[workflow] = read_schedule(workflow.names, workflow.schedule, ENV_FILE)
        except ValidationError as error:
            complaints = (f"{workflow.names.setting(str(e['loc'][0]))}: {e['msg']}" for e in error.errors())
            faults[workflow.name] = "; ".join(complaints)
            log.warning("%s is left out: %s", workflow.name, faults[workflow.name])
    return schedules, faults


async def leave_out_unsound(engine: AsyncEngine, declared: Registry) -> tuple[Registry, dict[str, str]]:
    """Refuse the workflows whose columns are not what their models say: each would fail row by row. Others run."""
    faults: dict[str, str] = {}
    try:
        found = await verify(engine, declared)
    except ProgrammingError as error:  # a user of the database who may make no temporary tables
        log.warning("the schema was not verified: %s", error.orig)
        return declared, faults
    for name, differences in found.items():
        for each in differences:
            log.warning("%s: %s %s", name, each.words, each.remedy)
        stopping = [each for each in differences if each.stops]
        if stopping:
            more = f" And {len(stopping) - 1} more." if len(stopping) > 1 else ""
            faults[name] = f"{stopping[0].words}{more} See: scrapersky schema verify"
    refused = {each: faults[each.name] for each in declared if each.name in faults}
    return Registry([each for each in declared if each not in refused], refused), faults


async def _ready_schema(settings: Settings, engine: AsyncEngine, extensions: Extensions) -> dict[str, str]:
    """Returns which extension's SQL failed. What of theirs is pending elsewhere shows as columns that are missing."""
    if settings.database_url is not None:
        if pending := await pending_files(engine):
            raise SchemaPending(pending)
        return {}
    names = await apply_schema(engine)
    more, failed = await apply_extension_schemas(engine, extensions)
    for name in [*names, *more]:
        log.info("applied %s", name)
    return failed


@asynccontextmanager
async def running_schedulers(product: Product) -> AsyncIterator[Schedulers]:
    """Every workflow's scheduler, each set up in its own try; at the end rows in work finish or are released."""
    settings = product.settings
    lease = Lease(product.engine, settings.worker_lease_seconds)
    async with open_clients(settings, product.engine, product.outside) as clients:
        runtime = Runtime(
            product.engine, clients, lease, settings.shutdown_grace_seconds, listens=not settings.database_pooler
        )
        schedulers = Schedulers(runtime)
        schedulers.failures |= {**product.faults, **clients.left_out}
        schedulers.setup_all(product.schedules)
        for chore in daily_chores(product):
            schedulers.setup_chore(chore)
        await schedulers.start()
        try:
            yield schedulers
        finally:
            await schedulers.stop()


def daily_chores(product: Product) -> Sequence[Chore]:
    """What keeps a database that runs for years in shape, and within the terms of the sources."""
    days, engine = product.settings.history_days, product.engine
    return (
        Chore("prune_history", lambda: prune_history(engine, days, datetime.now(UTC))),
        Chore("forget_ended_sessions", lambda: forget_ended_sessions(product.sessions)),
        Chore("forget_expired_places", lambda: forget_expired_places(product.sessions, datetime.now(UTC))),
    )


async def make_reception(product: Product, signer: TokenSigner | None = None) -> Reception:
    """With a one-time code if nobody has an account yet."""
    gate = Gate(product.sessions, signer or make_signer(product.settings))
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
        lifespan=_lifespan(product, hub, overviews),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.hub = hub
    app.add_middleware(RequestFrame)
    add_error_handlers(app)
    app.include_router(health_router(product.sessions))
    app.include_router(auth_router(reception))
    add_workflows(app, product, make_doors(reception.gate), overviews)
    app.include_router(events_router(hub, make_doors(reception.gate), (ExportEvent,)), prefix="/api/v3")
    add_browser(app, product, reception.gate)
    add_pages(app)
    return app


def add_workflows(app: FastAPI, product: Product, doors: Doors, overviews: Overviews) -> None:
    """What is derived from each workflow, and what stands beside it. A refused one's answers go before all others."""
    for refused, reason in product.registry.refused.items():
        more = PLACE_PATHS if refused.curation is Place.deep_scan else ()
        app.include_router(refusing_router(refused, reason, doors, more), prefix="/api/v3")
    app.include_router(description_router(app, doors))
    app.include_router(imports_router(product.sessions, product.registry, doors))
    sources = source_names(product.outside.additions)
    app.include_router(places_router(doors, lambda request: running_clients(request.app), sources))
    app.include_router(origins_router(product.registry, doors))
    app.include_router(export_jobs_router(product.registry, doors, export_shelf(product.settings).folder))
    app.include_router(exports_router(product.sessions, product.registry, doors))
    app.include_router(suppressions_router(doors))
    app.include_router(insight_router(product.registry, doors))
    app.include_router(submissions_router(product.sessions, doors))
    app.include_router(limits_router(doors, lambda request: clients_if_running(request.app)))
    app.include_router(users_router(doors))
    app.include_router(system_router(doors, machine_of(product)))
    for workflow in product.registry:
        app.include_router(workflow_router(workflow, product.registry, doors), prefix="/api/v3")
    in_force = {workflow.name: schedule for workflow, schedule in product.schedules.items()}
    app.include_router(operations_router(product.registry, doors, in_force, overviews), prefix="/api/v3")
    full = FullOverviews(product.registry, overviews, partial(next_tick, app), product.faults)
    app.include_router(screens_router(doors, full, in_force), prefix="/api/v3")


def next_tick(app: FastAPI, workflow: str) -> datetime | None:
    """Unknown while no workers run in this process."""
    schedulers: Schedulers | None = getattr(app.state, "schedulers", None)
    return schedulers.next_tick(workflow) if schedulers else None


def add_browser(app: FastAPI, product: Product, gate: Gate) -> None:
    """What the browser's application asks for beside the workflows' own endpoints."""
    settings = product.settings
    background = MapMeta(tiles=bool(settings.map_tiles_url), attribution=settings.map_tiles_attribution or None)
    installation = Installation(app.version, product.registry, dict(product.faults), clients_of_request, background)
    app.include_router(meta_router(installation, gate))
    app.include_router(views_router(gate, product.registry))
    doors = make_doors(gate)
    tiles = Tiles(settings.map_tiles_url) if settings.map_tiles_url else None
    app.include_router(find_router(product.registry, doors))
    app.include_router(duplicates_router(doors))
    app.include_router(map_router(product.registry, doors, clients_of_request, tiles))


def export_shelf(settings: Settings) -> Shelf:
    folder = settings.export_folder or settings.scrapersky_data / "exports"
    return Shelf(folder, timedelta(hours=settings.export_hours))


def machine_of(product: Product) -> Machine:
    return Machine(
        product.settings.scrapersky_data,
        without_secrets(product.settings),
        product.faults,
        ui_stamp(),
        time.monotonic(),
    )


def clients_if_running(app: FastAPI) -> Clients | None:
    return running_clients(app) if hasattr(app.state, "schedulers") else None


def clients_of_request(request: Request) -> Clients | None:
    """None until the application has started."""
    return clients_if_running(request.app)


def running_clients(app: FastAPI) -> Clients:
    """The way out that the running application's workers use."""
    clients: Clients = app.state.schedulers.runtime.clients
    return clients


def add_pages(app: FastAPI) -> None:
    app.mount("/assets", Assets(directory=APP / "assets", check_dir=False))
    app.mount("/static", PromisedFiles(directory=STATIC))
    app.include_router(pages_router())


def _lifespan(
    product: Product, hub: Hub, overviews: Overviews
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running_schedulers(product) as schedulers:
            app.state.schedulers = schedulers
            bulk_jobs = BulkJobs(product.engine, product.registry)
            bulk_jobs.start()
            exports = ExportRunner(product.sessions, product.registry, export_shelf(product.settings))
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
