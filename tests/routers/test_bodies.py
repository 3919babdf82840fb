"""What bodies cost to read."""

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from scrapersky.curation_sdk.decisions.payloads import MOST_IDS, BatchStatusUpdateRequest, FilterStatusUpdateRequest
from scrapersky.routers.export_jobs import ExportDraft
from scrapersky.routers.inbound import MOST_ADDRESSES, Submission
from scrapersky.schemas.places_staging import PlaceBatchStatusUpdateRequest


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (BatchStatusUpdateRequest, {"ids": ["x"] * MOST_IDS, "status": "New"}),
        (FilterStatusUpdateRequest, {"exclude_ids": ["x"] * MOST_IDS, "status": "New"}),
        (ExportDraft, {"ids": ["x"] * MOST_IDS, "workflow": "deep_scan"}),
        (PlaceBatchStatusUpdateRequest, {"place_ids": [7] * MOST_IDS, "status": "New"}),
        (Submission, {"addresses": [7] * MOST_ADDRESSES}),
    ],
)
def test_of_many_bad_values_the_first_is_told(body: type[BaseModel], given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        body.model_validate(given)
    assert refused.value.error_count() < 3


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (BatchStatusUpdateRequest, {"ids": [], "status": "New"}),
        (ExportDraft, {"ids": [], "workflow": "deep_scan"}),
        (FilterStatusUpdateRequest, {"exclude_ids": [str(7)] * (MOST_IDS + 1), "status": "New"}),
    ],
)
def test_a_list_has_some_and_not_too_many(body: type[BaseModel], given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        body.model_validate(given)
