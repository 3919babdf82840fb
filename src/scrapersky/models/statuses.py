"""The statuses of each workflow (generated; change a declaration and run `scrapersky generate`)."""

from enum import StrEnum


class SingleSearchCurationStatus(StrEnum):
    """What a person wants of a row in Searches."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class SingleSearchProcessingStatus(StrEnum):
    """How far the work on a row is in Searches."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class DeepScanCurationStatus(StrEnum):
    """What a person wants of a row in Places."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class DeepScanProcessingStatus(StrEnum):
    """How far the work on a row is in Places."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class DomainExtractionCurationStatus(StrEnum):
    """What a person wants of a row in Businesses."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class DomainExtractionProcessingStatus(StrEnum):
    """How far the work on a row is in Businesses."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class DomainCurationCurationStatus(StrEnum):
    """What a person wants of a row in Websites."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class DomainCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Websites."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class SitemapCurationCurationStatus(StrEnum):
    """What a person wants of a row in Sitemap check."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class SitemapCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Sitemap check."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class SitemapImportCurationStatus(StrEnum):
    """What a person wants of a row in Sitemaps."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class SitemapImportProcessingStatus(StrEnum):
    """How far the work on a row is in Sitemaps."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class PageCurationCurationStatus(StrEnum):
    """What a person wants of a row in Pages."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class PageCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Pages."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class ContactCurationCurationStatus(StrEnum):
    """What a person wants of a row in Page texts."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class ContactCurationProcessingStatus(StrEnum):
    """How far the work on a row is in Page texts."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"


class ContactDeliveryCurationStatus(StrEnum):
    """What a person wants of a row in Contacts."""

    New = "New"
    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
    Skipped = "Skipped"


class ContactDeliveryProcessingStatus(StrEnum):
    """How far the work on a row is in Contacts."""

    Queued = "Queued"
    Processing = "Processing"
    Complete = "Complete"
    Error = "Error"
