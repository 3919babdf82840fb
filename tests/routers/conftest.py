"""The application on a database of the test's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.product import add_person, browser_on, product_on

from scrapersky.main import make_reception
from scrapersky.models.user import Role, User
from scrapersky.product import Product
from scrapersky.routers.auth import Reception


@pytest.fixture
async def product(database_url: str, tmp_path: Path) -> AsyncIterator[Product]:
    async with product_on(database_url, tmp_path) as product:
        yield product


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
