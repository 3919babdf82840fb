"""What decisions about rows of sitemap_files take and answer, in sitemap_import.

(generated; change a declaration and run `scrapersky generate`)
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk.http import schemas_of
from scrapersky.workflows.wf6_sitemap_import import sitemap_import

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse
    from scrapersky.models.statuses import SitemapImportCurationStatus

    class SitemapImportBatchStatusUpdateRequest(BatchStatusUpdateRequest):
        """One row or many, and what they become."""

        def __init__(
            self,
            *,
            ids: Sequence[UUID],
            status: SitemapImportCurationStatus,
            undo_seconds: float = 0,
            priority: int = 0,
            spread_seconds: float = 0,
        ) -> None: ...

    class SitemapImportBatchStatusUpdateResponse(BatchStatusUpdateResponse):
        """What was done, and what was not."""

else:
    SitemapImportBatchStatusUpdateRequest = schemas_of(sitemap_import).batch_request
    SitemapImportBatchStatusUpdateResponse = schemas_of(sitemap_import).batch_response

__all__ = [
    "SitemapImportBatchStatusUpdateRequest",
    "SitemapImportBatchStatusUpdateResponse",
]
