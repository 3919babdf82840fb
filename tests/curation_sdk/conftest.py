import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import create_tables


@pytest.fixture
async def widgets(engine: AsyncEngine) -> AsyncEngine:
    """A database with the toy product's tables in it."""
    await create_tables(engine)
    return engine
