"""What decisions about rows of contacts take and answer, in contact_delivery.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import ContactDeliveryCurationStatus

    class ContactDeliveryBatchStatusUpdateRequest(StatusUpdateRequest[ContactDeliveryCurationStatus]):
        """One row or many, and what they become."""

    class ContactDeliveryBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    ContactDeliveryBatchStatusUpdateRequest = schemas_of(contact_delivery).batch_request
    ContactDeliveryBatchStatusUpdateResponse = schemas_of(contact_delivery).batch_response
