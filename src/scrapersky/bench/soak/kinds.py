"""What goes wrong in a soak, how often, and how fast its own workflow is made to notice."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

LEASE_SECONDS = 3.0
PATIENCE_SECONDS = 10 * LEASE_SECONDS
"""Without a single row's ending for so long, what is left counts as stuck."""


class FaultKind(StrEnum):
    """Each can be switched off. The last two are the doing of rows, the others are done to workers and database."""

    KILL = "kill"
    STOP = "stop"
    SILENCE = "silence"
    RESET = "reset"
    LOCK = "lock"
    CANCEL = "cancel"
    TERMINATE = "terminate"
    RESTART = "restart"
    DISK = "disk"
    PANIC = "panic"
    SUICIDE = "suicide"


MEANINGS = {
    FaultKind.KILL: "a worker is killed (kill -9)",
    FaultKind.STOP: "a worker is suspended past its lease and woken",
    FaultKind.SILENCE: "connections go silent and stay open",
    FaultKind.RESET: "connections are reset",
    FaultKind.LOCK: "somebody else locks rows in work past the lock timeout",
    FaultKind.CANCEL: "queries are cancelled",
    FaultKind.TERMINATE: "sessions are ended by the server",
    FaultKind.RESTART: "the database restarts",
    FaultKind.DISK: "the disk is full for a while",
    FaultKind.PANIC: "a row raises what is no Exception, in work or in save",
    FaultKind.SUICIDE: "a row kills the process that works on it",
}
OF_ROWS = (FaultKind.PANIC, FaultKind.SUICIDE)
# The fewest of each, and one for so many kills.
_SHARES = {
    FaultKind.STOP: (2, 10),
    FaultKind.SILENCE: (2, 10),
    FaultKind.RESET: (2, 5),
    FaultKind.LOCK: (2, 10),
    FaultKind.CANCEL: (3, 5),
    FaultKind.TERMINATE: (2, 5),
    FaultKind.RESTART: (1, 20),
    FaultKind.DISK: (1, 20),
    FaultKind.PANIC: (6, 4),
    FaultKind.SUICIDE: (2, 10),
}


@dataclass(frozen=True, slots=True)
class SoakPlan:
    """So many rows, so many faults of each kind, in an order that the seed decides."""

    rows: int
    faults: dict[FaultKind, int]
    seed: int
    seconds_between: float

    @property
    def strikes(self) -> list[FaultKind]:
        return [kind for kind, count in self.faults.items() if kind not in OF_ROWS for _ in range(count)]


def make_plan(rows: int, kills: int, seed: int, without: Collection[FaultKind] = (), *, pause: float = 1.0) -> SoakPlan:
    """
    >>> make_plan(1000, 100, seed=1, without=[FaultKind.DISK]).faults[FaultKind.STOP]
    10
    """
    counts = {FaultKind.KILL: kills} | {kind: max(least, kills // share) for kind, (least, share) in _SHARES.items()}
    return SoakPlan(rows, {kind: count for kind, count in counts.items() if kind not in without}, seed, pause)
