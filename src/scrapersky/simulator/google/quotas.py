"""Quotas by method: so many requests a minute and so many a day, the day beginning at midnight Pacific time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import time

from scrapersky.simulator.google.errors import GoogleError, error_reason
from scrapersky.simulator.google.tiers import Method

PROJECT_NUMBER = "481516234200"
_PACIFIC = -8 * 3600
_MINUTE, _DAY = 60, 86_400


@dataclass(frozen=True, slots=True)
class Quota:
    per_minute: int
    per_day: int


@dataclass(frozen=True, slots=True)
class GoogleQuotas:
    """What a project may ask. The defaults are those of a new project."""

    search_text: Quota = Quota(600, 75_000)
    get_place: Quota = Quota(600, 125_000)

    def of(self, method: Method) -> Quota:
        return self.search_text if method == "SearchText" else self.get_place


@dataclass(slots=True)
class QuotaMeter:
    """Counts requests in fixed windows, as the real quotas do."""

    quotas: GoogleQuotas = field(default_factory=GoogleQuotas)
    clock: Callable[[], float] = time
    _counts: dict[tuple[Method, int], tuple[int, int]] = field(default_factory=dict)
    """For each method and window length: the window that was last asked in, and how often."""

    def charge(self, method: Method) -> None:
        """Count one request; raises RESOURCE_EXHAUSTED when its minute or its day is used up."""
        quota = self.quotas.of(method)
        now = self.clock()
        counts = {}
        for length, limit, offset in ((_DAY, quota.per_day, _PACIFIC), (_MINUTE, quota.per_minute, 0)):
            window = int((now + offset) // length)
            known, count = self._counts.get((method, length), (window, 0))
            count = count if known == window else 0
            if count >= limit:
                raise _exceeded(method, length, limit, window * length - offset)
            counts[method, length] = (window, count + 1)
        self._counts |= counts


def _exceeded(method: Method, length: int, limit: int, window_start: int) -> GoogleError:
    word, unit, sign = ("minute", "Minute", "m") if length == _MINUTE else ("day", "Day", "d")
    name = f"{method}Request"
    message = (
        f"Quota exceeded for quota metric '{name}' and limit '{name} per {word}' of service 'places.googleapis.com'"
        f" for consumer 'project_number:{PROJECT_NUMBER}'."
    )
    reason = error_reason(
        "RATE_LIMIT_EXCEEDED",
        quota_metric=f"places.googleapis.com/{name}",
        quota_limit=f"{name}Per{unit}PerProject",
        quota_limit_value=str(limit),
        quota_unit=f"1/{sign}/{{project}}",
        quota_location="global",
        consumer=f"projects/{PROJECT_NUMBER}",
        window_start_time=datetime.fromtimestamp(window_start, UTC).isoformat(),
    )
    return GoogleError("RESOURCE_EXHAUSTED", message, (reason,))
