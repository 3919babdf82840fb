"""What decisions about places by their sources' ids take and answer."""

from uuid import UUID

from pydantic import BaseModel, Field

from scrapersky.curation_sdk.decisions import MOST_IDS
from scrapersky.curation_sdk.declaring import Body, StoredText, examples
from scrapersky.models.place import PlaceStagingStatusEnum


class PlaceBatchStatusUpdateRequest(Body):
    """Places by the source's ids."""

    model_config = examples({"place_ids": ["ChIJ-1"], "status": "Selected"})

    place_ids: list[StoredText] = Field(min_length=1, max_length=MOST_IDS, fail_fast=True)
    status: PlaceStagingStatusEnum


class PlaceBatchStatusUpdateResponse(BaseModel):
    """What was done, and what was not."""

    message: str
    updated_ids: list[UUID]
    updated_count: int
    queued_count: int
    not_found: list[str]
    in_work: list[UUID]
    undo_token: str
