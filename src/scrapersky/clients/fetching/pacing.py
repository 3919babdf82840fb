"""Whose turn it is at a host. Everything that fetches shares one Pacing; a cluster, one in its database."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

_SHORTEST_POLL = 0.05


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
