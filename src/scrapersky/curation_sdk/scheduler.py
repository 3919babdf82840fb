"""One scheduler per workflow: woken by notifications, by the interval as a fallback, and when a waiting row is due."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.background import LONGEST_WAIT, Background, Step, forget_old_faults, sessions_of
from scrapersky.curation_sdk.chores import Chore
from scrapersky.curation_sdk.queue import Queue
from scrapersky.curation_sdk.rescue import forget_dead_workers, rescue, single_statements
from scrapersky.curation_sdk.schedule import Schedule
from scrapersky.curation_sdk.schedule_settings import overlaid, stored_schedules
from scrapersky.curation_sdk.scheduler_loop import Drained, JobLoop, Runtime, wait_until_due
from scrapersky.curation_sdk.troubles import DATABASE_TROUBLE
from scrapersky.curation_sdk.wakeup import SETTINGS_CHANNEL, STOP_CHANNEL, Listener
from scrapersky.curation_sdk.workflow import AnyWorkflow

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
SETTINGS_SECONDS = 10.0
CHORES_AFTER = timedelta(minutes=2)


class WorkflowScheduler:
    """Keeps one workflow's queue drained in this process. Dies alone: what fails here is logged and tried again."""

    def __init__(self, workflow: AnyWorkflow, schedule: Schedule, runtime: Runtime) -> None:
        self.workflow, self.schedule, self.runtime = workflow, schedule, runtime
        self._given = schedule
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

    def setup(self, scheduler: AsyncIOScheduler) -> None:
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
        schedule = overlaid(self._given, stored, self.workflow.name)
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

    async def _tick(self) -> None:
        self.wake()

    def wake(self) -> None:
        """Look at the queue now: running loops look again, and one more starts if the process may have one."""
        if self._closed or not self.schedule.enabled:
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
        if due is not None:
            self._set_alarm(due)

    def _add(self, drained: Drained) -> None:
        for field in ("claimed", "complete", "failed", "put_back", "lost"):
            setattr(self.total, field, getattr(self.total, field) + getattr(drained, field))
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
            self.wake()

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


