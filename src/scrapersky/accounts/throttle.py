"""How often someone may try to sign in: failures count, per name and address, and fade after a while."""

import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from scrapersky.errors import ScraperSkyError

WINDOW_SECONDS = 60.0
MOST_KEYS = 20_000


class TooManyAttempts(ScraperSkyError):
    """Someone tried too often; the answer says how long to wait."""

    http_status = 429
    code = "too_many_attempts"

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"Too many attempts. Wait {retry_after} s, then try again.")
        self.retry_after = retry_after


@dataclass(slots=True)
class Throttle:
    """Counts attempts of the last minute in this process. The oldest keys are forgotten first, so memory is bounded."""

    per_name_and_address: int = 5
    per_address: int = 30
    per_name: int = 60
    clock: Callable[[], float] = time.monotonic
    _attempts: OrderedDict[tuple[str, ...], deque[float]] = field(default_factory=OrderedDict)

    def attempt(self, name: str, address: str) -> None:
        """Count an attempt before it is checked, so that many at once are no way around."""
        now = self.clock()
        limits = {
            ("both", name, address): self.per_name_and_address,
            ("address", address): self.per_address,
            ("name", name): self.per_name,
        }
        waits = [self._wait(key, limit, now) for key, limit in limits.items()]
        if any(waits):
            raise TooManyAttempts(math.ceil(max(waits)))
        for key in limits:
            self._recent(key, now).append(now)

    def succeeded(self, name: str, address: str) -> None:
        """Whoever knew the password starts afresh."""
        self._attempts.pop(("both", name, address), None)
        for key in (("address", address), ("name", name)):
            if self._attempts.get(key):
                self._attempts[key].pop()

    def _wait(self, key: tuple[str, ...], limit: int, now: float) -> float:
        recent = self._recent(key, now)
        return recent[0] + WINDOW_SECONDS - now if len(recent) >= limit else 0.0

    def _recent(self, key: tuple[str, ...], now: float) -> deque[float]:
        recent = self._attempts.setdefault(key, deque())
        self._attempts.move_to_end(key)
        while recent and recent[0] <= now - WINDOW_SECONDS:
            recent.popleft()
        while len(self._attempts) > MOST_KEYS:
            self._attempts.popitem(last=False)
        return recent
