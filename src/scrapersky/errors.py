"""The root of the product's errors. Each error stands beside what raises it; its message is for the person curating."""

from scrapersky.curation_sdk.errors import CurationError


class ScraperSkyError(CurationError, is_root=True):
    """Anything that ScraperSky knows to be wrong and can say in words."""

    code = "error"
