"""What decisions about rows of places_staging take and answer, in deep_scan.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf2_deep_scan import deep_scan

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import DeepScanCurationStatus

    class DeepScanBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: DeepScanCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class DeepScanBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    DeepScanBatchStatusUpdateRequest = schemas_of(deep_scan).batch_request
    DeepScanBatchStatusUpdateResponse = schemas_of(deep_scan).batch_response

__all__ = [
    "DeepScanBatchStatusUpdateRequest",
    "DeepScanBatchStatusUpdateResponse",
]
