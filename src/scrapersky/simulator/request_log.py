"""Who asked what, when, and how many at once: politeness measured rather than claimed."""

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic


@dataclass(slots=True)
class LoggedRequest:
    """A request that arrived. Times are monotonic seconds; `status` is 0 while no answer was sent."""

    at: float
    scheme: str
    method: str
    host: str
    target: str
    headers: tuple[tuple[str, str], ...]
    concurrent: int
    """Requests under way at the host when this one arrived, itself included."""
    status: int = 0
    ended: float | None = None

    def header(self, name: str) -> str | None:
        lowered = name.lower()
        return next((value for key, value in self.headers if key.lower() == lowered), None)


@dataclass(slots=True)
class RequestLog:
    """The last requests, oldest first. Bounded: `dropped` says how many older ones were let go."""

    kept: int = 20_000
    dropped: int = 0
    _requests: deque[LoggedRequest] = field(default_factory=deque)
    _under_way: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[LoggedRequest]:
        return iter(tuple(self._requests))

    def __len__(self) -> int:
        return len(self._requests)

    def to(self, host: str) -> list[LoggedRequest]:
        return [request for request in self._requests if request.host == host]

    def most_at_once(self, host: str) -> int:
        return max((request.concurrent for request in self.to(host)), default=0)

    def shortest_pause(self, host: str) -> float | None:
        """Seconds between the two closest arrivals at the host; None when there were fewer than two."""
        times = [request.at for request in self.to(host)]
        return min((later - earlier for earlier, later in pairwise(times)), default=None)

    def clear(self) -> None:
        self._requests.clear()
        self.dropped = 0

    @contextmanager
    def record(
        self, scheme: str, method: str, host: str, target: str, headers: tuple[tuple[str, str], ...]
    ) -> Iterator[LoggedRequest]:
        self._under_way[host] += 1
        logged = LoggedRequest(monotonic(), scheme, method, host, target, headers, self._under_way[host])
        self._requests.append(logged)
        if len(self._requests) > self.kept:
            self._requests.popleft()
            self.dropped += 1
        try:
            yield logged
        finally:
            logged.ended = monotonic()
            self._under_way[host] -= 1
            if not self._under_way[host]:
                del self._under_way[host]
