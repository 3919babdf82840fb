"""How long a host is left alone after an answer."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Protocol

from scrapersky.clients.fetching.retry_after import pause_asked_for

PAUSE_AFTER_429 = timedelta(seconds=60)
FIRST_PAUSE = timedelta(seconds=2)
LONGEST_GROWN_PAUSE = timedelta(minutes=5)

RateHeaders = Callable[[int, Mapping[str, str]], timedelta | None]
"""What a service's own headers say about when to ask next; headers are found whatever their case."""


def whole_number(headers: Mapping[str, str], name: str) -> int | None:
    """A header's value where it is a whole number; none of nine digits or more, which no limit has."""
    text = headers.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


class Pauses(Protocol):
    def after(self, status: int, headers: Mapping[str, str], now: datetime) -> timedelta | None:
        """None where the next request may follow at once."""
        ...


class PausesOfSites:
    """For strangers: a 429 that says no time is a minute."""

    def after(self, status: int, headers: Mapping[str, str], now: datetime) -> timedelta | None:
        pause = pause_asked_for(headers.get("Retry-After"), now) if status in {429, 503} else None
        return pause or (PAUSE_AFTER_429 if status == 429 else None)


class GrowingPauses:
    """For a service that is asked all the time: a limit that says no time is waited for twice as long each time.

    Limits met together, by requests that were under way, count once. An answer after the pause starts over.
    """

    def __init__(self, told: RateHeaders | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._told, self._clock = told, clock
        self._met, self._until = 0, 0.0

    def after(self, status: int, headers: Mapping[str, str], now: datetime) -> timedelta | None:
        asked = pause_asked_for(headers.get("Retry-After"), now) if status in {429, 503} else None
        pause = asked or (self._told(status, headers) if self._told else None)
        if pause or status != 429:
            self._start_over()
            return pause
        return self._grown()

    def _start_over(self) -> None:
        if self._clock() >= self._until:
            self._met = 0

    def _grown(self) -> timedelta:
        now = self._clock()
        if now >= self._until:
            pause = min(FIRST_PAUSE * 2 ** min(self._met, 20), LONGEST_GROWN_PAUSE)
            self._met, self._until = self._met + 1, now + pause.total_seconds()
        return timedelta(seconds=self._until - now)
