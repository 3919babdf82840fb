"""What is said to an answer that cannot work."""

from scrapersky.errors import ScraperSkyError


class BadAnswer(ScraperSkyError):
    """An answer from which no workflow can be made."""

    code = "bad_answer"
