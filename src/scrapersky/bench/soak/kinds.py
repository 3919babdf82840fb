"""What goes wrong in a soak, how often, and how fast its own workflow is made to notice."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

LEASE_SECONDS = 3.0
PATIENCE_SECONDS = 10 * LEASE_SECONDS
"""Without a single row's ending for so long, what is left counts as stuck."""


class Kind(StrEnum):
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
    Kind.KILL: "a worker is killed (kill -9)",
    Kind.STOP: "a worker is suspended past its lease and woken",
    Kind.SILENCE: "connections go silent and stay open",
    Kind.RESET: "connections are reset",
    Kind.LOCK: "somebody else locks rows in work past the lock timeout",
    Kind.CANCEL: "queries are cancelled",
    Kind.TERMINATE: "sessions are ended by the server",
    Kind.RESTART: "the database restarts",
    Kind.DISK: "the disk is full for a while",
    Kind.PANIC: "a row raises what is no Exception, in work or in save",
    Kind.SUICIDE: "a row kills the process that works on it",
}
OF_ROWS = (Kind.PANIC, Kind.SUICIDE)
# The fewest of each, and one for so many kills.
_SHARES = {
    Kind.STOP: (2, 10),
    Kind.SILENCE: (2, 10),
    Kind.RESET: (2, 5),
    Kind.LOCK: (2, 10),
    Kind.CANCEL: (3, 5),
    Kind.TERMINATE: (2, 5),
    Kind.RESTART: (1, 20),
    Kind.DISK: (1, 20),
    Kind.PANIC: (6, 4),
    Kind.SUICIDE: (2, 10),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """So many rows, so many faults of each kind, in an order that the seed decides."""

    rows: int
    faults: dict[Kind, int]
    seed: int
    seconds_between: float

    @property
    def strikes(self) -> list[Kind]:
        return [kind for kind, count in self.faults.items() if kind not in OF_ROWS for _ in range(count)]


def make_plan(rows: int, kills: int, seed: int, without: Collection[Kind] = (), *, pause: float = 1.0) -> Plan:
    """
    >>> make_plan(1000, 100, seed=1, without=[Kind.DISK]).faults[Kind.STOP]
    10
    """
    counts = {Kind.KILL: kills} | {kind: max(least, kills // share) for kind, (least, share) in _SHARES.items()}
    return Plan(rows, {kind: count for kind, count in counts.items() if kind not in without}, seed, pause)
