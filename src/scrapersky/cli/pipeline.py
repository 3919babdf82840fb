"""The whole pipeline in one process: each workflow in turn, over the rows that the ones before it made."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scrapersky.app.product import Product
from scrapersky.app.workers import running_schedulers
from scrapersky.cli.export import format_of
from scrapersky.cli.run_display import StageDisplay, stage_display
from scrapersky.cli.running import on_stop_signals, say
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Schedule
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import overlaid, paused_workflows, stored_schedules
from scrapersky.services.default_rules import PipelineRun
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.export import Export, Exported, export_to_file
from scrapersky.services.exports.tables import export_table
from scrapersky.services.pipeline_run import (
    RunSummary,
    has_rows_to_queue,
    look,
    prepare,
    queue_failed,
    queue_next,
    summarise,
)

SECONDS_BETWEEN_LOOKS = 0.3


@dataclass(frozen=True, slots=True)
class WaitingTimes:
    """How long rows that wait are waited for, and how long a failed one rests before its next try."""

    patience: float
    backoff_seconds: float | None = None


REAL_PACE = WaitingTimes(patience=120)
SIMULATED_PACE = WaitingTimes(patience=5, backoff_seconds=0.5)


@dataclass(frozen=True, slots=True)
class Pipeline:
    product: Product
    run: PipelineRun
    actor: Actor
    pace: WaitingTimes = REAL_PACE

    async def work_through(self) -> bool:
        """Whether it came to the end. A signal stops it: rows in work finish, the others wait for the next run."""
        stop = asyncio.Event()
        schedules = await self._schedules()
        stages = [each for each in schedules if schedules[each].enabled and not await self._is_paused(each)]
        await self._try_again(stages)

        def stopping() -> None:
            stop.set()
            grace = self.product.settings.shutdown_grace_seconds
            say(f"Stopping: rows in work have {grace:g} s to finish, the others wait for the next run.")

        with on_stop_signals(stopping):
            async with running_schedulers(replace(self.product, schedules=schedules)):
                due = stages
                while due and not stop.is_set():
                    for workflow in due:
                        if stop.is_set():
                            break
                        with stage_display(workflow) as display:
                            await self._work_through(workflow, stop, display)
                    # Rows that were put off may have been done since, and have followers.
                    due = [each for each in stages if await self._has_more(each)]
        return not stop.is_set()

    async def _try_again(self, stages: Sequence[AnyWorkflow]) -> None:
        for workflow in stages:
            async with self.product.sessions.begin() as session:
                count = await queue_failed(session, self.run, workflow, self.actor)
            if count:
                say(f"{workflow.code} {workflow.title}: trying {plural(count, 'failed row')} again.")

    async def _has_more(self, workflow: AnyWorkflow) -> bool:
        async with self.product.sessions() as session:
            return await has_rows_to_queue(session, self.run, workflow)

    async def _schedules(self) -> Mapping[AnyWorkflow, Schedule]:
        async with self.product.sessions() as session:
            stored = await stored_schedules(session)
        given = self.product.schedules.items()
        known = {each: overlaid(schedule, stored.get(each.name, {}), each.name) for each, schedule in given}
        rest = self.pace.backoff_seconds
        return known if rest is None else {each: replace(known[each], backoff_seconds=rest) for each in known}

    async def _is_paused(self, workflow: AnyWorkflow) -> bool:
        async with self.product.sessions() as session:
            is_paused = workflow.name in await paused_workflows(session)
        if is_paused:
            say(f"{workflow.code} {workflow.title} is paused and left out; resume it and run the same command again.")
        return is_paused

    async def _work_through(self, workflow: AnyWorkflow, stop: asyncio.Event, display: StageDisplay) -> None:
        await self._prepare(workflow)
        while not stop.is_set():
            started = time.monotonic()
            async with self.product.sessions.begin() as session:
                queued = await queue_next(session, self.run, workflow, self.actor)
                progress = await look(session, self.run, workflow, self.pace.patience)
            display.show(progress)
            if queued or progress.in_work:
                # Looking at a large run takes a while; the database has better things to do.
                await _wait(stop, max(SECONDS_BETWEEN_LOOKS, 10 * (time.monotonic() - started)))
            elif not await self._prepare(workflow):
                return

    async def _prepare(self, workflow: AnyWorkflow) -> int:
        async with self.product.sessions.begin() as session:
            return await prepare(session, self.run, workflow)

    async def summary(self) -> RunSummary:
        async with self.product.sessions() as session:
            return await summarise(session, self.run, list(self.product.registry))

    async def export(self, out: Path, *, force: bool) -> Exported:
        """The contacts that this search led to, and no others."""
        table = export_table(Exportable.CONTACTS)
        export = Export(table, self.run.tenant_id, [self.run.led_to(table.model)])
        return await export_to_file(out, export, format_of(out), self.product.sessions, force=force)


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
