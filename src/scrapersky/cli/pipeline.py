"""The whole pipeline in one process: every row goes on as soon as it may, and a slow site holds up only itself."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.app.product import Product
from scrapersky.app.workers import running_schedulers
from scrapersky.cli.export import format_of
from scrapersky.cli.progress_lines import ProgressLines, progress_lines
from scrapersky.cli.run_display import show_stage
from scrapersky.cli.running import on_stop_signals, say
from scrapersky.cli.terminal import console
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Schedule
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import of_tenant, overlaid, paused_workflows, stored_schedules
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.export import Export, Exported, export_to_file
from scrapersky.services.exports.tables import export_table
from scrapersky.services.runs import run as runs

SECONDS_BETWEEN_LOOKS = 0.3
SHARE_OF_TIME_TO_LOOK = 0.25
LONGEST_REST = 15.0
"""A look that took minutes met a database that was away, and says nothing of the next."""
QUIET_ROUNDS = 2
"""What one stage does while the others are looked at is seen in the round after."""


@dataclass(frozen=True, slots=True)
class WaitingTimes:
    """How long rows that wait are waited for, and how long a failed one rests before its next try."""

    patience: float
    backoff_seconds: float | None = None


REAL_PACE = WaitingTimes(patience=120)
SIMULATED_PACE = WaitingTimes(patience=5, backoff_seconds=0.5)

Watch = Callable[[runs.PipelineRun], Awaitable[None]]


async def watch_nothing(_: runs.PipelineRun) -> None:
    """For a run whose contacts are wanted at the end."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    product: Product
    run: runs.PipelineRun
    actor: Actor
    pace: WaitingTimes = REAL_PACE
    watch: Watch = watch_nothing

    @property
    def sessions(self) -> async_sessionmaker[AsyncSession]:
        """A run is one tenant's: of others it sees nothing."""
        return of_tenant(self.product.sessions, self.run.tenant_id)

    async def work_through(self) -> bool:
        """Whether it came to the end. A signal stops it: rows in work finish, the others wait for the next run."""
        stop = asyncio.Event()
        schedules = await self._schedules()
        stages = [workflow for workflow in schedules if schedules[workflow].enabled]
        flow = Flow(self, replace(self.run, patience=self.pace.patience), stages, stop)
        await self._try_again(await flow.unpaused())

        def stopping() -> None:
            stop.set()
            grace = self.product.settings.shutdown_grace_seconds
            say(f"Stopping: rows in work have {grace:g} s to finish, the others wait for the next run.")

        with on_stop_signals(stopping):
            async with running_schedulers(replace(self.product, schedules=schedules)):
                with progress_lines(console) as display:
                    await flow.run_dry(display)
        return not stop.is_set()

    async def _try_again(self, stages: Sequence[AnyWorkflow]) -> None:
        for workflow in stages:
            async with self.sessions.begin() as session:
                count = await runs.queue_failed(session, self.run, workflow, self.actor)
            if count:
                say(f"{workflow.code} {workflow.title}: trying {plural(count, 'failed row')} again.")

    async def _schedules(self) -> Mapping[AnyWorkflow, Schedule]:
        async with self.product.sessions() as session:
            stored = await stored_schedules(session)
        given = self.product.schedules.items()
        known = {each: overlaid(schedule, stored.get(each.name, {}), each.name) for each, schedule in given}
        rest = self.pace.backoff_seconds
        return known if rest is None else {each: replace(known[each], backoff_seconds=rest) for each in known}

    async def summary(self) -> runs.RunSummary:
        async with self.sessions() as session:
            return await runs.summarise(session, self.run, list(self.product.registry))

    async def export(self, out: Path, *, force: bool, conditions: Sequence[ColumnElement[bool]] = ()) -> Exported:
        """The contacts that this search led to, and no others."""
        table = export_table(Exportable.CONTACTS)
        export = Export(table, self.run.tenant_id, [self.run.led_to(table.model), *conditions])
        return await export_to_file(out, export, format_of(out), self.sessions, force=force)


@dataclass(frozen=True, slots=True)
class Flow:
    """The rounds of a run: in each, every stage's rows that are ready are queued."""

    pipeline: Pipeline
    run: runs.PipelineRun
    stages: Sequence[AnyWorkflow]
    stop: asyncio.Event
    left_out: set[AnyWorkflow] = field(default_factory=set)

    async def run_dry(self, display: ProgressLines) -> None:
        """Until nothing is in work, and nothing more can be queued."""
        quiet = 0
        while quiet < QUIET_ROUNDS and not self.stop.is_set():
            started = time.monotonic()
            is_quiet = await self._go_round(display)
            await self.pipeline.watch(self.run)
            quiet = quiet + 1 if is_quiet else 0
            await _wait(self.stop, rest_after(time.monotonic() - started))

    async def _go_round(self, display: ProgressLines) -> bool:
        """Whether nothing is in work, and nothing was queued."""
        is_quiet, stages = True, await self.unpaused()
        run = replace(self.run, stages=[workflow.name for workflow in stages])
        for workflow in stages:
            if self.stop.is_set():
                return False
            queued, progress = await self._look_after(run, workflow)
            show_stage(display, workflow, progress)
            is_quiet = is_quiet and not queued and not progress.in_work
        return is_quiet

    async def unpaused(self) -> Sequence[AnyWorkflow]:
        """A person may pause a stage at any time; its rows are not waited for then."""
        async with self.pipeline.sessions() as session:
            paused = await paused_workflows(session, self.run.tenant_id)
        for workflow in self.stages:
            if workflow.name in paused and workflow not in self.left_out:
                name = f"{workflow.code} {workflow.title}"
                say(f"{name} is paused and left out; resume it and run the same command again.")
                self.left_out.add(workflow)
        return [workflow for workflow in self.stages if workflow not in self.left_out]

    async def _look_after(self, run: runs.PipelineRun, workflow: AnyWorkflow) -> tuple[int, runs.StageProgress]:
        async with self.pipeline.sessions.begin() as session:
            queued = await runs.queue_next(session, run, workflow)
            return queued, await runs.look(session, run, workflow, run.patience)


def rest_after(took: float) -> float:
    """
    >>> rest_after(0.01), rest_after(2), rest_after(1200)
    (0.3, 6.0, 15.0)
    """
    return min(max(SECONDS_BETWEEN_LOOKS, took / SHARE_OF_TIME_TO_LOOK - took), LONGEST_REST)


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
