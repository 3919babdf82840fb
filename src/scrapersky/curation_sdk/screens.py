"""The endpoints behind the screens that belong to no single workflow."""

from fastapi import APIRouter

from scrapersky.curation_sdk.doors import Doors
from scrapersky.curation_sdk.errors_router import errors_router
from scrapersky.curation_sdk.full_overview import FullOverviews
from scrapersky.curation_sdk.overview_router import overview_router


def screens_router(doors: Doors, overviews: FullOverviews) -> APIRouter:
    router = APIRouter()
    router.include_router(overview_router(overviews, doors))
    router.include_router(errors_router(overviews.registry, doors))
    return router
