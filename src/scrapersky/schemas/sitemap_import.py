"""What decisions about rows of sitemap_files take and answer, in sitemap_import.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf6_sitemap_import import sitemap_import

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions import BatchStatusUpdateResponse, StatusUpdateRequest
    from scrapersky.models.statuses import SitemapImportCurationStatus

    class SitemapImportBatchStatusUpdateRequest(StatusUpdateRequest[SitemapImportCurationStatus]):
        """One row or many, and what they become."""

    class SitemapImportBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    SitemapImportBatchStatusUpdateRequest = schemas_of(sitemap_import).batch_request
    SitemapImportBatchStatusUpdateResponse = schemas_of(sitemap_import).batch_response
