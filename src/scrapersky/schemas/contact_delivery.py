"""What decisions about rows of contacts take and answer, in contact_delivery.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import ContactDeliveryCurationStatus

    class ContactDeliveryBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: ContactDeliveryCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class ContactDeliveryBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    ContactDeliveryBatchStatusUpdateRequest = schemas_of(contact_delivery).batch_request
    ContactDeliveryBatchStatusUpdateResponse = schemas_of(contact_delivery).batch_response

__all__ = [
    "ContactDeliveryBatchStatusUpdateRequest",
    "ContactDeliveryBatchStatusUpdateResponse",
]
