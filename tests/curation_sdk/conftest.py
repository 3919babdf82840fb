from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.orchard import TENANT, create_orchard, orchard_registry
from tests.curation_sdk.widgets import create_tables

from scrapersky.curation_sdk.testing import app_of, client_of


@pytest.fixture
async def widgets(engine: AsyncEngine) -> AsyncEngine:
    """A database with the toy product's tables in it."""
    await create_tables(engine)
    return engine


@pytest.fixture
async def orchard(engine: AsyncEngine) -> AsyncEngine:
    """A database with the orchard's tables in it."""
    await create_orchard(engine)
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
