"""What the job loops of one process work with."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.queue.failure_streak import FailureStreak
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.observer import Observer
from scrapersky.curation_sdk.queue.solitude import Solitude
from scrapersky.curation_sdk.queue.work_engine import LocalEngine, WorkEngine


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
