"""Fixtures for our tests and for packages from outside: `pytest -p scrapersky.testing` gives each test a database.

The database has the product's schema and that of every installed extension.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.app.extensions import apply_all_schemas, load_extensions
from scrapersky.db.embedded import EmbeddedServer, is_alive
from scrapersky.db.engine import make_engine
from scrapersky.db.scratch import administer, connect_to
from scrapersky.db.silence import dispose
from scrapersky.errors import ScraperSkyError

_TEMPLATE = "template_sky"
# What a test leaves behind is thrown away: nothing need survive a crash of the machine, and no dead row is ever many.
_THROWN_AWAY = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "autovacuum = off")
_MEMORY, _MEMORY_NEEDED = Path("/dev/shm"), 2 << 30  # noqa: S108  the folder made in it is ours alone
_PREFIX = "scrapersky-test-"
# Whoever changes a table, an index, a function, a policy or a setting leaves a newer line in one of these.
_CATALOGUES = (
    "pg_class",
    "pg_attribute",
    "pg_proc",
    "pg_trigger",
    "pg_constraint",
    "pg_policy",
    "pg_index",
    "schema_log",
)
_LARGE = 8 * 8192  # bytes of a table, dead rows included: from here on they would change how it is searched
_NEWEST = "age('3'::xid) - min(age(xmin))"  # which takes less than to read each line's number as a text
_SHAPE = f"""
SELECT {", ".join(f"(SELECT (count(*), {_NEWEST})::text FROM {name})" for name in _CATALOGUES)},
    (SELECT count(*) FROM pg_statistic),
    (SELECT count(*) FROM pg_db_role_setting JOIN pg_database ON setdatabase = oid WHERE datname = current_database())
"""  # noqa: S608  names from above
END_OTHERS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_TABLES_WITH_ROWS = """
SELECT name, size FROM (
    SELECT oid::regclass::text AS name, pg_relation_size(oid) AS size FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_log'
) AS tables WHERE size > 0
"""
_Shape = tuple[object, ...]
# A test may end every connection, the one that is kept for emptying among them.
_CUT_OFF = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.OperatorInterventionError, OSError)
_numbers = count()
_databases: dict[tuple[str, str], "Databases"] = {}
_engines: dict[str, AsyncEngine] = {}


class ExtensionNotReady(ScraperSkyError):
    """An installed extension is broken, so its tests would prove nothing."""


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """A real PostgreSQL for this test process, in memory where there is room: a copied database is many small files."""
    remove_leftovers(_MEMORY)
    place = _MEMORY if _has_room(_MEMORY) else None
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=place))
    server = EmbeddedServer(folder / "postgres")
    yield server.start()
    while _databases:
        _databases.popitem()[1].close()
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def template(server_url: str) -> str:
    """The name of a database to which every schema file was applied."""
    settings = [f"ALTER SYSTEM SET {each}" for each in _THROWN_AWAY]
    asyncio.run(administer(make_url(server_url), *settings, "SELECT pg_reload_conf()"))
    return make_template(server_url, _TEMPLATE, _apply_schemas)


@pytest.fixture
def database_url(server_url: str, template: str) -> Iterator[str]:
    """A database of this test's own: a copy of the template, or one in which an earlier test changed only rows."""
    if (server_url, template) not in _databases:
        _databases[server_url, template] = Databases(server_url, template)
    databases = _databases[server_url, template]
    name = databases.take()
    yield address_of(server_url, name)
    databases.give_back(name)


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """Its connections end with the test; the statements it has compiled are known to the next test on that database."""
    engine = _engines.pop(database_url, None) or make_engine(database_url)
    yield engine
    await dispose(engine)
    await asyncio.sleep(0)  # at the loop's next turn sockets are closed
    _engines[database_url] = engine


