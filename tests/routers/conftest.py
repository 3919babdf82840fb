"""The application on a database of the test's own."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import async_sessionmaker
from tests.product import add_person, browser_on, product_on, product_on_copy

from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.db.engine import make_engine
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception
from scrapersky.testing import address_of


@pytest.fixture(scope="session")
def sound(server_url: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Product:
    """What there is to know of the template's schema and of the workflows; its database is closed."""

    async def look() -> Product:
        async with product_on(address_of(server_url, template), tmp_path_factory.mktemp("sound")) as product:
            return product

    return asyncio.run(look())


@pytest.fixture
async def product(sound: Product, database_url: str, tmp_path: Path) -> AsyncIterator[Product]:
    async with product_on_copy(sound, database_url, tmp_path) as product:
        yield product


@pytest.fixture
async def narrow(product: Product, database_url: str) -> AsyncIterator[Product]:
    """The same product with a single connection for requests, and one for what they have to do that takes long."""
    engines = [make_engine(database_url, pool_size=1, more_at_peaks=0, wait_seconds=0.5) for _ in range(2)]
    requests = async_sessionmaker(engines[0], expire_on_commit=False)
    yield replace(product, requests=requests, door=requests, patient=engines[1])
    for engine in engines:
        await engine.dispose()


@pytest.fixture
async def ana(product: Product) -> User:
    return await add_person(product, "ana", Role.ADMIN)


@pytest.fixture
async def reception(product: Product) -> Reception:
    return await make_reception(product)


@pytest.fixture
async def client(product: Product, reception: Reception) -> AsyncIterator[httpx.AsyncClient]:
    async with browser_on(product, reception) as client:
        yield client
