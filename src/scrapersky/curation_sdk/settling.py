"""Writing down what became of rows: as a group, and where one of them is refused, that one for itself."""

import asyncio
import logging
from uuid import UUID

from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.outcomes import Attempt, Limits, place_within
from scrapersky.curation_sdk.queue import Queue
from scrapersky.curation_sdk.saving import SaveRefused
from scrapersky.curation_sdk.troubles import AWAY, is_database_away, is_deadlock

log = logging.getLogger(__name__)

MOST_REFUSALS = 3
LONGEST_PAUSE = 5.0
SECONDS_TO_COMPLETE = 600.0


class Settler:
    """Completes attempts, whatever stands in the way; while the database is away, results wait."""

    def __init__(self, queue: Queue, limits: Limits) -> None:
        self._queue, self._limits, self.name = queue, limits, queue.workflow.name
        self._package = queue.workflow.work.__module__.partition(".")[0]

    async def settle(self, worker: UUID, attempts: list[Attempt]) -> list[Attempt]:
        """All in one transaction; returns those whose rows were still held."""
        pause, refusals, refused_before = 0.05, 0, set[Attempt]()
        while attempts and refusals < MOST_REFUSALS:
            limit = asyncio.timeout(SECONDS_TO_COMPLETE)
            try:
                async with limit:
                    return await self._queue.complete(worker, attempts)
            except SaveRefused as refused:
                self.note(refused.attempt, refused.reason)
                if refused.attempt in refused_before:  # nor can what the failure kept be saved
                    refused.attempt.result = None
                refused_before.add(refused.attempt)
            except Exception as error:  # noqa: BLE001  told apart below
                if is_database_away(error) and not limit.expired():
                    log.warning("%s: the database is away, %d results wait", self.name, len(attempts), extra=AWAY)
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, LONGEST_PAUSE)
                elif len(attempts) > 1 and not is_deadlock(error):
                    return await self._settle_singly(worker, attempts)
                elif not is_deadlock(error):
                    refusals += 1
                    self.note(attempts[0], _too_long() if limit.expired() else error)
        if attempts:
            log.error("%s: row %s could not be completed; it will be rescued", self.name, attempts[0].row_id)
        return []

    async def _settle_singly(self, worker: UUID, attempts: list[Attempt]) -> list[Attempt]:
        """Something the commit found, and nobody knows whose it is."""
        singly = [await self.settle(worker, [attempt]) for attempt in attempts]
        return [attempt for held in singly for attempt in held]

    def note(self, attempt: Attempt, error: BaseException) -> None:
        """What was raised becomes the row's ending; what nobody foresaw goes to the log as well."""
        if isinstance(error, (CurationError, OSError)):
            attempt.fail(error, self._limits)
            return
        log.error("%s: row %s failed", self.name, attempt.row_id, exc_info=error)
        attempt.fail(error, self._limits, place_within(error, self._package))

    def put_away(self, attempt: Attempt) -> None:
        try:
            attempt.put_away()
        except Exception:  # what is saved is saved
            log.exception("%s: what row %s held open could not be closed", self.name, attempt.row_id)


def _too_long() -> TimeoutError:
    return TimeoutError(f"Saving took longer than {SECONDS_TO_COMPLETE:g} s, the limit for one row.")
