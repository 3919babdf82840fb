"""What the job loops of one process work with."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.queue.failure_streak import FailureStreak
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.observer import Observer
from scrapersky.curation_sdk.queue.work_engine import LocalEngine, WorkEngine


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
