"""All schedulers of one process, and what they share: the lease, the listener, rescue, stored settings, chores."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, AnyWorkflow, Schedule
from scrapersky.curation_sdk.queue.background import LONGEST_WAIT, Background, Step, forget_old_faults, sessions_of
from scrapersky.curation_sdk.queue.chores import Chore
from scrapersky.curation_sdk.queue.lost_rows import forget_dead_workers, single_statements
from scrapersky.curation_sdk.queue.queue import statements_of
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.queue.schedule_store import stored_schedules
from scrapersky.curation_sdk.queue.suspects import forget_old_suspects, suspected_workflows
from scrapersky.curation_sdk.queue.wakeup import SETTINGS_CHANNEL, STOP_CHANNEL, Listener
from scrapersky.curation_sdk.queue.workflow_scheduler import WorkflowScheduler

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
SECONDS_OF_SOLITUDE = 30.0
SETTINGS_SECONDS = 10.0
CHORES_AFTER = timedelta(minutes=2)
SECONDS_TO_GIVE_UP_THE_LEASE = 3.0


class Schedulers:
    """All schedulers of one process. One failing set-up stops no other; its reason is kept in `failures`."""

    def __init__(self, runtime: Runtime) -> None:
        from apscheduler.schedulers.asyncio import AsyncIOScheduler  # noqa: PLC0415  it looks through what is installed

        self.runtime = runtime
        self._all: dict[str, WorkflowScheduler] = {}
        self.failures: dict[str, str] = {}
        self._interval_jobs = AsyncIOScheduler()
        self._tasks: list[asyncio.Task[None]] = []
        self._trying: asyncio.Task[None] | None = None
        self._settings_changed = asyncio.Event()
        self._is_running = False
        runtime.lease.claims = runtime.claims
        runtime.lease.lapsed = runtime.observer.lease_lapsed
        runtime.lease.next_ticks = lambda: {name: self.next_tick(name) for name in self.by_workflow}

    @property
    def by_workflow(self) -> dict[str, WorkflowScheduler]:
        """Those that this process works on: none that are switched off."""
        return {name: each for name, each in self._all.items() if each.is_on}

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
        alone = partial(chore.run_unless_another_does, self.runtime.engine)
        self._interval_jobs.add_job(
            self._background(chore.name).attempt,
            args=[alone if self.runtime.listens else chore.run],
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
        if self.runtime.claims:
            self._trying = self._for_ever("rows tried alone", self._try_suspects, pause=lease.seconds / 6)
        self._wake_all()
        self._is_running = True

    @property
    def unready(self) -> str | None:
        """Why rows cannot be taken up now, if they cannot."""
        if not self._is_running:
            return "stopping"
        return "the lease is over: the database does not answer" if self.runtime.lease.is_over else None

    def _for_ever(
        self, part: str, step: Step, pause: float = 0.0, longest_wait: float = LONGEST_WAIT
    ) -> asyncio.Task[None]:
        return self._background(part, longest_wait).start(step, pause)

    def _background(self, part: str, longest_wait: float = LONGEST_WAIT) -> Background:
        return Background(part, sessions_of(self.runtime.engine), longest_wait=longest_wait)

    async def _read_changed_settings(self) -> None:
        """When somebody says that they changed; a notification that was lost costs seconds."""
        with suppress(TimeoutError):
            wait = SETTINGS_SECONDS if self.runtime.listens else POLL_SECONDS
            async with asyncio.timeout(wait):
                await self._settings_changed.wait()
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
        if not self.runtime.lease.is_unbroken:
            return
        for each in list(self._all.values()):
            await each.rescue_lost_rows()
        await forget_dead_workers(self.runtime.engine)
        await forget_old_faults(self.runtime.engine)
        await forget_old_suspects(single_statements(self.runtime.engine))

    async def _try_suspects(self) -> None:
        """In turns: whatever else there is to do has as much time between two of them as each took."""
        began = time.monotonic()
        for name in await suspected_workflows(single_statements(self.runtime.engine)):
            if name in self._all:
                await self._all[name].try_suspects(SECONDS_OF_SOLITUDE)
        await asyncio.sleep(time.monotonic() - began)

    async def stop(self) -> None:
        """Stop claiming, let running rows finish within the grace time, release the rest, give up the lease."""
        self._is_running = False
        if self._interval_jobs.running:
            self._interval_jobs.shutdown(wait=False)
        log.info("stopping: rows in work have %g s to finish", self.runtime.grace_seconds)
        began = time.monotonic()
        if self._trying is not None:
            self._trying.cancel()
        ended = sum(await asyncio.gather(*(each.stop() for each in self._all.values())), Counter[str]())
        await asyncio.gather(*([self._trying] if self._trying else []), return_exceptions=True)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*DATABASE_TROUBLE):  # one that is not given up ends by itself
            async with asyncio.timeout(SECONDS_TO_GIVE_UP_THE_LEASE):
                await self.runtime.lease.release()
        figures = (time.monotonic() - began, ended["finished"], ended["put_back"])
        log.info("stopped after %.1f s: rows that finished: %d, rows that went back to the queue: %d", *figures)


def prepare(workflows: Iterable[AnyWorkflow]) -> None:
    """Loads and makes what set-up takes, for whoever has time before it. What fails here fails there, and is told."""
    with suppress(Exception):
        import apscheduler.schedulers.asyncio  # noqa: F401, PLC0415

        for workflow in workflows:
            _ = statements_of(workflow).claim


def setup_scheduler(workflow: AnyWorkflow, schedulers: Schedulers, schedule: Schedule | None = None) -> None:
    """Register one workflow's scheduler; a failure is noted there and stops no other."""
    schedulers.setup(workflow, schedule or workflow.schedule)
