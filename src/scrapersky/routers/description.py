"""The API's description, for those who may look."""

from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Request

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.http import Access, requires


def description_router(access: Access) -> APIRouter:
    router = APIRouter(prefix="/api/v3", tags=["Operations"])

    @router.get("/openapi.json", operation_id="get_openapi", summary="This description")
    async def describe(asking: Request, _: Annotated[Actor, requires(access.viewer)]) -> dict[str, Any]:
        app: FastAPI = asking.app
        return app.openapi()

    return router
