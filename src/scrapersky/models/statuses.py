"""The statuses of each workflow (generated; change a declaration and run `scrapersky generate`)."""

from enum import StrEnum


class SingleSearchCurationStatus(StrEnum):
    """What a person wants of a row in Single search."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class SingleSearchProcessingStatus(StrEnum):
    """How far the work on a row is in Single search."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class DeepScanCurationStatus(StrEnum):
    """What a person wants of a row in Staging editor."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class DeepScanProcessingStatus(StrEnum):
    """How far the work on a row is in Staging editor."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class DomainExtractionCurationStatus(StrEnum):
    """What a person wants of a row in Local businesses."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class DomainExtractionProcessingStatus(StrEnum):
    """How far the work on a row is in Local businesses."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class DomainCurationCurationStatus(StrEnum):
    """What a person wants of a row in Domain curation."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class DomainCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Domain curation."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class SitemapCurationCurationStatus(StrEnum):
    """What a person wants of a row in Sitemap curation."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class SitemapCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Sitemap curation."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class SitemapImportCurationStatus(StrEnum):
    """What a person wants of a row in Sitemap import."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class SitemapImportProcessingStatus(StrEnum):
    """How far the work on a row is in Sitemap import."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class PageCurationCurationStatus(StrEnum):
    """What a person wants of a row in Page curation."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class PageCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Page curation."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class ContactCurationCurationStatus(StrEnum):
    """What a person wants of a row in Contact curation."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class ContactCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Contact curation."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class ContactDeliveryCurationStatus(StrEnum):
    """What a person wants of a row in Contact delivery."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class ContactDeliveryProcessingStatus(StrEnum):
    """How far the work on a row is in Contact delivery."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
