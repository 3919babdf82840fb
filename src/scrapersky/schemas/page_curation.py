"""What decisions about rows of pages take and answer, in page_curation.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf7_page_curation import page_curation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import PageCurationCurationStatus

    class PageCurationBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: PageCurationCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class PageCurationBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    PageCurationBatchStatusUpdateRequest = schemas_of(page_curation).batch_request
    PageCurationBatchStatusUpdateResponse = schemas_of(page_curation).batch_response

__all__ = [
    "PageCurationBatchStatusUpdateRequest",
    "PageCurationBatchStatusUpdateResponse",
]