class Schedulers:
    """All schedulers of one process. One failing set-up stops no other; its reason is kept in `failures`."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._all: dict[str, WorkflowScheduler] = {}
        self.failures: dict[str, str] = {}
        self._interval_jobs = AsyncIOScheduler()
        self._tasks: list[asyncio.Task[None]] = []
        self._settings_changed = asyncio.Event()

    @property
    def by_workflow(self) -> dict[str, WorkflowScheduler]:
        """Those that are not switched off."""
        return {name: each for name, each in self._all.items() if each.schedule.enabled}

    def setup(self, workflow: AnyWorkflow, schedule: Schedule) -> None:
        if not schedule.enabled:
            log.info("%s is switched off by %s", workflow.name, workflow.names.setting("enabled"))
        try:
            scheduler = WorkflowScheduler(workflow, schedule, self.runtime)
            scheduler.setup(self._interval_jobs)
        except Exception as error:  # one workflow's set-up must stop no other
            log.exception("%s could not be set up", workflow.name)
            self.failures[workflow.name] = str(error) or type(error).__name__
        else:
            self._all[workflow.name] = scheduler

    def next_tick(self, workflow: str) -> datetime | None:
        """When this process looks at the workflow's queue by itself, if nobody wakes it before."""
        scheduler = self.by_workflow.get(workflow)
        job = self._interval_jobs.get_job(scheduler.workflow.names.job_id) if scheduler else None
        return getattr(job, "next_run_time", None)

    def setup_all(self, schedules: Mapping[AnyWorkflow, Schedule]) -> None:
        for workflow, schedule in schedules.items():
            self.setup(workflow, schedule)

    def setup_chore(self, chore: Chore, *, first_after: timedelta = CHORES_AFTER) -> None:
        """Once a day, and soon after the start: a process may be started anew every day."""
        self._interval_jobs.add_job(
            self._background(chore.name).attempt,
            args=[chore.run],
            trigger="interval",
            hours=24,
            next_run_time=datetime.now(UTC) + first_after,
            id=f"{chore.name}_chore",
            name=chore.name,
            replace_existing=True,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )

    async def start(self) -> None:
        lease = self.runtime.lease
        await lease.acquire()
        await self._background("settings").attempt(self._read_settings)
        listener = Listener(self.runtime.engine, self._heard, self._wake_all)
        self._interval_jobs.start()
        self._tasks = [
            self._for_ever("lease", lease.keep, longest_wait=lease.seconds / 10),
            self._for_ever("listener", listener.listen if self.runtime.listens else self._poll),
            self._for_ever("rescue", self._rescue_all, pause=lease.seconds / 2),
            self._for_ever("settings", self._read_changed_settings),
        ]
        self._wake_all()

    def _for_ever(
        self, part: str, step: Step, pause: float = 0.0, longest_wait: float = LONGEST_WAIT
    ) -> asyncio.Task[None]:
        running = self._background(part, longest_wait).run(step, pause)
        return asyncio.create_task(running, name=part)

    def _background(self, part: str, longest_wait: float = LONGEST_WAIT) -> Background:
        return Background(part, sessions_of(self.runtime.engine), longest_wait=longest_wait)

    async def _read_changed_settings(self) -> None:
        """When somebody says that they changed; a notification that was lost costs seconds."""
        with suppress(TimeoutError):
            wait = SETTINGS_SECONDS if self.runtime.listens else POLL_SECONDS
            await asyncio.wait_for(self._settings_changed.wait(), wait)
        self._settings_changed.clear()
        await self._read_settings()

    async def _read_settings(self) -> None:
        async with AsyncSession(single_statements(self.runtime.engine)) as session:
            stored = await stored_schedules(session)
        for name, scheduler in self._all.items():
            scheduler.apply(stored.get(name, {}))

    def _heard(self, channel: str, workflow: str) -> None:
        if channel == SETTINGS_CHANNEL:
            self._settings_changed.set()
            return
        scheduler = self._all.get(workflow)
        if scheduler is None:
            return
        if channel == STOP_CHANNEL:  # also where it was switched off: rows that were in work then still are
            scheduler.drop_lost_rows()
        else:
            scheduler.wake()

    def _wake_all(self) -> None:
        self._settings_changed.set()
        for scheduler in self.by_workflow.values():
            scheduler.wake()

    async def _poll(self) -> None:
        await asyncio.sleep(POLL_SECONDS)
        self._wake_all()
        for scheduler in self._all.values():
            scheduler.drop_lost_rows()

    async def _rescue_all(self) -> None:
        for each in list(self._all.values()):
            await each.rescue_lost_rows()
        await forget_dead_workers(self.runtime.engine)
        await forget_old_faults(self.runtime.engine)

    async def stop(self) -> None:
        """Stop claiming, let running rows finish within the grace time, release the rest, give up the lease."""
        if self._interval_jobs.running:
            self._interval_jobs.shutdown(wait=False)
        log.info("stopping: rows in work have %g s to finish", self.runtime.grace_seconds)
        began = time.monotonic()
        ended = sum(await asyncio.gather(*(each.stop() for each in self._all.values())), Counter[str]())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*DATABASE_TROUBLE):
            await self.runtime.lease.release()
        told = (time.monotonic() - began, ended["finished"], ended["put_back"])
        log.info("stopped after %.1f s: rows that finished: %d, rows that went back to the queue: %d", *told)


def setup_scheduler(workflow: AnyWorkflow, schedulers: Schedulers, schedule: Schedule | None = None) -> None:
    """Register one workflow's scheduler; a failure is noted there and stops no other."""
    schedulers.setup(workflow, schedule or workflow.schedule)
