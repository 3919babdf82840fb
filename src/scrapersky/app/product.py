"""The pieces that every command shares: a ready database, the workflows that are sound, and their settings."""

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
from pydantic import ValidationError
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.app.extensions import Extensions, all_schema_files, apply_all_schemas, load_extensions
from scrapersky.app.internet import Internet
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.complaints import complaint
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, Schedule, read_schedule
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import TENANT_SETTINGS, TenantSession
from scrapersky.curation_sdk.schema import verify
from scrapersky.db.address import DEFAULT_PORT, read_address
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import pending_files, refuse_newer
from scrapersky.db.second_line import SecondLine, find_second_line
from scrapersky.db.silence import close
from scrapersky.errors import ScraperSkyError
from scrapersky.services.exports.bounds import LONGEST_STATEMENT
from scrapersky.workflows import product_workflows

log = logging.getLogger(__name__)

ENV_FILE = Path(".env")
MOST_NAMED = 5
SPARE_CONNECTIONS = 8  # for downloads, of which there are never more than half as many, and whatever is short

Sessions = async_sessionmaker[AsyncSession]
Meanwhile = Callable[[Registry], object]
"""What of the workflows' can be made while PostgreSQL describes their tables. Some may be left out afterwards."""


class SchemaPending(ScraperSkyError):
    """The database is not the product's own, and files were not applied to it yet."""

    def __init__(self, files: Sequence[str]) -> None:
        more = f" and {len(files) - MOST_NAMED:,} more" if len(files) > MOST_NAMED else ""
        super().__init__(
            f"{plural(len(files), 'schema file was', 'schema files were')} not applied to this database yet:"
            f" {', '.join(files[:MOST_NAMED])}{more}."
            " Apply them with: scrapersky schema apply"
        )


class DatabaseUnreachable(ScraperSkyError):
    """No connection could be made. The password is not repeated."""

    def __init__(self, url: URL, error: BaseException) -> None:
        if isinstance(error, DBAPIError) and error.orig is not None:
            error = error.orig.__cause__ or error.orig  # what the driver said, without who passed it on
        reason = " ".join(str(error).split()) or type(error).__name__
        is_one = "," not in (url.host or "")
        place = f"{url.host or 'this machine'}, port {url.port or DEFAULT_PORT}" if is_one else url.host
        super().__init__(
            f"No connection to the database {url.database!r} at {place}: {reason.rstrip('.')}."
            " See that the server runs and that DATABASE_URL is right."
        )


@dataclass(frozen=True, slots=True)
class Product:
    """`faults` says which workflows do not run, and why.

    Nobody starves another: workers have their own connections (`engine`), requests have theirs (`requests`), and so has
    all that takes long, such as exports, long jobs, chores and commands (`patient`, and `sessions` on it). Requests see
    one tenant's rows only, where the database has the second line; at the `door` nobody knows whose they are yet.
    """

    settings: Settings
    engine: AsyncEngine
    patient: AsyncEngine
    requests: Sessions
    door: Sessions
    second_line: SecondLine | None
    registry: Registry
    schedules: Mapping[AnyWorkflow, Schedule]
    faults: Mapping[str, str]
    internet: Internet
    extensions: Extensions

    @property
    def sessions(self) -> Sessions:
        return async_sessionmaker(self.patient, expire_on_commit=False)


def goes_through_pooler(settings: Settings) -> bool:
    """Set, or said by the address itself: no prepared statements, and nothing is heard by listening."""
    address = settings.database_url
    return settings.database_pooler or (address is not None and read_address(address).is_pooled)


@asynccontextmanager
async def open_server(settings: Settings) -> AsyncIterator[str]:
    """The address of the server at DATABASE_URL, or of the embedded one, which this process starts or joins."""
    server = None if settings.database_url else EmbeddedServer(settings.scrapersky_data / "postgres")
    address = server.start() if server else settings.database_url or ""
    try:
        yield address
    finally:
        if server:
            server.stop()


@asynccontextmanager
async def open_engine(settings: Settings, address: str, **sizes: Any) -> AsyncIterator[AsyncEngine]:
    engine = make_engine(address, pooler=settings.database_pooler, **sizes)
    try:
        yield engine
    finally:
        await close(engine)


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncIterator[AsyncEngine]:
    """Statements take as long as they take: changes to a large table's schema do."""
    async with open_server(settings) as address, open_engine(settings, address) as engine:
        await _reach(engine)
        yield engine


async def _reach(engine: AsyncEngine) -> None:
    """The connection made here is kept for whoever asks first."""
    try:
        async with engine.connect():
            return
    except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise DatabaseUnreachable(engine.url, error) from error


