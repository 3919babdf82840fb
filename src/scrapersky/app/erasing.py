"""Erasure with all places where this installation keeps things."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from scrapersky.app.orders import export_shelf
from scrapersky.app.product import Product
from scrapersky.clients.html.configured import open_shelves, stores
from scrapersky.services.erasure.erase import Erasure


@asynccontextmanager
async def open_erasure(product: Product) -> AsyncIterator[Erasure]:
    settings = product.settings
    async with open_shelves(settings) as shelves:
        html = stores(settings, shelves)
        folders = export_shelf(settings), settings.delivery_folder
        yield Erasure(product.sessions, html, tuple(shelves.values()), *folders)
