"""What decisions about rows of page_contents take and answer, in contact_curation.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf8_contact_curation import contact_curation

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import ContactCurationCurationStatus

    class ContactCurationBatchStatusUpdateRequest(StatusUpdateRequest[ContactCurationCurationStatus]):
        """One row or many, and what they become."""

    class ContactCurationBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    ContactCurationBatchStatusUpdateRequest = schemas_of(contact_curation).batch_request
    ContactCurationBatchStatusUpdateResponse = schemas_of(contact_curation).batch_response