def make_template(
    server_url: str, name: str, prepare: Callable[[AsyncEngine], Awaitable[None]], base: str = "template1"
) -> str:
    """A database that others are copied from: `base` and what `prepare` does to it. Gives its name."""

    async def make() -> None:
        await administer(make_url(server_url), f"CREATE DATABASE {name} TEMPLATE {base}")
        engine = make_engine(address_of(server_url, name))
        await prepare(engine)
        await engine.dispose()

    asyncio.run(make())
    return name


class Databases:
    """Copies of a template, each for one test at a time; one in which only rows were changed is emptied for the next.

    The connection by which one is emptied is kept, on a loop that runs between tests: a new one would read the
    catalogue again, which takes longer than most tests.
    """

    def __init__(self, server_url: str, template: str) -> None:
        self._server_url, self._template = server_url, template
        self._spare: list[str] = []
        self._shape: _Shape | None = None
        self._connections: dict[str, asyncpg.Connection] = {}
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)

    def take(self) -> str:
        return self._spare.pop() if self._spare else self._runner.run(self.copy())

    def give_back(self, name: str) -> None:
        if self._runner.run(self.empty(name)):
            self._spare.append(name)

    def close(self) -> None:
        for connection in self._connections.values():
            self._runner.run(_end(connection))
        self._runner.close()

    async def copy(self) -> str:
        if self._shape is None:
            connection = await self._connect(self._template)
            self._shape = await _read_shape(connection)
            await connection.close()
        name = f"test_{next(_numbers)}"
        copy = f"CREATE DATABASE {name} TEMPLATE {self._template} STRATEGY FILE_COPY"
        await administer(make_url(self._server_url), copy)
        return name

    async def empty(self, name: str) -> bool:
        """Deletes every row. False: it is not the template's twin, or has become large; then it is dropped."""
        connection = self._connections.pop(name, None) or await self._connect(name)
        try:
            is_twin = await _empty(connection, self._shape)
        except _CUT_OFF:
            await _end(connection)
            return await self.empty(name)
        if is_twin:
            self._connections[name] = connection
        else:
            await _end(connection)
            await administer(make_url(self._server_url), f"DROP DATABASE {name} WITH (FORCE)")
        return is_twin

    async def _connect(self, name: str) -> asyncpg.Connection:
        return await connect_to(make_url(address_of(self._server_url, name)))


async def _end(connection: asyncpg.Connection) -> None:
    connection.terminate()
    await asyncio.sleep(0)  # at the loop's next turn the socket is closed


async def _empty(connection: asyncpg.Connection, shape: _Shape | None) -> bool:
    try:
        await connection.execute(END_OTHERS)
        tables = await connection.fetch(_TABLES_WITH_ROWS)
        is_twin = await _read_shape(connection) == shape and all(table["size"] <= _LARGE for table in tables)
        if is_twin:
            deletes = [f"DELETE FROM {table['name']}" for table in tables]  # noqa: S608  names from the catalogue
            await connection.execute(";".join(["SET session_replication_role = replica", *deletes]))
    except asyncpg.UndefinedTableError:  # dropped by the test
        return False
    return is_twin


async def _read_shape(connection: asyncpg.Connection) -> _Shape:
    return tuple(await connection.fetchrow(_SHAPE))


async def _apply_schemas(engine: AsyncEngine) -> None:
    extensions = load_extensions()
    _, failed = await apply_all_schemas(engine, extensions)
    for name, reason in {**extensions.faults, **failed}.items():
        raise ExtensionNotReady(f"{name}: {reason}")


def remove_leftovers(place: Path) -> None:
    """What test processes that were killed left in memory; a server that still runs there ends by itself."""
    for folder in place.glob(f"{_PREFIX}*-*"):
        pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdecimal() and not is_alive(int(pid)):
            shutil.rmtree(folder, ignore_errors=True)


def _has_room(folder: Path) -> bool:
    return folder.is_dir() and shutil.disk_usage(folder).free > _MEMORY_NEEDED


def address_of(server_url: str, name: str) -> str:
    """Where the database of that name is on this server."""
    return server_url.replace("/postgres?", f"/{name}?")
