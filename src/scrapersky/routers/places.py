"""Decisions about places by the source's ids, beside those of their workflow."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import MOST_IDS, updated_words
from scrapersky.curation_sdk.declaring import Actor, Body, StoredText
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.services.places.decisions import PlaceStatus, decide_places

PLACE_PATHS = ("/places",)
"""Where places are decided about besides their workflow's own path."""


class PlaceStatusRequest(Body):
    """Places by the source's ids."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"place_ids": ["ChIJ-1"], "status": "Selected"}]}
    )

    place_ids: list[StoredText] = Field(min_length=1, max_length=MOST_IDS, fail_fast=True)
    status: PlaceStatus


class PlaceStatusResponse(BaseModel):
    """What was done, and what was not."""

    message: str
    updated_ids: list[UUID]
    updated_count: int
    queued_count: int
    not_found: list[str]
    in_work: list[UUID]
    undo_token: str


def places_router(access: Access) -> APIRouter:
    router = APIRouter(prefix="/api/v3", tags=["Places"])

    @router.put("/places/staging/status", operation_id="update_places_by_place_ids")
    async def decide(
        request: PlaceStatusRequest,
        session: Annotated[AsyncSession, requires(access.session)],
        actor: Annotated[Actor, requires(access.curator)],
    ) -> PlaceStatusResponse:
        """Decide about places by the source's ids. Selected means Queued; Archived and Rejected mean Skipped."""
        decided = await decide_places(session, actor, request.place_ids, request.status)
        changed = decided.changed
        return PlaceStatusResponse(
            message=updated_words(len(changed.updated_ids), "place", changed.status),
            updated_ids=changed.updated_ids,
            updated_count=len(changed.updated_ids),
            queued_count=changed.queued_count,
            not_found=decided.not_found,
            in_work=changed.in_work,
            undo_token=str(changed.batch_id),
        )

    return router
