"""`run_job_loop`: claim a batch, work on it outside any transaction, complete in groups, until the queue is empty."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.lease import Lease
from scrapersky.curation_sdk.outcomes import Attempt, Ending, Limits, readable
from scrapersky.curation_sdk.queue import Queue
from scrapersky.curation_sdk.workflow import AnyWorkflow, Schedule

log = logging.getLogger(__name__)

LARGEST_GROUP = 500
DEADLOCK = "40P01"


@dataclass(frozen=True, slots=True)
class Runtime:
    """What every job loop of one process shares. Behind a pooler LISTEN hears nothing: then `listens` is False."""

    engine: AsyncEngine
    clients: Any
    lease: Lease
    grace_seconds: float = 20
    listens: bool = True


@dataclass(slots=True)
class Drained:
    """What one run of a job loop did."""

    claimed: int = 0
    complete: int = 0
    failed: int = 0
    put_back: int = 0
    lost: int = 0


async def run_job_loop(workflow: AnyWorkflow, schedule: Schedule, runtime: Runtime) -> Drained:
    """Drain the workflow's queue once and say what was done."""
    return await JobLoop(Queue(workflow, runtime.engine), schedule, runtime).drain()


async def process_single(workflow: AnyWorkflow, schedule: Schedule, runtime: Runtime, row_id: UUID) -> Drained:
    """Work on one queued row now, whatever its place in the queue. A row that is not waiting is left alone."""
    return await JobLoop(Queue(workflow, runtime.engine), schedule, runtime).drain(only=row_id)


