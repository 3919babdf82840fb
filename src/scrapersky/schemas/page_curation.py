"""What decisions about rows of pages take and answer, in page_curation.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf7_page_curation import page_curation

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import PageCurationCurationStatus

    class PageCurationBatchStatusUpdateRequest(StatusUpdateRequest[PageCurationCurationStatus]):
        """One row or many, and what they become."""

    class PageCurationBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    PageCurationBatchStatusUpdateRequest = schemas_of(page_curation).batch_request
    PageCurationBatchStatusUpdateResponse = schemas_of(page_curation).batch_response
