from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.orchard import TENANT, create_orchard, orchard_registry
from tests.curation_sdk.widgets import create_tables

from scrapersky.curation_sdk.testing import app_of, client_of
from scrapersky.testing import make_template


@pytest.fixture(scope="session")
def template(server_url: str, template: str) -> str:
    """Both toy products' tables are there already: making them for each test takes longer than most tests."""
    return make_template(server_url, "template_toys", create_toys, base=template)


async def create_toys(engine: AsyncEngine) -> None:
    await create_tables(engine)
    await create_orchard(engine)


@pytest.fixture
def widgets(engine: AsyncEngine) -> AsyncEngine:
    """A database with the toy product's tables in it."""
    return engine


@pytest.fixture
def orchard(engine: AsyncEngine) -> AsyncEngine:
    """A database with the orchard's tables in it."""
    return engine


@pytest.fixture
def app(orchard: AsyncEngine) -> FastAPI:
    return app_of(orchard_registry(), orchard)


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[AsyncClient]:
    """Somebody who curates."""
    async with client_of(app, TENANT) as client:
        yield client


@pytest.fixture
async def ana(app: FastAPI) -> AsyncIterator[AsyncClient]:
    """Somebody who may do everything."""
    async with client_of(app, TENANT, "admin") as client:
        yield client
