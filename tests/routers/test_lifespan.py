"""What runs beside the requests, and how it is seen where it fails."""

import asyncio
from unittest.mock import Mock
from uuid import UUID

import pytest

from scrapersky.app.product import Product
from scrapersky.app.server import make_app
from scrapersky.cli.doctor import check_background
from scrapersky.curation_sdk.live import feed
from scrapersky.curation_sdk.queue import background
from scrapersky.routers.export_jobs import WatchedExports
from scrapersky.routers.sessions import Reception


async def test_a_live_feed_that_cannot_begin_is_told_and_begun_again_and_what_was_missed_is_fetched_anew(
    product: Product, reception: Reception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(feed, "SECONDS_BACK", 0.01)
    monkeypatch.setattr(background, "SHORTEST_WAIT", 0.05)
    monkeypatch.setattr(WatchedExports, "__init__", Mock(side_effect=[KeyError("surprise"), None]))
    app = make_app(product, reception)
    async with app.router.lifespan_context(app), asyncio.timeout(30):
        pieces = app.state.hub.join(UUID(int=1)).pieces()
        while b"event: resync" not in await anext(pieces):
            pass
        found = await check_background(product.engine)
    assert found.found.startswith("live feed (")
    assert "live feed failed and goes on in 0.05 s" in caplog.text
