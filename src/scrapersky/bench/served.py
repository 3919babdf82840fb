"""Servers that a benchmark has to itself: a PostgreSQL with our schema, our API, and a bare FastAPI with one query."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self
from uuid import UUID

import aiohttp
from sqlalchemy import URL, func, insert, literal, literal_column, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import add_user, tenant_for_new_user
from scrapersky.bench.frame import processor_seconds
from scrapersky.config.settings import Settings
from scrapersky.db.address import read_address
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Domain, LocalBusiness, Role, Tenant

OUR_API = ("scrapersky", "api", "--port")
BARE_API, BARE_LIST = "scrapersky.bench.bare_api", "scrapersky.bench.bare_list"
LISTED = "/api/v3/domain-extraction"
CITIES = ("Austin", "Dallas", "Houston", "El Paso", "Waco", "Plano", "Laredo", "Lubbock", "Irving", "Garland")
KINDS = ("dentist", "gym", "bakery", "florist", "plumber")
_SECONDS_TO_START = 120


@dataclass(frozen=True, slots=True)
class ScratchServer:
    """`process` is the one that all others of the server descend from."""

    address: str
    folder: Path
    process: int

    @property
    def url(self) -> URL:
        return read_address(self.address).url

    @property
    def plain_address(self) -> str:
        """For a driver by itself."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def at(self, database: str) -> Self:
        """Another database of the same server."""
        return replace(self, address=self.url.set(database=database).render_as_string(hide_password=False))


@asynccontextmanager
async def scratch_server() -> AsyncIterator[tuple[ScratchServer, AsyncEngine]]:
    folder = Path(tempfile.mkdtemp(prefix="scrapersky-bench-"))
    embedded = EmbeddedServer(folder / "postgres")
    try:
        server = ScratchServer(embedded.start(), folder, int(_process_of(folder / "postgres")))
        engine = make_engine(server.address)
        await apply_schema(engine)
        yield server, engine
        await engine.dispose()
    finally:
        embedded.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _process_of(folder: Path) -> str:
    return (folder / "postmaster.pid").read_text().splitlines()[0]


@dataclass(frozen=True, slots=True)
class Served:
    """`seconds` from its start to its first answer, and of the processor for that."""

    address: str
    process: int
    seconds: float
    processor_seconds: float | None
    headers: Mapping[str, str]


@asynccontextmanager
async def child(*words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A module of ours as a process that is spoken with by lines."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", *words, stdin=pipe, stdout=pipe)
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


async def line_of(process: asyncio.subprocess.Process) -> str:
    """The next that it says; nothing once it has ended."""
    assert process.stdout is not None  # noqa: S101  asked for
    return (await process.stdout.readline()).decode()


@asynccontextmanager
async def serving(server: ScratchServer, *command: str, token: str = "") -> AsyncIterator[Served]:
    """The module is run with the port as its last word; it is there when `/readyz` says so."""
    port, began = free_port(), time.perf_counter()
    process = subprocess.Popen(  # noqa: ASYNC220, S603  returns at once; ours
        [sys.executable, "-m", *command, str(port)], env=variables(server), stdout=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}"
    try:
        await _first_answer(f"{address}/readyz", process)
        seconds, spent = time.perf_counter() - began, processor_seconds(process.pid)
        yield Served(address, process.pid, seconds, spent, {"Authorization": f"Bearer {token}"})
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait)


async def _first_answer(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _SECONDS_TO_START
    async with aiohttp.ClientSession() as session:
        while process.poll() is None and time.monotonic() < until:
            try:
                async with session.get(url) as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.005)
    raise ScraperSkyError(f"Nothing answered {url}.")


def variables(server: ScratchServer) -> dict[str, str]:
    """Bytecode is kept, whatever the machine says, as it is of every library that stands beside us."""
    ours = {"DATABASE_URL": server.address, "SCRAPERSKY_DATA": str(server.folder), "LOG_LEVEL": "WARNING"}
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | ours


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


async def plant_sites(session: AsyncSession, names: Sequence[str]) -> tuple[UUID, dict[str, UUID]]:
    """A tenant with domains of these names, and these by name."""
    tenant = (await session.scalars(insert(Tenant).values(name="benchmark").returning(Tenant.id))).one()
    rows = [{"tenant_id": tenant, "name": name, "home_url": f"https://www.{name}/"} for name in names]
    made = await session.execute(insert(Domain).values(rows).returning(Domain.name, Domain.id))
    return tenant, dict(made.tuples().all())


async def plant_businesses(server: ScratchServer, engine: AsyncEngine, rows: int) -> str:
    """Ten cities, five categories, half of them decided about. Returns the token of somebody who may curate them."""
    settings = Settings.model_validate({"database_url": server.address, "scrapersky_data": server.folder})
    number = func.generate_series(1, rows).table_valued("number", name="numbers").render_derived().c.number
    state = LocalBusiness.domain_extraction
    async with async_sessionmaker(engine, expire_on_commit=False).begin() as session:
        tenant = await tenant_for_new_user(session, None)
        user = await add_user(session, "ana", "correct horse battery", Role.CURATOR, tenant.id)
        cities, kinds = (f"('{{{','.join(names)}}}'::text[])" for names in (CITIES, KINDS))
        values: dict[Any, Any] = {
            LocalBusiness.tenant_id: literal(tenant.id),
            LocalBusiness.source: literal("bench"),
            LocalBusiness.source_id: func.concat(number),
            LocalBusiness.name: func.concat("Harbor Dental ", number),
            LocalBusiness.website: func.concat("https://b", number, ".example/"),
            LocalBusiness.city: literal_column(f"{cities}[1 + number % 10]"),
            LocalBusiness.category: literal_column(f"{kinds}[1 + number % 5]"),
            state.curation_status: literal_column(
                f"(CASE WHEN number % 2 = 0 THEN 'New' ELSE 'Skipped' END)::{state.curation_type.name}"
            ),
        }
        await session.execute(insert(LocalBusiness).from_select(list(values), select(*values.values())))
    await administer(server.url, "VACUUM ANALYZE local_businesses")
    return make_signer(settings).issue(user).value
