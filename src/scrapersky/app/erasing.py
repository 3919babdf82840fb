"""Erasure with all places where this installation keeps things."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from scrapersky.app.product import Product
from scrapersky.clients.html.configured import open_shelves, stores
from scrapersky.services.erasure.erase import Erasure
from scrapersky.services.exports.files import ExportFolder


@asynccontextmanager
async def open_erasure(product: Product) -> AsyncIterator[Erasure]:
    settings = product.settings
    async with open_shelves(settings) as shelves:
        html = stores(settings, shelves)
        folders = ExportFolder.from_settings(settings), settings.delivery_folder
        yield Erasure(product.sessions, html, tuple(shelves.values()), *folders)
