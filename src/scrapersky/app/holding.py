"""Puts together what a web application holds while it runs."""

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import TYPE_CHECKING

from scrapersky.app.internet import source_names
from scrapersky.app.product import Product
from scrapersky.clients.tiles import Tiles
from scrapersky.curation_sdk import monitor
from scrapersky.routers.access import AppState
from scrapersky.services.exports.files import ExportFolder
from scrapersky.web.pages import ui_stamp

if TYPE_CHECKING:
    from scrapersky.services.erasure.erase import Erasure


def hold(
    product: Product,
    overviews: Callable[[], "monitor.Overviews"],
    erasure: Callable[[], AbstractAsyncContextManager["Erasure"]],
) -> AppState:
    settings = product.settings
    return AppState(
        settings=settings,
        faults=product.faults,
        sessions=product.sessions,
        patient=product.patient,
        full_overviews=cache(lambda: monitor.FullOverviews(product.registry, overviews(), product.faults)),
        shelf=ExportFolder.from_settings(settings),
        sources=source_names(product.internet),
        schedules={workflow.name: schedule for workflow, schedule in product.schedules.items()},
        tiles=Tiles(settings.map_tiles_url) if settings.map_tiles_url else None,
        open_erasure=erasure,
        ui_stamp=ui_stamp(),
        started=time.monotonic(),
    )
