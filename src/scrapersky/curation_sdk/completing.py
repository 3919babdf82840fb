"""Rows that ended, completed in groups: whatever ended while the last group was being completed is the next one."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from scrapersky.curation_sdk.drained import Drained
from scrapersky.curation_sdk.lease import Lease
from scrapersky.curation_sdk.outcomes import Attempt, Ending
from scrapersky.curation_sdk.settling import Settler

log = logging.getLogger(__name__)

LARGEST_GROUP = 500


class Completing:
    """Settles one group after another. `completed` is called for each, whether its rows could be settled or not."""

    def __init__(self, settler: Settler, lease: Lease, completed: Callable[[list[Attempt]], None]) -> None:
        self._settler, self._lease, self._completed = settler, lease, completed
        self._ended: list[Attempt] = []
        self._something_ended = asyncio.Event()

    def add(self, attempt: Attempt) -> None:
        self._ended.append(attempt)
        self._something_ended.set()

    async def run(self, drained: Drained) -> None:
        """Until cancelled; counts what it completes in `drained`."""
        while True:
            await self._something_ended.wait()
            self._something_ended.clear()
            while self._ended:
                group, self._ended = self._ended[:LARGEST_GROUP], self._ended[LARGEST_GROUP:]
                # A loop that no longer completes would hold its rows, and its workflow, for ever.
                if await self._settler.background.attempt(partial(self._complete, group, drained)) is not None:
                    log.error("%s: %d rows could not be completed and will be rescued", self._settler.name, len(group))
                self._completed(group)

    async def _complete(self, group: list[Attempt], drained: Drained) -> None:
        worker = self._lease.worker
        ours = [attempt for attempt in group if attempt.worker == worker and attempt.ending is not Ending.LOST]
        held = await self._settler.settle(worker, ours)
        drained.lost += len(group) - len(held)
        for attempt in held:
            drained.count(attempt)
        for attempt in group:
            self._settler.put_away(attempt)
