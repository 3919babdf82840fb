"""Requests that were turned away because too many came at once: the operator learns of it, wherever they look."""

import asyncio
import time

from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import Background, Sessions
from scrapersky.errors import ScraperSkyError

SECONDS_BETWEEN_NOTES = 30.0


class TooManyAtOnce(ScraperSkyError):
    """Every connection is in use, and was for as long as a request may wait for one."""

    http_status = 503
    message = "Too many requests came at once. Nothing was changed; try again in a moment."


class RequestsTurnedAway(ScraperSkyError):
    """The same, for whoever runs the installation."""

    def __init__(self, count: int) -> None:
        super().__init__(
            f"{plural(count, 'request was', 'requests were')} turned away, because too many came at once."
            " Start more processes, or raise DATABASE_REQUEST_POOL_SIZE if the machine and the database are not busy."
        )


class TurnedAway:
    """Notes them where `doctor` and the system page read; now and then, since there may be hundreds a second.

    `sessions` must not be those that the requests had to wait for.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._background = Background("requests", sessions)
        self._count, self._noted_at = 0, float("-inf")
        self._noting: asyncio.Task[bool] | None = None

    def one_more(self) -> None:
        self._count += 1
        if time.monotonic() - self._noted_at > SECONDS_BETWEEN_NOTES:
            self._noted_at = time.monotonic()
            self._noting = asyncio.create_task(self._background.note(RequestsTurnedAway(self._count)))
