"""How often someone may try to sign in: attempts count, per name and address, and fade after a while."""

import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address

from scrapersky.errors import ScraperSkyError

WINDOW_SECONDS = 60.0
MOST_KEYS = 20_000


class TooManyAttempts(ScraperSkyError):
    """Someone tried too often; the answer says how long to wait."""

    http_status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many attempts. Wait {seconds} s, then try again.")
        self.seconds = seconds


@dataclass(slots=True)
class Throttle:
    """Counts attempts of the last minute in this process. The oldest keys are forgotten first, so memory is bounded."""

    per_name_and_address: int = 5
    per_address: int = 30
    per_name: int = 60
    clock: Callable[[], float] = time.monotonic
    _attempts: OrderedDict[tuple[str, ...], deque[float]] = field(default_factory=OrderedDict)

    def count_attempt(self, name: str, address: str) -> None:
        """Count an attempt before it is checked, so that many at once are no way around."""
        now, address = self.clock(), network_of(address)
        limits = {
            ("both", name, address): self.per_name_and_address,
            ("address", address): self.per_address,
            ("name", name): self.per_name,
        }
        waits = [self._wait(key, limit, now) for key, limit in limits.items()]
        if any(waits):
            raise TooManyAttempts(math.ceil(max(waits)))
        for key in limits:
            self._recent_or_new(key, now).append(now)

    def succeeded(self, name: str, address: str) -> None:
        """Whoever knew the password starts afresh."""
        address = network_of(address)
        self._attempts.pop(("both", name, address), None)
        for key in (("address", address), ("name", name)):
            if self._attempts.get(key):
                self._attempts[key].pop()

    def _wait(self, key: tuple[str, ...], limit: int, now: float) -> float:
        """Looking leaves no trace: else refused attempts under ever new names would push the counted ones out."""
        if key not in self._attempts:
            return 0.0
        recent = self._recent_or_new(key, now)
        return recent[0] + WINDOW_SECONDS - now if len(recent) >= limit else 0.0

    def _recent_or_new(self, key: tuple[str, ...], now: float) -> deque[float]:
        recent = self._attempts.setdefault(key, deque())
        self._attempts.move_to_end(key)
        while recent and recent[0] <= now - WINDOW_SECONDS:
            recent.popleft()
        while len(self._attempts) > MOST_KEYS:
            self._attempts.popitem(last=False)
        return recent


def network_of(address: str) -> str:
    """Whoever has one address of IPv6 has all of its network, 2^64 of them.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed), 64), strict=False))
