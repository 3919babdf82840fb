"""Who hears what a process does with rows: several at once, such as counters and traces."""

from collections.abc import Sequence

from scrapersky.curation_sdk.declaring import Attempt
from scrapersky.curation_sdk.queue import Observer, WorkEngine


class ProcessObserver(Observer):
    """Hears of requests to other machines as well, and may stand around the work on each row."""

    def fetched(self, outcome: str) -> None:
        """`ok`, or why nothing came of it."""

    def around(self, engine: WorkEngine) -> WorkEngine:
        return engine


class Observers(ProcessObserver):
    """All of them, one after the other."""

    def __init__(self, parts: Sequence[ProcessObserver], *, asks_who_decided: bool = False) -> None:
        self.parts = parts
        self.asks_who_decided = asks_who_decided or any(each.asks_who_decided for each in parts)

    def claimed(self, workflow: str, attempts: Sequence[Attempt], began: float) -> None:
        for each in self.parts:
            each.claimed(workflow, attempts, began)

    def completed(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        for each in self.parts:
            each.completed(workflow, attempts)

    def lost(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        for each in self.parts:
            each.lost(workflow, attempts)

    def lease_lapsed(self) -> None:
        for each in self.parts:
            each.lease_lapsed()

    def fetched(self, outcome: str) -> None:
        for each in self.parts:
            each.fetched(outcome)

    def around(self, engine: WorkEngine) -> WorkEngine:
        for each in self.parts:
            engine = each.around(engine)
        return engine
