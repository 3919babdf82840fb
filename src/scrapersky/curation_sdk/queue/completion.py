"""Rows that ended, completed in groups; where one of a group is refused, that one for itself."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from scrapersky.curation_sdk import declaring
from scrapersky.curation_sdk.errors import CurationError, TryAgain
from scrapersky.curation_sdk.queue.background import Background, sessions_of
from scrapersky.curation_sdk.queue.failure_streak import pause_itself
from scrapersky.curation_sdk.queue.fence import SaveRefused
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.runtime import Drained, Observer

log = logging.getLogger(__name__)

MOST_REFUSALS = 3
SECONDS_OF_PATIENCE = 20.0
SHORTEST_PAUSE = 0.05
LONGEST_PAUSE = 5.0
SECONDS_TO_COMPLETE = 600.0


ReasonToPause = Callable[[list[declaring.Attempt]], str | None]


class LongerWaits:
    """Waits longer and longer. What lasts, and what the database itself says, the operator can read."""

    def __init__(self, background: Background) -> None:
        self._background, self._pause, self._began = background, SHORTEST_PAUSE, time.monotonic()

    @property
    def lasts(self) -> bool:
        """Whether rows may still wait for others to get out of their way."""
        return time.monotonic() - self._began < SECONDS_OF_PATIENCE

    async def wait(self, error: BaseException, count: int) -> None:
        log.warning(
            "%s: %d results wait for the database: %s",
            self._background.part,
            count,
            error,
            extra=declaring.noted(error),
        )
        error = error.reason if isinstance(error, SaveRefused) else error
        if declaring.is_database_short(error) or (declaring.is_contended(error) and self._pause >= LONGEST_PAUSE):
            await self._background.note(error)
        await asyncio.sleep(self._pause)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)


class Settler:
    """Completes attempts, whatever stands in the way; while the database takes nothing, results wait."""

    def __init__(
        self, queue: Queue, limits: declaring.RetryLimits, lease: Lease, reason_to_pause: ReasonToPause = lambda _: None
    ) -> None:
        self._reason_to_pause = reason_to_pause
        self._queue, self._limits, self._lease, self.name = queue, limits, lease, queue.workflow.name
        self._package = queue.workflow.work.__module__.partition(".")[0]
        self.background = Background(f"completing of {self.name}", sessions_of(queue.engine))
        self.is_held_up = False

    async def settle(self, worker: UUID, attempts: list[declaring.Attempt]) -> list[declaring.Attempt]:
        """All in one transaction; returns those whose rows were still held."""
        try:
            held = await self._settle(worker, attempts)
        finally:
            self.is_held_up = False
        reason = self._reason_to_pause(held)
        if reason is not None:
            await self.background.attempt(partial(self._pause, reason))
        return held

    async def _pause(self, reason: str) -> None:
        async with sessions_of(self._queue.engine).begin() as session:
            if await pause_itself(session, self._queue.workflow, reason):
                log.error("%s pauses itself: %s", self.name, reason)

    async def _settle(self, worker: UUID, attempts: list[declaring.Attempt]) -> list[declaring.Attempt]:
        patience, refusals, refused_before = LongerWaits(self.background), 0, set[declaring.Attempt]()
        while attempts and refusals < MOST_REFUSALS:
            try:
                return await self._complete(worker, attempts)
            except BaseException as error:
                if declaring.means_the_process(error):
                    raise
                if _is_waited_for(error, patience, alone=len(attempts) == 1):
                    await self._wait(patience, error, len(attempts))
                elif isinstance(error, SaveRefused):
                    self._refuse(error, refused_before)
                elif len(attempts) > 1:
                    return await self._settle_singly(worker, attempts)
                else:
                    refusals += 1
                    self.note(attempts[0], error)
        if attempts:
            row = attempts[0]
            extra = declaring.ids_of(self.name, row)
            log.error("%s: row %s could not be completed; it will be rescued", self.name, row.row_id, extra=extra)
        return []

    async def _complete(self, worker: UUID, attempts: list[declaring.Attempt]) -> list[declaring.Attempt]:
        limit = asyncio.timeout(SECONDS_TO_COMPLETE)
        try:
            async with limit:
                if self.is_held_up:
                    await self._lease.revive()
                return await self._complete_while_held(worker, attempts)
        except TimeoutError as error:
            if not limit.expired():
                raise
            reason = f"Saving took longer than {SECONDS_TO_COMPLETE:g} s, the limit for one row."
            raise TryAgain(reason, outcome="timeout") from error

    async def _complete_while_held(self, worker: UUID, attempts: list[declaring.Attempt]) -> list[declaring.Attempt]:
        """Where none was held although the claims stand, the lease was over: the server took its time."""
        while not (held := await self._queue.complete(worker, attempts)):
            if not await self._queue.still_held(worker, attempts):
                break
            await self._lease.renew()
        return held

    def _refuse(self, refused: SaveRefused, refused_before: set[declaring.Attempt]) -> None:
        self.note(refused.attempt, refused.reason)
        if refused.attempt in refused_before:  # nor can what the failure kept be saved
            refused.attempt.result = None
        refused_before.add(refused.attempt)

    async def _wait(self, patience: LongerWaits, error: BaseException, count: int) -> None:
        """Meanwhile nothing more is claimed: what ended is kept in memory."""
        self.is_held_up = True
        await patience.wait(error, count)

    async def _settle_singly(self, worker: UUID, attempts: list[declaring.Attempt]) -> list[declaring.Attempt]:
        """Something the commit found, and nobody knows whose it is."""
        singly = [await self._settle(worker, [attempt]) for attempt in attempts]
        return [attempt for held in singly for attempt in held]

    def note(self, attempt: declaring.Attempt, error: BaseException) -> None:
        """What was raised becomes the row's ending; what nobody foresaw goes to the log as well."""
        if isinstance(error, (CurationError, OSError)):
            attempt.fail(error, self._limits)
            return
        extra = declaring.ids_of(self.name, attempt)
        log.error("%s: row %s failed", self.name, attempt.row_id, exc_info=error, extra=extra)
        attempt.fail(error, self._limits, declaring.place_within(error, self._package))

    def put_away(self, attempts: Iterable[declaring.Attempt]) -> None:
        for attempt in attempts:
            try:
                attempt.put_away()
            except BaseException as error:  # what is saved is saved
                if declaring.means_the_process(error):
                    raise
                extra = declaring.ids_of(self.name, attempt)
                log.exception("%s: what row %s held open could not be closed", self.name, attempt.row_id, extra=extra)


