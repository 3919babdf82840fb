"""What decisions about rows of domains take and answer, in domain_curation.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf4_domain_curation import domain_curation

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import DomainCurationCurationStatus

    class DomainCurationBatchStatusUpdateRequest(StatusUpdateRequest[DomainCurationCurationStatus]):
        """One row or many, and what they become."""

    class DomainCurationBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    DomainCurationBatchStatusUpdateRequest = schemas_of(domain_curation).batch_request
    DomainCurationBatchStatusUpdateResponse = schemas_of(domain_curation).batch_response
