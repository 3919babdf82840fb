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
_SHAPE = f"""
SELECT {", ".join(f"(SELECT (count(*), max(xmin::text::bigint))::text FROM {name})" for name in _CATALOGUES)},
    (SELECT count(*) FROM pg_statistic),
    (SELECT count(*) FROM pg_db_role_setting JOIN pg_database ON setdatabase = oid WHERE datname = current_database())
"""  # noqa: S608  names from above
_END_OTHERS = """
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
_numbers = count()
_spare: dict[tuple[str, str], list[str]] = {}
_shapes: dict[str, _Shape] = {}


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
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def template(server_url: str) -> str:
    """The name of a database to which every schema file was applied."""
    settings = [f"ALTER SYSTEM SET {each}" for each in _THROWN_AWAY]
    asyncio.run(administer(make_url(server_url), *settings, "SELECT pg_reload_conf()"))
    return make_template(server_url, _TEMPLATE, _apply_schemas)


@pytest.fixture
async def database_url(server_url: str, template: str) -> AsyncIterator[str]:
    """A database of this test's own: a copy of the template, or one in which an earlier test changed only rows."""
    spare = _spare.setdefault((server_url, template), [])
    name = spare.pop() if spare else await _copy(server_url, template)
    yield address_of(server_url, name)
    if await _empty(address_of(server_url, name), await _shape_of(address_of(server_url, template))):
        spare.append(name)
    else:
        await administer(make_url(server_url), f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    engine = make_engine(database_url)
    yield engine
    await engine.dispose()


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


async def _copy(server_url: str, template: str) -> str:
    name = f"test_{next(_numbers)}"
    await administer(make_url(server_url), f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    return name


async def _empty(url: str, shape: _Shape) -> bool:
    """Deletes every row of a database whose test is over. False: it is not the template's twin, or has become large."""
    connection = await connect_to(make_url(url))
    try:
        await connection.execute(_END_OTHERS)
        tables = await connection.fetch(_TABLES_WITH_ROWS)
        is_twin = await _read_shape(connection) == shape and all(table["size"] <= _LARGE for table in tables)
        if is_twin:
            deletes = [f"DELETE FROM {table['name']}" for table in tables]  # noqa: S608  names from the catalogue
            await connection.execute(";".join(["SET session_replication_role = replica", *deletes]))
    except asyncpg.UndefinedTableError:  # dropped by the test
        return False
    else:
        return is_twin
    finally:
        await connection.close()


async def _shape_of(url: str) -> _Shape:
    if url not in _shapes:
        connection = await connect_to(make_url(url))
        _shapes[url] = await _read_shape(connection)
        await connection.close()
    return _shapes[url]


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
    """A database's on the server."""
    return server_url.replace("/postgres?", f"/{name}?")