def _is_waited_for(error: BaseException, patience: LongerWaits, *, alone: bool) -> bool:
    """A row that others keep in the way of is put back in the end, so that it does not hold up the rest.

    Where nobody knows which row of a group it is, each is tried for itself, and waits for as long as it takes.
    """
    if isinstance(error, SaveRefused):
        return declaring.is_contended(error.reason) and patience.lasts
    waits = patience.lasts or (alone and not declaring.was_cut_off(error))
    return declaring.is_database_away(error) or (declaring.is_contended(error) and waits)


LARGEST_GROUP = 500
A_MOMENT = 0.25


@dataclass(frozen=True, slots=True)
class Company:
    """What a row that ended waits for where rows are saved together: `enough` of them, unless no more are to come.

    A group takes about as many statements as a row does. Nobody waits for longer than a moment.
    """

    enough: int
    more_to_come: Callable[[], bool]


class Completion:
    """Settles one group after another. `completed` is called for each, whether its rows could be settled or not."""

    def __init__(
        self,
        settler: Settler,
        lease: Lease,
        completed: Callable[[list[declaring.Attempt]], None],
        observer: Observer | None = None,
        company: Company | None = None,
    ) -> None:
        self._settler, self._lease, self._completed = settler, lease, completed
        self._observer, self._company = observer or Observer(), company
        self._ended: list[declaring.Attempt] = []
        self._something_ended = asyncio.Event()

    def add(self, attempt: declaring.Attempt) -> None:
        self._ended.append(attempt)
        self._something_ended.set()

    async def run(self, drained: Drained) -> None:
        """Until cancelled; counts what it completes in `drained`."""
        while True:
            await self._something_ended.wait()
            self._something_ended.clear()
            while self._ended:
                if self._company is not None:
                    await self._wait_for(self._company)
                group, self._ended = self._ended[:LARGEST_GROUP], self._ended[LARGEST_GROUP:]
                # A loop that no longer completes would hold its rows, and its workflow, for ever.
                if await self._settler.background.attempt(partial(self._complete, group, drained)) is not None:
                    log.error("%s: %d rows could not be completed and will be rescued", self._settler.name, len(group))
                self._completed(group)

    async def _wait_for(self, company: Company) -> None:
        until = self._ended[0].ended + A_MOMENT
        while len(self._ended) < company.enough and company.more_to_come() and (left := until - time.monotonic()) > 0:
            self._something_ended.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._something_ended.wait()

    async def _complete(self, group: list[declaring.Attempt], drained: Drained) -> None:
        worker = self._lease.worker
        ours = [
            attempt for attempt in group if attempt.worker == worker and attempt.ending is not declaring.Ending.LOST
        ]
        held = await self._settler.settle(worker, ours)
        drained.lost += len(group) - len(held)
        if len(held) < len(group):
            self._observer.lost(self._settler.name, list(set(group).difference(held)))
        self._observer.completed(self._settler.name, held)
        drained.count(held)
        self._settler.put_away(group)
