"""A database per test, copied from a template that the schema files made."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema

Sessions = async_sessionmaker[AsyncSession]

_numbers = count()


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """A real PostgreSQL for this test process."""
    folder = Path(tempfile.mkdtemp(prefix="scrapersky-test-"))
    server = EmbeddedServer(folder / "postgres")
    yield server.start()
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


def _database(url: str, name: str) -> str:
    return url.replace("/postgres?", f"/{name}?")


async def _administer(server_url: str, *statements: str) -> None:
    connection = await asyncpg.connect(server_url.replace("+asyncpg", ""))
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


@pytest.fixture(scope="session")
def template(server_url: str) -> str:
    """The name of a database to which every schema file was applied."""
    import asyncio  # noqa: PLC0415

    async def prepare() -> None:
        await _administer(
            server_url, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()", "CREATE DATABASE template_sky"
        )
        engine = make_engine(_database(server_url, "template_sky"))
        await apply_schema(engine)
        await engine.dispose()

    asyncio.run(prepare())
    return "template_sky"


@pytest.fixture
async def database_url(server_url: str, template: str) -> AsyncIterator[str]:
    """A database of this test's own."""
    name = f"test_{next(_numbers)}"
    await _administer(server_url, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield _database(server_url, name)
    await _administer(server_url, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    engine = make_engine(database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
def sessions(engine: AsyncEngine) -> Sessions:
    return async_sessionmaker(engine, expire_on_commit=False)