class JobLoop:
    """One drain loop, with at most `capacity` rows in hand: waiting for a slot, in work, or waiting to be completed."""

    def __init__(self, queue: Queue, schedule: Schedule, runtime: Runtime) -> None:
        self.workflow, self.queue, self.schedule, self.runtime = queue.workflow, queue, schedule, runtime
        # One batch more than can be in work, so that the next is claimed while the last is being completed.
        self.capacity = schedule.batch_size + schedule.concurrency
        self._limits = Limits(schedule.attempts, schedule.backoff_seconds)
        self._in_hand: dict[UUID, Attempt] = {}
        self._waiting: deque[tuple[Attempt, Mapping[UUID, Any]]] = deque()
        self._in_work: dict[UUID, asyncio.Task[None]] = {}
        self._ended: list[Attempt] = []
        self._something_ended = asyncio.Event()
        self._look_again = asyncio.Event()
        self._closing = False
        self._drained = Drained()

    def wake(self) -> None:
        """Look at the queue again now, rather than when a row in hand is done."""
        self._look_again.set()

    @property
    def was_woken(self) -> bool:
        """Whether someone asked to look again after the last claim found nothing."""
        return self._look_again.is_set()

    async def drain(self, only: UUID | None = None) -> Drained:
        """Work until nothing is due and nothing is in hand. Cancelled, it finishes or releases what it holds."""
        self._drained, self._closing = Drained(), False
        completing = asyncio.create_task(self._complete_groups())
        watching = asyncio.create_task(self._watch_claims())
        try:
            await self._claim_until_empty(only)
        except asyncio.CancelledError:
            await asyncio.shield(self._finish_or_release())
            raise
        finally:
            watching.cancel()
            completing.cancel()
            await asyncio.gather(watching, completing, return_exceptions=True)
        return self._drained

    async def _claim_until_empty(self, only: UUID | None) -> None:
        worth_asking = min(self.schedule.batch_size, max(1, self.capacity // 2))
        while True:
            self._look_again.clear()
            room = self.capacity - len(self._in_hand)
            if room >= worth_asking and await self._claim(min(room, self.schedule.batch_size), only):
                continue
            if not self._in_hand and not self.was_woken:
                return
            await self._look_again.wait()

    async def _claim(self, limit: int, only: UUID | None) -> int:
        """Cancelled in the middle, it takes in what was claimed all the same: rows nobody knows of would be stuck."""
        claiming = asyncio.ensure_future(self._take(limit, only))
        try:
            return await asyncio.shield(claiming)
        except asyncio.CancelledError:
            self._closing = True
            await asyncio.gather(claiming, return_exceptions=True)
            raise
        except (DBAPIError, OSError) as error:
            if not self._in_hand:
                raise
            log.warning("%s: could not claim, rows in hand go on: %s", self.workflow.name, error)
            return 0

    async def _take(self, limit: int, only: UUID | None) -> int:
        attempts = await self.queue.claim(self.runtime.lease.worker, limit, only)
        if not attempts:
            return 0
        self._drained.claimed += len(attempts)
        inputs = await self._load(attempts)
        for attempt in attempts:
            self._in_hand[attempt.row_id] = attempt
            self._waiting.append((attempt, inputs))
        self._fill_slots()
        return len(attempts)

    def _fill_slots(self) -> None:
        while self._waiting and not self._closing and len(self._in_work) < self.schedule.concurrency:
            attempt, inputs = self._waiting.popleft()
            self._in_work[attempt.row_id] = asyncio.create_task(self._work(attempt, inputs))

    async def _load(self, attempts: list[Attempt]) -> Mapping[UUID, Any]:
        if self.workflow.load is None:
            return {attempt.row_id: attempt.row for attempt in attempts}
        try:
            async with AsyncSession(self.runtime.engine, expire_on_commit=False) as session:
                return await self.workflow.load(session, [attempt.row for attempt in attempts])
        except Exception as error:
            log.exception("%s: load failed", self.workflow.name)
            return _Unreadable(readable(error))

    async def _work(self, attempt: Attempt, inputs: Mapping[UUID, Any]) -> None:
        attempt.started = time.monotonic()
        # A timer of the event loop costs a third of what asyncio.timeout does.
        alarm = asyncio.get_running_loop().call_later(self.schedule.timeout_seconds, self._expire, attempt.row_id)
        try:
            attempt.complete(await self.workflow.work(inputs[attempt.row_id], self.runtime.clients))
        except asyncio.CancelledError:
            self._cancelled(attempt)
        except Exception as error:  # noqa: BLE001  one row's failure is its own
            self._note(attempt, error)
        alarm.cancel()
        del self._in_work[attempt.row_id]
        self._end(attempt)
        self._fill_slots()

    def _expire(self, row_id: UUID) -> None:
        self._cancel(row_id, Ending.RETRY)

    def _cancelled(self, attempt: Attempt) -> None:
        """Who cancelled has said why in the ending; otherwise it came from within the work."""
        if attempt.ending is Ending.RETRY:
            limit = f"{self.schedule.timeout_seconds:g} s"
            self._note(attempt, TimeoutError(f"Took longer than {limit}, the limit for one row."))
        elif attempt.ending is Ending.COMPLETE:
            attempt.fail(CurationError("The work was cancelled from within."), self._limits)

    def _end(self, attempt: Attempt) -> None:
        attempt.ended = time.monotonic()
        attempt.started = attempt.started or attempt.ended
        self._ended.append(attempt)
        self._something_ended.set()

    def _note(self, attempt: Attempt, error: Exception) -> None:
        if not isinstance(error, (CurationError, OSError)):
            log.error("%s: row %s failed", self.workflow.name, attempt.row_id, exc_info=error)
        attempt.fail(error, self._limits)

    async def _complete_groups(self) -> None:
        """Whatever ended while the last group was being completed is the next group."""
        while True:
            await self._something_ended.wait()
            self._something_ended.clear()
            while self._ended:
                group, self._ended = self._ended[:LARGEST_GROUP], self._ended[LARGEST_GROUP:]
                await self._complete(group)
                for attempt in group:
                    self._in_hand.pop(attempt.row_id, None)
                self._look_again.set()

    async def _complete(self, group: list[Attempt]) -> None:
        worker = self.runtime.lease.worker
        ours = [a for a in group if a.worker == worker and a.ending not in (Ending.LOST, Ending.STOPPED)]
        held = await self._settle(worker, ours)
        self._drained.lost += len(group) - len(held)
        for attempt in held:
            self._count(attempt)

    def _count(self, attempt: Attempt) -> None:
        if attempt.ending is Ending.COMPLETE:
            self._drained.complete += 1
        elif attempt.ending is Ending.ERROR:
            self._drained.failed += 1
        else:
            self._drained.put_back += 1

    async def _settle(self, worker: UUID, attempts: list[Attempt]) -> list[Attempt]:
        """All in one transaction; if that fails, one by one, so that a row that cannot be saved fails alone."""
        pause, refusals = 0.05, 0
        while attempts and refusals < 3:
            try:
                return await self.queue.complete(worker, attempts)
            except Exception as error:  # noqa: BLE001  what a save raised is told apart below
                if is_database_away(error):
                    log.warning("%s: the database is away, %d results wait", self.workflow.name, len(attempts))
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, 5)
                elif len(attempts) > 1:
                    singly = [await self._settle(worker, [attempt]) for attempt in attempts]
                    return [attempt for held in singly for attempt in held]
                elif not is_deadlock(error):
                    refusals += 1
                    self._note(attempts[0], error)
        if attempts:
            log.error("%s: row %s could not be completed; it will be rescued", self.workflow.name, attempts[0].row_id)
        return []

    async def _watch_claims(self) -> None:
        while True:
            await asyncio.sleep(self.runtime.lease.seconds / 3)
            try:
                await self.drop_lost_rows()
            except (DBAPIError, OSError) as error:
                log.warning("%s: could not check claims: %s", self.workflow.name, error)

    async def drop_lost_rows(self) -> None:
        """Cancel the work on rows whose claim no longer stands: stopped by a person, or rescued."""
        in_hand = list(self._in_hand.values())
        if not in_hand:
            return
        held = await self.queue.still_held(self.runtime.lease.worker, in_hand)
        lost = {attempt.row_id for attempt in in_hand} - held
        self._drop_waiting(Ending.LOST, lost)
        for row_id in lost:
            self._cancel(row_id, Ending.LOST)

    def _drop_waiting(self, ending: Ending, which: set[UUID]) -> None:
        kept = deque((attempt, inputs) for attempt, inputs in self._waiting if attempt.row_id not in which)
        for attempt, _ in self._waiting:
            if attempt.row_id in which:
                attempt.ending = ending
                self._end(attempt)
        self._waiting = kept

    def _cancel(self, row_id: UUID, ending: Ending) -> None:
        task = self._in_work.get(row_id)
        if task is not None:
            self._in_hand[row_id].ending = ending
            task.cancel()

    async def _finish_or_release(self) -> None:
        """Rows not begun go back at once; those in work have the grace time; the rest goes back uncounted."""
        self._drop_waiting(Ending.RELEASED, {attempt.row_id for attempt, _ in self._waiting})
        if self._in_work:
            await asyncio.wait(list(self._in_work.values()), timeout=self.runtime.grace_seconds)
        for row_id in list(self._in_work):
            self._cancel(row_id, Ending.RELEASED)
        while self._in_hand:
            self._look_again.clear()
            await self._look_again.wait()


class _Unreadable(dict[UUID, Any]):
    """Stands for what `load` could not give; each row that asks for its share learns why."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self._reason = reason

    def __missing__(self, _: UUID) -> Any:
        raise CurationError(f"Could not read what this row needs from other tables: {self._reason}")


def is_database_away(error: BaseException) -> bool:
    return (isinstance(error, DBAPIError) and error.connection_invalidated) or (
        isinstance(error, (ConnectionError, OSError)) and not isinstance(error, TimeoutError)
    )


def is_deadlock(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == DEADLOCK
