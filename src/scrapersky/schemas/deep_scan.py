"""What decisions about rows of places_staging take and answer, in deep_scan.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf2_deep_scan import deep_scan

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import DeepScanCurationStatus

    class DeepScanBatchStatusUpdateRequest(StatusUpdateRequest[DeepScanCurationStatus]):
        """One row or many, and what they become."""

    class DeepScanBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    DeepScanBatchStatusUpdateRequest = schemas_of(deep_scan).batch_request
    DeepScanBatchStatusUpdateResponse = schemas_of(deep_scan).batch_response
