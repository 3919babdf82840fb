"""What is said to an answer that cannot work, and the nearest one that can."""

from scrapersky.errors import ScraperSkyError


class BadAnswer(ScraperSkyError):
    """An answer from which no workflow can be made. `nearest` is what was probably meant, taken on Enter."""

    def __init__(self, message: str, nearest: str | None = None) -> None:
        super().__init__(message)
        self.nearest = nearest
