"""What decisions about rows of local_businesses take and answer, in domain_extraction.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import DomainExtractionCurationStatus

    class DomainExtractionBatchStatusUpdateRequest(StatusUpdateRequest[DomainExtractionCurationStatus]):
        """One row or many, and what they become."""

    class DomainExtractionBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    DomainExtractionBatchStatusUpdateRequest = schemas_of(domain_extraction).batch_request
    DomainExtractionBatchStatusUpdateResponse = schemas_of(domain_extraction).batch_response
