"""What decisions about rows of local_businesses take and answer, in domain_extraction.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import DomainExtractionCurationStatus

    class DomainExtractionBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: DomainExtractionCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class DomainExtractionBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    DomainExtractionBatchStatusUpdateRequest = schemas_of(domain_extraction).batch_request
    DomainExtractionBatchStatusUpdateResponse = schemas_of(domain_extraction).batch_response

__all__ = [
    "DomainExtractionBatchStatusUpdateRequest",
    "DomainExtractionBatchStatusUpdateResponse",
]
