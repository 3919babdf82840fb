"""`run_job_loop`: claim a batch, work on it outside any transaction, complete in groups, until the queue is empty."""

import asyncio
import logging
import math
import time
from functools import partial
from uuid import UUID

from scrapersky.curation_sdk.declaring import (
    DATABASE_TROUBLE,
    AnyWorkflow,
    Attempt,
    Ending,
    RetryLimits,
    Schedule,
    noted,
)
from scrapersky.curation_sdk.queue.background import Background, sessions_of
from scrapersky.curation_sdk.queue.completion import Company, Completion, Settler
from scrapersky.curation_sdk.queue.loading import load_inputs, note_deciders
from scrapersky.curation_sdk.queue.lost_rows import longest_hold
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.runner import Slots, Working
from scrapersky.curation_sdk.queue.runtime import Drained, Runtime

log = logging.getLogger(__name__)

SECONDS_TO_WRITE_DOWN = 10.0
SHORTEST_WAIT = 0.02
LONG_WAIT = 1.0
IDS_IN_A_LINE = 100


async def run_job_loop(workflow: AnyWorkflow, schedule: Schedule, runtime: Runtime) -> Drained:
    """Drain the workflow's queue once and say what was done."""
    queue = Queue(workflow, runtime.engine)
    drained = await JobLoop(queue, schedule, runtime).drain()
    drained.add(await try_suspects(queue, schedule, runtime))
    return drained


async def process_single(workflow: AnyWorkflow, schedule: Schedule, runtime: Runtime, row_id: UUID) -> Drained:
    """Work on one queued row now, whatever its place in the queue, with nothing else in this process's hands.

    A row that is not waiting is left as it is.
    """
    async with runtime.solitude.alone():
        return await _process_alone(Queue(workflow, runtime.engine), schedule, runtime, row_id)


async def try_suspects(queue: Queue, schedule: Schedule, runtime: Runtime, seconds: float = math.inf) -> Drained:
    """One after the other, and nothing else in this process meanwhile; no further one is begun after `seconds` of it.

    Each is claimed once in its turn: one that puts itself back at once would keep the whole process to itself.
    """
    drained = Drained()
    if await queue.next_suspect() is None:
        return drained
    async with runtime.solitude.alone():
        until = time.monotonic() + seconds
        while time.monotonic() < until and (row_id := await queue.next_suspect()):
            tried = await _process_alone(queue, schedule, runtime, row_id, once=True)
            drained.add(tried)
            if not tried.claimed:  # another process was quicker
                break
    return drained


async def _process_alone(
    queue: Queue, schedule: Schedule, runtime: Runtime, row_id: UUID, *, once: bool = False
) -> Drained:
    """A row that was suspected of ending processes, and ended instead, is so no longer. One put back proved nothing."""
    worker = runtime.lease.worker
    drained = await JobLoop(queue, schedule, runtime).drain(only=row_id, once=once)
    if drained.ended:
        await queue.acquit(row_id, worker)
    return drained


def wait_until_due(seconds: float) -> float:
    """A row that is due and yet was not claimed is paused or another's: no use asking again at once."""
    return max(seconds, SHORTEST_WAIT) if seconds > 0 else LONG_WAIT


