"""What decisions about rows of page_contents take and answer, in contact_curation.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf8_contact_curation import contact_curation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import ContactCurationCurationStatus

    class ContactCurationBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: ContactCurationCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class ContactCurationBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    ContactCurationBatchStatusUpdateRequest = schemas_of(contact_curation).batch_request
    ContactCurationBatchStatusUpdateResponse = schemas_of(contact_curation).batch_response

__all__ = [
    "ContactCurationBatchStatusUpdateRequest",
    "ContactCurationBatchStatusUpdateResponse",
]
