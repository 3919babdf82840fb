"""What decisions about rows of sitemap_files take and answer, in sitemap_curation.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import SitemapCurationCurationStatus

    class SitemapCurationBatchStatusUpdateRequest(StatusUpdateRequest[SitemapCurationCurationStatus]):
        """One row or many, and what they become."""

    class SitemapCurationBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    SitemapCurationBatchStatusUpdateRequest = schemas_of(sitemap_curation).batch_request
    SitemapCurationBatchStatusUpdateResponse = schemas_of(sitemap_curation).batch_response