@asynccontextmanager
async def open_product(
    settings: Settings,
    workflows: Sequence[AnyWorkflow] | None = None,
    internet: Internet | None = None,
    *,
    meanwhile: Meanwhile = lambda _: None,
) -> AsyncIterator[Product]:
    """Everything up to a ready database. The embedded one is brought up to date; any other is only looked at."""
    extensions = load_extensions(None if workflows is None else ())
    declared = Registry([*(product_workflows() if workflows is None else workflows), *extensions.workflows])
    async with open_server(settings) as address:
        async with open_engine(settings, address) as engine:
            await _reach(engine)
            unapplied = await _ready_schema(settings, engine, extensions)
            registry, refused = await leave_out_unsound(engine, declared, meanwhile)
            line = await find_second_line(engine)
            if line is None:
                log.warning("the database has no guard of its own between tenants; see: scrapersky doctor")
        schedules, misset = read_schedules(registry)
        faults = {**extensions.faults, **unapplied, **refused, **misset}
        extended = replace(internet or Internet(), additions=extensions.additions)
        async with open_pools(settings, address, line) as pools:
            yield Product(settings, *pools, line, registry, schedules, faults, extended, extensions)


@asynccontextmanager
async def open_pools(
    settings: Settings, address: str, line: SecondLine | None
) -> AsyncIterator[tuple[AsyncEngine, AsyncEngine, Sessions, Sessions]]:
    """For workers, for what takes long, for requests and for the door to them.

    A connection is made when somebody first needs it. Those of requests are bound from the beginning, and only told
    whose turn it is; all others work across tenants, and are bound where they work for one.
    """
    working = {"pool_size": settings.database_pool_size, "statement_seconds": settings.database_work_seconds}
    patient = {"pool_size": 2, "more_at_peaks": settings.export_concurrency + SPARE_CONNECTIONS}
    requests = {
        "pool_size": settings.database_request_pool_size,
        "more_at_peaks": 0,
        "wait_seconds": settings.database_request_wait_seconds,
        "statement_seconds": settings.database_request_seconds,
    }
    async with (
        open_engine(settings, address, **working) as engine,
        open_engine(settings, address, **patient, statement_seconds=LONGEST_STATEMENT.total_seconds()) as long_engine,
        open_engine(settings, address, **requests, server_settings=line and line.settings) as request_engine,
        open_engine(settings, address, **requests | {"pool_size": 8}) as door_engine,
    ):
        across = {TENANT_SETTINGS: line and line.settings}
        working_engine, patient_engine, entrance = (
            pool.execution_options(**across) for pool in (engine, long_engine, door_engine)
        )
        bound = request_engine.execution_options(**{TENANT_SETTINGS: {} if line else None})
        requests_sessions = async_sessionmaker(bound, expire_on_commit=False, sync_session_class=TenantSession)
        yield working_engine, patient_engine, requests_sessions, async_sessionmaker(entrance, expire_on_commit=False)


def read_schedules(registry: Registry) -> tuple[dict[AnyWorkflow, Schedule], dict[str, str]]:
    """Each workflow's settings; one that is set wrongly is left out and stops no other."""
    schedules: dict[AnyWorkflow, Schedule] = {}
    faults: dict[str, str] = {}
    for workflow in registry:
        try:
            schedules[workflow] = read_schedule(workflow.names, workflow.schedule, ENV_FILE)
        except ValidationError as error:
            wrong = (f"{workflow.names.setting(str(e['loc'][0]))}: {complaint(e)}" for e in error.errors())
            faults[workflow.name] = "; ".join(wrong)
            log.warning("%s is left out: %s", workflow.name, faults[workflow.name])
    return schedules, faults


async def leave_out_unsound(
    engine: AsyncEngine, declared: Registry, meanwhile: Meanwhile = lambda _: None
) -> tuple[Registry, dict[str, str]]:
    """Refuse the workflows whose columns are not what their models say: each would fail row by row. Others run."""
    faults: dict[str, str] = {}
    try:
        found = await verify(engine, declared, partial(meanwhile, declared))
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
    if not refused:
        return declared, faults
    return Registry([each for each in declared if each not in refused], refused), faults


async def _ready_schema(settings: Settings, engine: AsyncEngine, extensions: Extensions) -> dict[str, str]:
    """Returns which extension's SQL failed. What of theirs is pending elsewhere shows as columns that are missing."""
    pending = await refuse_newer(engine)
    if settings.database_url is not None:
        if pending:
            raise SchemaPending(await pending_files(engine, all_schema_files(extensions)))
        return {}
    names, failed = await apply_all_schemas(engine, extensions)
    if names:
        log.info("the database is set up (%s applied)", plural(len(names), "schema file"))
        log.debug("applied %s", ", ".join(names))
    return failed
