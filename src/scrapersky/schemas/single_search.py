"""What decisions about rows of place_searches take and answer, in single_search.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf1_single_search import single_search

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import SingleSearchCurationStatus

    class SingleSearchBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: SingleSearchCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class SingleSearchBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    SingleSearchBatchStatusUpdateRequest = schemas_of(single_search).batch_request
    SingleSearchBatchStatusUpdateResponse = schemas_of(single_search).batch_response

__all__ = [
    "SingleSearchBatchStatusUpdateRequest",
    "SingleSearchBatchStatusUpdateResponse",
]
