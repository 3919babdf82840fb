"""How much of anything a site may cost us."""

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from scrapersky.clients.fetching.errors import TimedOut

LONGEST_HEADER_LINE = 65_536
MOST_HEADERS = 256

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bytes are counted after decompression; seconds only while we wait on the network, redirects included."""

    body_bytes: int = 10_000_000
    seconds: float = 60
    connect_seconds: float = 10
    read_seconds: float = 20
    redirects: int = 20
    ratio: int = 200


class TimeBudget:
    """The seconds a fetch has left. Waiting for a turn, or for a slow reader of a stream, costs none of them."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self.spent = seconds, 0.0

    async def spend(self, url: str, waiting: Awaitable[_Result]) -> _Result:
        started = time.monotonic()
        deadline = asyncio.timeout(self._seconds - self.spent)
        try:
            async with deadline:
                return await waiting
        except TimeoutError as error:
            if not deadline.expired():
                raise
            raise TimedOut(url, f"it was not done after {self._seconds:g} seconds") from error
        finally:
            self.spent += time.monotonic() - started
