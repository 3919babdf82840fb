"""The API's description, for those who may look."""

from typing import Annotated, Any

from fastapi import APIRouter, FastAPI

from scrapersky.curation_sdk.batch import Actor
from scrapersky.curation_sdk.doors import Doors, passing


def description_router(app: FastAPI, doors: Doors) -> APIRouter:
    router = APIRouter(prefix="/api/v3", tags=["Operations"])

    @router.get("/openapi.json", operation_id="get_openapi", summary="This description")
    async def describe(_: Annotated[Actor, passing(doors.viewer)]) -> dict[str, Any]:
        return app.openapi()

    return router
