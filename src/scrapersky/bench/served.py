"""Servers in processes of their own: ours, and a bare FastAPI with the same columns and one query."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from sqlalchemy import func, insert, literal, literal_column, select
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import add_user, tenant_for_new_user
from scrapersky.bench.frame import processor_seconds
from scrapersky.bench.scratch_server import ScratchServer
from scrapersky.config.settings import Settings
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.user import Role

OUR_API = ("scrapersky", "api", "--port")
BARE_API, BARE_LIST = "scrapersky.bench.bare_api", "scrapersky.bench.bare_list"
LISTED = "/api/v3/domain-extraction"
CITIES = ("Austin", "Dallas", "Houston", "El Paso", "Waco", "Plano", "Laredo", "Lubbock", "Irving", "Garland")
KINDS = ("dentist", "gym", "bakery", "florist", "plumber")
_SECONDS_TO_START = 120


@dataclass(frozen=True, slots=True)
class Served:
    """`seconds` from its start to its first answer, and of the processor for that."""

    address: str
    process: int
    seconds: float
    processor_seconds: float | None
    headers: Mapping[str, str]


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
