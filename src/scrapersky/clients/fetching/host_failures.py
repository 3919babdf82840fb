"""What is remembered of an origin's troubles, so that a host that is down costs a few time-outs and not thousands."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Circuit:
    """After `failures` in a row an origin is left alone for `pause` seconds, then twice as long, up to `longest`."""

    failures: int = 3
    pause: float = 30.0
    longest: float = 3_600.0
    trial: float = 60.0

    def pause_after(self, failures: int) -> float:
        """Zero while the circuit is closed."""
        if failures < self.failures:
            return 0.0
        return float(min(self.longest, self.pause * 2 ** min(failures - self.failures, 20)))


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why an origin is not asked for the next `wait` seconds. No failures means that it asked for the pause itself."""

    reason: str
    failures: int
    wait: float


class HostMemory(Protocol):
    """Each call is one short statement, so that a table of origins can answer it."""

    async def trouble(self, origin: str) -> Trouble | None:
        """None lets the caller through. When a circuit's pause is over, one goes through and the rest wait for it."""
        ...

    async def failed(self, origin: str, reason: str) -> None: ...

    async def answered(self, origin: str) -> None:
        """Forget the failures; a pause that was asked for stays.

        Called after every answer: keep the few troubled origins at hand rather than writing each time.
        """
        ...

    async def asked_for_pause(self, origin: str, reason: str, seconds: float) -> None: ...


@dataclass(slots=True)
class _Origin:
    reason: str = ""
    failures: int = 0
    closed_until: float = 0.0
    paused_until: float = 0.0


class LocalHostMemory:
    """The memory of one process: at most `most_origins` troubled ones, the oldest forgotten first."""

    def __init__(
        self, circuit: Circuit | None = None, clock: Callable[[], float] = time.monotonic, *, most_origins: int = 10_000
    ) -> None:
        self._circuit = circuit or Circuit()
        self._clock = clock
        self._most_origins = most_origins
        self._origins: dict[str, _Origin] = {}

    async def trouble(self, origin: str) -> Trouble | None:
        known = self._origins.get(origin)
        if known is None:
            return None
        now = self._clock()
        if known.paused_until > now:
            return Trouble(known.reason, 0, known.paused_until - now)
        if known.closed_until > now:
            return Trouble(known.reason, known.failures, known.closed_until - now)
        if known.failures >= self._circuit.failures:
            known.closed_until = now + self._circuit.trial
        return None

    async def failed(self, origin: str, reason: str) -> None:
        known = self._origin(origin)
        known.failures += 1
        known.reason = reason
        known.closed_until = self._clock() + self._circuit.pause_after(known.failures)

    async def answered(self, origin: str) -> None:
        known = self._origins.get(origin)
        if known is not None and known.paused_until <= self._clock():
            del self._origins[origin]

    async def asked_for_pause(self, origin: str, reason: str, seconds: float) -> None:
        known = self._origin(origin)
        known.failures, known.closed_until = 0, 0.0
        known.reason = reason
        known.paused_until = self._clock() + seconds

    def _origin(self, origin: str) -> _Origin:
        if origin not in self._origins and len(self._origins) >= self._most_origins:
            del self._origins[next(iter(self._origins))]
        return self._origins.setdefault(origin, _Origin())
