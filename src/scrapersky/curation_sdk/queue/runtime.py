"""What the job loops of one process work with: lease, place of work, who is told of rows, and how they count."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.declaring import AnyWorkflow, Attempt, Ending
from scrapersky.curation_sdk.queue.failure_streak import FailureStreak
from scrapersky.curation_sdk.queue.lease import Lease


@dataclass(slots=True)
class Drained:
    """What one run of a job loop did."""

    claimed: int = 0
    complete: int = 0
    failed: int = 0
    put_back: int = 0
    lost: int = 0

    def in_words(self) -> str:
        """
        >>> Drained(claimed=14, complete=12, failed=1, put_back=1).in_words()
        '14 taken up: 12 complete, 1 failed, 1 back in the queue'
        """
        counts = {
            "complete": self.complete,
            "failed": self.failed,
            "back in the queue": self.put_back,
            "taken away": self.lost,
        }
        ended = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
        return f"{self.claimed:,} taken up" + (f": {ended}" if ended else "")

    @property
    def ended(self) -> int:
        return self.complete + self.failed

    def count(self, attempts: Sequence[Attempt]) -> None:
        endings = [attempt.ending for attempt in attempts]
        complete, failed = endings.count(Ending.COMPLETE), endings.count(Ending.ERROR)
        self.complete += complete
        self.failed += failed
        self.put_back += len(endings) - complete - failed

    def add(self, other: "Drained") -> None:
        """
        >>> total = Drained(claimed=2, complete=2)
        >>> total.add(Drained(claimed=3, complete=1, failed=2))
        >>> total
        Drained(claimed=5, complete=3, failed=2, put_back=0, lost=0)
        """
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


class WorkEngine(Protocol):
    """Gives what `work` returns and raises what it raises, cancellation included: then nobody waits for it any more.

    What it raises because a machine is gone must be worth retrying: another attempt may run elsewhere.
    """

    def work(self, workflow: AnyWorkflow, given: Any, tenant_id: UUID) -> Awaitable[Any]: ...


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """In this process. Clients that are not the same for all have `of_tenant`."""

    clients: Any

    def work(self, workflow: AnyWorkflow, given: Any, tenant_id: UUID) -> Awaitable[Any]:
        of_tenant = getattr(self.clients, "of_tenant", None)
        return workflow.work(given, of_tenant(tenant_id) if of_tenant is not None else self.clients)


class Observer:
    """Hears everything and does nothing about it."""

    asks_who_decided = False
    """Whether to find out, by one more statement for each claim, which decision queued each row."""

    def claimed(self, workflow: str, attempts: Sequence[Attempt], began: float) -> None:
        """Rows were taken up, since `began` on the monotonic clock."""

    def completed(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        """Their endings stand in the database."""

    def lost(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        """These rows were no longer this process's when it wanted to complete them."""

    def lease_lapsed(self) -> None:
        """For a while others took this process for dead."""


class Solitude:
    """Every loop counts what it takes. Whoever asks to be alone waits until nothing is in hand; nobody takes more."""

    def __init__(self) -> None:
        self._in_hand = 0
        self._open, self._empty, self._turn = asyncio.Event(), asyncio.Event(), asyncio.Lock()
        self._open.set()

    async def over(self) -> None:
        """Wait for it."""
        while not self._open.is_set():  # closed again before those who waited had their turn
            await self._open.wait()

    def take(self, count: int) -> None:
        self._in_hand += count

    def put_down(self, count: int) -> None:
        self._in_hand -= count
        if not self._in_hand:
            self._empty.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        async with self._turn:
            self._open.clear()
            try:
                while self._in_hand:
                    self._empty.clear()
                    await self._empty.wait()
                yield
            finally:
                self._open.set()


@dataclass(frozen=True, slots=True)
class Runtime:
    """What every job loop of one process shares. Behind a pooler LISTEN hears nothing: then `listens` is False.

    `concurrency` is how many rows of a workflow this process works on at once, whatever is set for all. One that
    `claims` nothing only keeps the queues in order. Work runs here with `clients`, or else `elsewhere`.
    """

    engine: AsyncEngine
    clients: Any
    lease: Lease
    grace_seconds: float = 20
    listens: bool = True
    concurrency: int | None = None
    claims: bool = True
    elsewhere: WorkEngine | None = None
    solitude: Solitude = field(default_factory=Solitude)
    observer: Observer = field(default_factory=Observer)
    streaks: defaultdict[str, FailureStreak] = field(default_factory=lambda: defaultdict(FailureStreak))

    @property
    def work_engine(self) -> WorkEngine:
        return self.elsewhere or LocalEngine(self.clients)
