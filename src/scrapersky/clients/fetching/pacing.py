"""Whose turn it is at a host. Everything that fetches shares one Pacing; a cluster, one in its database.

After an answer a host is left alone as it asks in Retry-After, or longer each time.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import count
from typing import Protocol

_SHORTEST_POLL = 0.05
LONGEST_PAUSE = timedelta(days=1)
PAUSE_AFTER_429 = timedelta(seconds=60)
FIRST_PAUSE = timedelta(seconds=2)
LONGEST_GROWN_PAUSE = timedelta(minutes=5)

RateHeaders = Callable[[int, Mapping[str, str]], timedelta | None]
"""What a service's own headers say about when to ask next; headers are found whatever their case."""


@dataclass(frozen=True, slots=True)
class Pace:
    """`interval` seconds pass between the beginnings of two requests, and after the end of each.

    After the end too, since a first request arrives late by the time its connection takes, and a second would be close
    behind it. At most `parallel` are open at once. A turn that was never given back, because its process died, counts
    as over after `lease` seconds.
    """

    interval: float = 1.0
    parallel: int = 1
    lease: float = 120.0


@dataclass(frozen=True, slots=True)
class Turn:
    """With a ticket: yours, in `wait` seconds. Without: nothing was reserved; ask again in `wait` seconds."""

    wait: float
    ticket: str | None


class Pacing(Protocol):
    """Both calls are one short statement, so that a table of hosts can answer them."""

    async def turn(self, host: str, pace: Pace, patience: float) -> Turn:
        """Reserve the host's next free turn, unless it is more than `patience` seconds away."""
        ...

    async def done(self, host: str, pace: Pace, ticket: str) -> None:
        """Give the turn back; the next begins `pace.interval` later at the earliest. Expired tickets are no error."""
        ...


@dataclass(slots=True)
class _HostQueue:
    free_at: float = 0.0
    next_callback_at: float = 0.0
    leases: dict[str, float] = field(default_factory=dict)

    def is_idle(self, now: float) -> bool:
        return self.free_at <= now and self.next_callback_at <= now and all(end <= now for end in self.leases.values())


class LocalPacing:
    """Pacing for the fetchers of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, most_hosts: int = 10_000) -> None:
        self._clock = clock
        self._most_hosts = most_hosts
        self._lines: dict[str, _HostQueue] = {}
        self._tickets = count(1)

    async def turn(self, host: str, pace: Pace, patience: float) -> Turn:
        now = self._clock()
        line = self._line(host, now)
        wait = max(0.0, line.free_at - now)
        is_full = self._open_requests(line, now) >= pace.parallel
        if is_full:
            wait = max(wait, pace.interval, _SHORTEST_POLL)
        if wait > patience:
            return Turn(_promise(line, pace, now, wait), None)
        if is_full:
            return Turn(wait, None)
        line.free_at = now + wait + pace.interval
        ticket = str(next(self._tickets))
        line.leases[ticket] = now + wait + pace.lease
        return Turn(wait, ticket)

    async def done(self, host: str, pace: Pace, ticket: str) -> None:
        line = self._lines.get(host)
        if line and line.leases.pop(ticket, None):
            line.free_at = max(line.free_at, self._clock() + pace.interval)

    def resume(self, host: str, free_in: float) -> None:
        """Go on where another process left off: the host's next turn is so many seconds away."""
        line = self._line(host, self._clock())
        line.free_at = max(line.free_at, self._clock() + free_in)

    def forget(self, host: str) -> float:
        """Leave the host to others. Returns in how many seconds its next turn is."""
        line = self._lines.pop(host, None)
        return max(0.0, line.free_at - self._clock()) if line else 0.0

    def _line(self, host: str, now: float) -> _HostQueue:
        if len(self._lines) >= self._most_hosts and host not in self._lines:
            self._lines = {name: line for name, line in self._lines.items() if not line.is_idle(now)}
        return self._lines.setdefault(host, _HostQueue())

    def _open_requests(self, line: _HostQueue, now: float) -> int:
        if any(end <= now for end in line.leases.values()):
            line.leases = {ticket: end for ticket, end in line.leases.items() if end > now}
        return len(line.leases)


def _promise(line: _HostQueue, pace: Pace, now: float, wait: float) -> float:
    """Those sent away get times one interval apart, or a thousand rows would all come back at once."""
    line.next_callback_at = max(line.next_callback_at + pace.interval, now + wait)
    return line.next_callback_at - now


def pause_asked_for(retry_after: str | None, now: datetime) -> timedelta | None:
    """How long the site wants to be left alone; never more than a day, None when it did not say.

    >>> pause_asked_for("120", datetime(2026, 1, 1, tzinfo=UTC))
    datetime.timedelta(seconds=120)
    >>> pause_asked_for("Thu, 01 Jan 2026 00:01:00 GMT", datetime(2026, 1, 1, tzinfo=UTC))
    datetime.timedelta(seconds=60)
    """
    text = (retry_after or "").strip()[:64]
    if text.isascii() and text.isdigit():
        return LONGEST_PAUSE if len(text) > 6 else min(timedelta(seconds=int(text)), LONGEST_PAUSE)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return min(max(moment - now, timedelta(0)), LONGEST_PAUSE)


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