class JobLoop:
    """One drain loop, with at most `capacity` rows waiting for a slot or in work, and `backlog` more to be completed.

    Attempts are told apart by identity: the same row may be in hand again before its last attempt is put away.
    """

    def __init__(self, queue: Queue, schedule: Schedule, runtime: Runtime) -> None:
        self.workflow, self.queue, self.schedule, self.runtime = queue.workflow, queue, schedule, runtime
        # One batch more than can be in work, so that no slot waits for the next claim.
        self.capacity = schedule.batch_size + schedule.concurrency
        # One batch is claimed and another ends while the last is being completed: neither side waits for the other.
        self.backlog = 2 * schedule.batch_size
        streak = runtime.streaks[queue.workflow.name]
        reason_to_pause = partial(streak.reason_after, schedule.pause_after_failures)
        limits = RetryLimits(schedule.attempts, schedule.backoff_seconds)
        self._settler = settler = Settler(queue, limits, runtime.lease, reason_to_pause)
        self._watching = Background(f"claims of {queue.workflow.name}", sessions_of(runtime.engine))
        limit = schedule.timeout_seconds
        working = Working(queue.workflow, runtime.work_engine, settler, limit)
        self._slots = Slots(working.work, self._end, at_once=schedule.concurrency, timeout_seconds=limit)
        together = Company(schedule.batch_size, lambda: len(self._slots) > 0) if queue.workflow.save_group else None
        self._completing = Completion(settler, runtime.lease, self._completed, runtime.observer, together)
        self._in_hand: set[Attempt] = set()
        self._look_again = asyncio.Event()
        self._may_have_more = False
        self._alarm: asyncio.TimerHandle | None = None
        self.drained = Drained()
        self.is_retired = False

    def retire(self) -> None:
        """Claim no more and finish what is in hand: another loop goes on, with other settings."""
        self.is_retired = True
        self.wake()

    def wake(self) -> None:
        """Look at the queue again now, rather than when a row in hand is done."""
        self._alarm = None
        self._look_again.set()

    @property
    def was_woken(self) -> bool:
        """Whether someone asked to look again after the last claim found nothing."""
        return self._look_again.is_set()

    async def drain(self, only: UUID | None = None, *, once: bool = False) -> Drained:
        """Work until nothing is due and nothing is in hand, or `once` on what there is now.

        Ended early, it finishes or releases what it holds.
        """
        async with self.runtime.lease.promising(self.workflow.name, longest_hold(self.schedule)):
            return await self._drain(only, once=once)

    async def _drain(self, only: UUID | None, *, once: bool) -> Drained:
        self.drained = Drained()
        self._slots.open()
        completing = asyncio.create_task(self._completing.run(self.drained))
        watching = asyncio.create_task(self._watching.run(self._compare_rows, self.runtime.lease.seconds / 3))
        try:
            await self.queue.release_unanswered()
            await self._claim_until_empty(only, once=once)
        except BaseException:
            await asyncio.shield(self._finish_or_release())
            raise
        finally:
            if self._alarm is not None:
                self._alarm.cancel()
            self._slots.stop_the_clock()
            watching.cancel()
            completing.cancel()
            await asyncio.gather(watching, completing, return_exceptions=True)
            self.runtime.solitude.put_down(len(self._in_hand))
            self._in_hand.clear()
        return self.drained

    async def _claim_until_empty(self, only: UUID | None, *, once: bool) -> None:
        worth_asking = min(self.schedule.batch_size, max(1, self.capacity // 2))
        while True:
            self._look_again.clear()
            if self.is_retired and not self._in_hand:
                return
            room = 0 if self.is_retired else self._room()
            if room >= worth_asking:
                self._may_have_more = await self._claim(min(room, self.schedule.batch_size), only) > 0
                self.is_retired = self.is_retired or once
                if self._may_have_more:
                    continue
                if not self._in_hand and not self.was_woken:
                    return
                await self._set_alarm()
            await self._look_again.wait()

    def _room(self) -> int:
        if self._settler.is_held_up:
            return 0
        return min(self.capacity - len(self._slots), self.capacity + self.backlog - len(self._in_hand))

    async def _set_alarm(self) -> None:
        """Rows that become due while others are in hand are not kept waiting for these."""
        if self._alarm is None:
            due = await self._seconds_to_next()
            if due is not None:
                self._alarm = asyncio.get_running_loop().call_later(wait_until_due(due), self.wake)

    async def _seconds_to_next(self) -> float | None:
        """Only asked while rows are in hand: these go on while the database is away."""
        try:
            return await self.queue.seconds_to_next()
        except DATABASE_TROUBLE as error:
            log.warning(
                "%s: could not ask what is next, rows in hand go on: %s", self.workflow.name, error, extra=noted(error)
            )
            return LONG_WAIT

    async def _claim(self, limit: int, only: UUID | None) -> int:
        """Cancelled in the middle, it takes in what was claimed all the same: rows nobody knows of would be stuck."""
        solitude = self.runtime.solitude
        if only is None:
            await solitude.over()
        solitude.take(1)
        claiming = asyncio.ensure_future(self._take(limit, only))
        claiming.add_done_callback(lambda _: solitude.put_down(1))
        try:
            return await asyncio.shield(claiming)
        except asyncio.CancelledError:
            self._slots.close()
            await asyncio.wait([claiming], timeout=SECONDS_TO_WRITE_DOWN)
            claiming.cancel()  # no longer than that: the database may be silent
            await asyncio.gather(claiming, return_exceptions=True)
            raise
        except DATABASE_TROUBLE as error:
            if not self._in_hand:
                raise
            log.warning("%s: could not claim, rows in hand go on: %s", self.workflow.name, error, extra=noted(error))
            return 0

    async def _take(self, limit: int, only: UUID | None) -> int:
        began, observer = time.monotonic(), self.runtime.observer
        attempts = await self.queue.claim(self.runtime.lease.worker, limit, only)
        if not attempts:
            return 0
        self.drained.claimed += len(attempts)
        if observer.asks_who_decided:
            await note_deciders(self.workflow, self.runtime.engine, attempts)
        observer.claimed(self.workflow.name, attempts, began)
        self._name_ids(attempts)
        await load_inputs(self.workflow, self.runtime.engine, attempts)
        self._in_hand.update(attempts)
        self.runtime.solitude.take(len(attempts))
        self._slots.add(attempts)
        return len(attempts)

    def _name_ids(self, attempts: list[Attempt]) -> None:
        """A line for some of them: the ids of a thousand rows are longer than what a log takes as one."""
        if log.isEnabledFor(logging.INFO):
            for first in range(0, len(attempts), IDS_IN_A_LINE):
                ids = [str(attempt.row_id) for attempt in attempts[first : first + IDS_IN_A_LINE]]
                extra = {"workflow": self.workflow.name, "row_ids": ids}
                log.info("%s took up: %s", self.workflow.names.process_queue, ", ".join(ids), extra=extra)

    def _end(self, attempt: Attempt) -> None:
        self._completing.add(attempt)
        if self._may_have_more:
            self._look_again.set()

    def _completed(self, group: list[Attempt]) -> None:
        self._in_hand.difference_update(group)
        self.runtime.solitude.put_down(len(group))
        self._look_again.set()

    async def _compare_rows(self) -> None:
        """What this process has in hand and what the database says it has are to be the same."""
        await self.drop_lost_rows()
        if await self.queue.release_unanswered():
            self.wake()

    async def drop_lost_rows(self) -> None:
        """Cancel the work on rows whose claim no longer stands: stopped by a person, or rescued."""
        in_hand = list(self._in_hand)
        if in_hand:
            held = await self.queue.still_held(self.runtime.lease.worker, in_hand)
            lost = {attempt for attempt in in_hand if attempt not in held}
            self._slots.drop_waiting(Ending.LOST, lost)
            self._slots.cancel(Ending.LOST, lost)

    async def _finish_or_release(self) -> None:
        """Rows not begun go back at once; those in work have the grace time; the rest goes back uncounted."""
        self._slots.close()
        self._slots.drop_waiting(Ending.RELEASED)
        await self._slots.finish(self.runtime.grace_seconds)
        self._slots.cancel(Ending.RELEASED)
        try:
            async with asyncio.timeout(SECONDS_TO_WRITE_DOWN):
                while self._in_hand:
                    self._look_again.clear()
                    await self._look_again.wait()
        except TimeoutError:
            log.error("%s: %d rows are left to rescue", self.workflow.name, len(self._in_hand))  # noqa: TRY400
