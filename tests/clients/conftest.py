from collections.abc import AsyncIterator

import pytest
from tests.clients.internet import Internet

from scrapersky.clients.fetching.fetcher import Fetcher


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    pretended = Internet()
    await pretended.start("acme.test", "www.acme.test", "other.test")
    yield pretended
    await pretended.close()


@pytest.fixture
async def web(internet: Internet) -> AsyncIterator[Fetcher]:
    async with internet.fetcher() as fetcher:
        yield fetcher
