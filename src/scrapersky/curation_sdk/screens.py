"""The endpoints behind the screens that belong to no single workflow."""

from collections.abc import Mapping

from fastapi import APIRouter

from scrapersky.curation_sdk.doors import Doors
from scrapersky.curation_sdk.errors_router import errors_router
from scrapersky.curation_sdk.full_overview import FullOverviews
from scrapersky.curation_sdk.overview_router import overview_router
from scrapersky.curation_sdk.runs_router import runs_router
from scrapersky.curation_sdk.schedule import Schedule
from scrapersky.curation_sdk.settings_router import settings_router
from scrapersky.curation_sdk.throughput import Curves


def screens_router(doors: Doors, overviews: FullOverviews, schedules: Mapping[str, Schedule]) -> APIRouter:
    router, registry, curves = APIRouter(), overviews.registry, Curves(overviews.registry)
    router.include_router(overview_router(overviews, curves, doors))
    router.include_router(errors_router(registry, doors))
    router.include_router(runs_router(curves, doors))
    router.include_router(settings_router(registry, doors, schedules))
    return router
