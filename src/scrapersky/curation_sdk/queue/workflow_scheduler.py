"""One workflow's scheduler: woken by notifications, by the interval as a fallback, and when a waiting row is due."""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapersky.curation_sdk.declaring import AnyWorkflow, Schedule
from scrapersky.curation_sdk.queue.background import Background, sessions_of
from scrapersky.curation_sdk.queue.job_loop import JobLoop, try_suspects, wait_until_due
from scrapersky.curation_sdk.queue.lost_rows import rescue
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.runtime import Drained, Runtime
from scrapersky.curation_sdk.queue.schedule_store import overlaid
from scrapersky.curation_sdk.queue.wakeup import QUEUE_CHANNEL, notify

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

log = logging.getLogger(__name__)


class WorkflowScheduler:
    """Keeps one workflow's queue drained in this process. Dies alone: what fails here is logged and tried again."""

    def __init__(self, workflow: AnyWorkflow, schedule: Schedule, runtime: Runtime) -> None:
        self.workflow, self.runtime = workflow, runtime
        self._given, self.schedule = schedule, self._here(schedule)
        self._interval_jobs: AsyncIOScheduler | None = None
        self._draining: dict[asyncio.Task[None], JobLoop] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._dropping: set[asyncio.Task[float | None]] = set()
        self._closed = False
        self._queue = Queue(workflow, runtime.engine)
        sessions = sessions_of(runtime.engine)
        self._background = Background(workflow.name, sessions)
        self._stops = Background(f"stops of {workflow.name}", sessions)
        self._rescuing = Background(f"rescue of {workflow.name}", sessions)
        self.total = Drained()

    def setup(self, scheduler: "AsyncIOScheduler") -> None:
        """Register the interval job; the job itself only wakes a drain loop and returns."""
        self._interval_jobs = scheduler
        scheduler.add_job(
            self._tick,
            trigger="interval",
            minutes=self.schedule.interval_minutes,
            id=self.workflow.names.job_id,
            name=self.workflow.names.process_queue,
            replace_existing=True,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )

    def apply(self, stored: Mapping[str, Any]) -> None:
        """Go on with what is stored over what was given; loops with other settings finish what they have in hand."""
        schedule = self._here(overlaid(self._given, stored, self.workflow.name))
        if schedule == self.schedule:
            return
        log.info("%s goes on with %s", self.workflow.name, schedule)
        has_other_interval = schedule.interval_minutes != self.schedule.interval_minutes
        self.schedule = schedule
        for loop in self._draining.values():
            loop.retire()
        if self._interval_jobs is not None and has_other_interval:
            minutes = {"trigger": "interval", "minutes": schedule.interval_minutes}
            self._interval_jobs.reschedule_job(self.workflow.names.job_id, **minutes)
        self.wake()

    def _here(self, schedule: Schedule) -> Schedule:
        concurrency = self.runtime.concurrency
        return schedule if concurrency is None else replace(schedule, concurrency=concurrency)

    @property
    def is_on(self) -> bool:
        """Whether this process works on the workflow's rows."""
        return self.schedule.enabled and self.runtime.claims

    async def _tick(self) -> None:
        self.wake()

    def wake(self) -> None:
        """Look at the queue now: running loops look again, and one more starts if the process may have one."""
        if self._closed or not self.is_on:
            return
        for loop in self._draining.values():
            loop.wake()
        if sum(not loop.is_retired for loop in self._draining.values()) < self.schedule.max_instances:
            loop = JobLoop(self._queue, self.schedule, self.runtime)
            task = asyncio.create_task(self._drain(loop), name=self.workflow.names.process_queue)
            self._draining[task] = loop

    async def _drain(self, loop: JobLoop) -> None:
        """Whoever wakes this loop up to its last step is heard; after that a new one is started."""
        task = asyncio.current_task()
        try:
            await self._drain_until_quiet(loop)
        finally:
            self._draining = {each: its for each, its in self._draining.items() if each is not task}

    async def _drain_until_quiet(self, loop: JobLoop) -> None:
        next_due: float | None = None

        async def drain() -> None:
            nonlocal next_due
            self._add(await loop.drain())
            next_due = await self._queue.seconds_to_next()

        wait = await self._background.attempt(drain)
        while wait is None and loop.was_woken:
            wait = await self._background.attempt(drain)
        due = next_due if wait is None else wait
        if self._queue.has_unanswered:  # their rows may be claimed yet, and only a loop looks for them
            due = min(math.inf if due is None else due, self.runtime.lease.seconds / 3)
        if due is not None:
            self._set_alarm(due)

    def _add(self, drained: Drained) -> None:
        self.total.add(drained)
        if drained.claimed:
            log.info("%s: %s", self.workflow.names.process_queue, drained.in_words())

    def _set_alarm(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        wait = min(wait_until_due(seconds), self.schedule.interval_minutes * 60)
        self._alarm = asyncio.get_running_loop().call_later(wait, self.wake)

    def drop_lost_rows(self) -> None:
        """A person stopped a row: each loop asks which of its claims still stand."""
        for loop in list(self._draining.values()):
            task = asyncio.create_task(self._stops.attempt(loop.drop_lost_rows))
            self._dropping.add(task)
            task.add_done_callback(self._dropping.discard)

    async def rescue_lost_rows(self) -> None:
        """A workflow whose table is not as it should be keeps no other from being rescued."""
        await self._rescuing.attempt(self._rescue)

    async def _rescue(self) -> None:
        if await rescue(self.workflow, self.schedule, self.runtime.engine):
            async with sessions_of(self.runtime.engine).begin() as session:
                await notify(session, QUEUE_CHANNEL, self.workflow.name)
            self.wake()

    async def try_suspects(self, seconds: float) -> None:
        if not self._closed and self.is_on:
            self._add(await try_suspects(self._queue, self.schedule, self.runtime, seconds))

    async def stop(self) -> Counter[str]:
        """Finish or release what is in hand; say how many rows finished and how many were put back."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        running = dict(self._draining)
        before = _ended(running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        return _ended(running.values()) - before


def _ended(loops: Iterable[JobLoop]) -> Counter[str]:
    ended: Counter[str] = Counter()
    for loop in loops:
        ended.update(finished=loop.drained.ended, put_back=loop.drained.put_back)
    return ended
