"""A database per test, from the fixtures that packages from outside are tested with too."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.testing import database_url, engine, server_url, template

__all__ = ["database_url", "engine", "server_url", "sessions", "template"]

Sessions = async_sessionmaker[AsyncSession]


@pytest.fixture
def sessions(engine: AsyncEngine) -> Sessions:
    return async_sessionmaker(engine, expire_on_commit=False)
