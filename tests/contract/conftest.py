"""The product on a test's own database, as what the specification's functions stand on."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.routers.conftest import ana, client, product, reception, sound

from scrapersky.app.product import Product
from scrapersky.app.shared_product import SharedProduct, make_runtime, using
from scrapersky.curation_sdk.queue.lease import Lease

__all__ = ["ana", "client", "product", "reception", "sound"]


@pytest.fixture
async def shared(product: Product) -> AsyncIterator[SharedProduct]:
    async with Lease(product.engine).held() as lease:
        shared = SharedProduct(product, make_runtime(product, None, lease))
        with using(shared):
            yield shared


@pytest.fixture
async def db_session(engine: AsyncEngine) -> AsyncIterator[AsyncSession]:
    async with AsyncSession(engine, expire_on_commit=False) as session:
        yield session


@pytest.fixture
def settings_of_the_test(
    database_url: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("SCRAPERSKY_DATA", str(tmp_path_factory.mktemp("data")))
