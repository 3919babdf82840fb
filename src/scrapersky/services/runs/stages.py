"""One stage of a run: what is queued in it, and how far it is."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Settable, State
from scrapersky.curation_sdk.rules import Choice, RuleMark, decide, rows_now
from scrapersky.services.runs.run import PipelineRun

MOST_QUEUED_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class StageProgress:
    """Rows of the run in one workflow. `in_work` are due now or soon; `put_off` wait for longer than we do."""

    states: dict[State, int]
    in_work: int
    put_off: int

    @property
    def decided(self) -> int:
        return sum(count for state, count in self.states.items() if state not in (State.NEW, State.SKIPPED))

    @property
    def ended(self) -> int:
        return self.states[State.COMPLETE] + self.states[State.ERROR]


async def queue_next(session: AsyncSession, run: PipelineRun, workflow: AnyWorkflow) -> int:
    """Queue what the run's rules take, some thousands at a time. Nothing is queued twice."""
    choice, count = Choice(run.book, run), 0
    for read in run.book.of(workflow.name):
        ids = await rows_now(session, choice, read)
        count += await decide(session, read, run.tenant_id, ids, RuleMark(read.rule.name))
    return count


async def queue_failed(session: AsyncSession, run: PipelineRun, workflow: AnyWorkflow, actor: Actor) -> int:
    """Try a stage again in which every row failed: the fault was most likely on our side, and may be mended by now.

    One site that is down among others that are not is left as it is.
    """
    progress = await look(session, run, workflow, 0)
    if not progress.states[State.ERROR] or progress.states[State.COMPLETE]:
        return 0
    failed = select(workflow.curation.id).where(*rows_of(run, workflow), workflow.curation.state == State.ERROR.value)
    ids = list(await session.scalars(failed))
    count = 0
    for start in range(0, len(ids), MOST_QUEUED_AT_ONCE):
        some = ids[start : start + MOST_QUEUED_AT_ONCE]
        changed = await change_status(session, workflow, actor, some, Decision(Settable.QUEUED, only_from=State.ERROR))
        count += len(changed.updated_ids)
    return count


async def look(session: AsyncSession, run: PipelineRun, workflow: AnyWorkflow, patience: float) -> StageProgress:
    curation = workflow.curation
    own = rows_of(run, workflow)
    counted = await session.execute(select(curation.state, func.count()).where(*own).group_by(curation.state))
    found = dict(counted.all())
    later = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, patience)
    put_off = await session.scalar(
        select(func.count()).where(*own, curation.state == State.QUEUED.value, curation.queue_order > later)
    )
    states = {state: found.get(state.value, 0) for state in State}
    waiting = states[State.QUEUED] + states[State.PROCESSING]
    return StageProgress(states, waiting - (put_off or 0), put_off or 0)


def rows_of(run: PipelineRun, workflow: AnyWorkflow) -> list[ColumnElement[bool]]:
    return [workflow.curation.tenant_id == run.tenant_id, run.led_to(workflow.model)]
