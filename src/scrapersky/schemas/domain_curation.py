"""What decisions about rows of domains take and answer, in domain_curation.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf4_domain_curation import domain_curation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import DomainCurationCurationStatus

    class DomainCurationBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: DomainCurationCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class DomainCurationBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    DomainCurationBatchStatusUpdateRequest = schemas_of(domain_curation).batch_request
    DomainCurationBatchStatusUpdateResponse = schemas_of(domain_curation).batch_response

__all__ = [
    "DomainCurationBatchStatusUpdateRequest",
    "DomainCurationBatchStatusUpdateResponse",
]
