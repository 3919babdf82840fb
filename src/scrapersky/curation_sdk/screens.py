"""The endpoints behind the screens that belong to no single workflow."""

from collections.abc import Callable

from fastapi import APIRouter, Request

from scrapersky.curation_sdk.doors import Doors
from scrapersky.curation_sdk.errors_router import errors_router
from scrapersky.curation_sdk.full_overview import FullOverviews
from scrapersky.curation_sdk.overview_router import overview_router
from scrapersky.curation_sdk.own import Own
from scrapersky.curation_sdk.registry import Registry
from scrapersky.curation_sdk.runs_router import runs_router
from scrapersky.curation_sdk.settings_router import SchedulesOf, settings_router
from scrapersky.curation_sdk.throughput import Curves


def screens_router(
    registry: Registry,
    doors: Doors,
    overviews_of: Callable[[Request], FullOverviews],
    schedules_of: SchedulesOf,
) -> APIRouter:
    router, curves_of = APIRouter(), Own(lambda _: Curves(registry))
    router.include_router(overview_router(overviews_of, curves_of, doors))
    router.include_router(errors_router(registry, doors))
    router.include_router(runs_router(registry, curves_of, doors))
    router.include_router(settings_router(registry, doors, schedules_of))
    return router
