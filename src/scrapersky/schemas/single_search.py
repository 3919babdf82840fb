"""What decisions about rows of place_searches take and answer, in single_search.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf1_single_search import single_search

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import SingleSearchCurationStatus

    class SingleSearchBatchStatusUpdateRequest(StatusUpdateRequest[SingleSearchCurationStatus]):
        """One row or many, and what they become."""

    class SingleSearchBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    SingleSearchBatchStatusUpdateRequest = schemas_of(single_search).batch_request
    SingleSearchBatchStatusUpdateResponse = schemas_of(single_search).batch_response
