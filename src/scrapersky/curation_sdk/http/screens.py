"""The endpoints behind the screens that belong to no single workflow."""

from collections.abc import Callable

from fastapi import APIRouter, Request

from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.error_groups import errors_router
from scrapersky.curation_sdk.http.overview import overview_router
from scrapersky.curation_sdk.http.own import Own
from scrapersky.curation_sdk.http.runs import runs_router
from scrapersky.curation_sdk.http.settings import SchedulesOf, settings_router
from scrapersky.curation_sdk.monitor import Curves, FullOverviews


def screens_router(
    registry: Registry,
    access: Access,
    overviews_of: Callable[[Request], FullOverviews],
    schedules_of: SchedulesOf,
) -> APIRouter:
    router, curves_of = APIRouter(), Own(lambda _: Curves(registry))
    router.include_router(overview_router(overviews_of, curves_of, access))
    router.include_router(errors_router(registry, access))
    router.include_router(runs_router(registry, curves_of, access))
    router.include_router(settings_router(registry, access, schedules_of))
    return router
