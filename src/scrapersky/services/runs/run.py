"""A run: a search, which rows of all tables came from it, how far each of its stages is, and what it came to."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, false, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Settable, State
from scrapersky.curation_sdk.lists import Origin, descendants
from scrapersky.curation_sdk.rules import Choice, RuleBook, RuleMark, decide, rows_now
from scrapersky.models import Contact, Domain, LocalBusiness, PageContent, PlaceSearch

MOST_QUEUED_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class PipelineRun:
    """A search, and the rules that are switched on for what comes from it.

    `stages` are the workflows that are at work; a row that they put off for more than `patience` seconds is not waited
    for.
    """

    tenant_id: UUID
    search_id: UUID
    book: RuleBook
    stages: Collection[str] = ()
    patience: float = 0

    def led_to(self, model: type[Any]) -> ColumnElement[bool]:
        """Whether a row of this table is the search or comes from it; a table without a way to it has no such rows."""
        if model is PlaceSearch:
            return PlaceSearch.id == self.search_id
        origin = Origin(PlaceSearch.__tablename__, self.search_id)
        ids = descendants(model.__table__, origin, self.tenant_id, self.book.fields.links)
        return false() if ids is None else model.id.in_(ids)


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


@dataclass(frozen=True, slots=True)
class StageSummary:
    """`reasons` counts why rows gave nothing, most frequent first; `left_new` is what the default rule left alone.

    `failure` and `delay` are what most of the rows say that failed, or that wait.
    """

    title: str
    complete: int
    failed: int
    waiting: int
    left_new: int
    reasons: tuple[tuple[str, int], ...]
    failure: str | None = None
    delay: str | None = None

    @property
    def has_come_to_nothing(self) -> bool:
        """Rows failed, and none did not."""
        return self.failed > 0 and self.complete == 0


@dataclass(frozen=True, slots=True)
class RunSummary:
    businesses: int
    domains: int
    pages_read: int
    contacts: int
    cost_micros: int
    stages: Sequence[StageSummary] = field(default=())

    @property
    def failure(self) -> str | None:
        """Why there are no contacts at all, if the reason is that a whole stage failed."""
        failed = (stage for stage in self.stages if stage.has_come_to_nothing)
        stage = None if self.contacts else next(failed, None)
        return None if stage is None else f"{stage.title} failed: {stage.failure or 'no reason was given.'}"


async def summarise(session: AsyncSession, run: PipelineRun, workflows: Sequence[AnyWorkflow]) -> RunSummary:
    cost = await session.scalar(select(PlaceSearch.cost_micros).where(PlaceSearch.id == run.search_id))
    return RunSummary(
        businesses=await _count(session, run, LocalBusiness),
        domains=await _count(session, run, Domain),
        pages_read=await _count(session, run, PageContent),
        contacts=await _count(session, run, Contact),
        cost_micros=cost or 0,
        stages=[await _stage(session, run, workflow) for workflow in workflows],
    )


async def _count(session: AsyncSession, run: PipelineRun, model: type[Any]) -> int:
    own = model.tenant_id == run.tenant_id
    return await session.scalar(select(func.count()).select_from(model).where(own, run.led_to(model))) or 0


async def _stage(session: AsyncSession, run: PipelineRun, workflow: AnyWorkflow) -> StageSummary:
    curation = workflow.curation
    progress = await look(session, run, workflow, 0)
    ended = await session.execute(
        select(curation.outcome, func.count())
        .where(*rows_of(run, workflow), curation.outcome.is_not(None))
        .group_by(curation.outcome)
        .order_by(func.count().desc(), curation.outcome)
    )
    states = progress.states
    return StageSummary(
        title=workflow.title,
        complete=states[State.COMPLETE],
        failed=states[State.ERROR],
        waiting=states[State.QUEUED] + states[State.PROCESSING],
        left_new=states[State.NEW],
        reasons=tuple((outcome or "", count) for outcome, count in ended),
        failure=await _commonest_message(session, run, workflow, State.ERROR),
        delay=await _commonest_message(session, run, workflow, State.QUEUED),
    )


async def _commonest_message(
    session: AsyncSession, run: PipelineRun, workflow: AnyWorkflow, state: State
) -> str | None:
    curation = workflow.curation
    return await session.scalar(
        select(curation.processing_error)
        .where(*rows_of(run, workflow), curation.state == state.value, curation.processing_error.is_not(None))
        .group_by(curation.processing_error)
        .order_by(func.count().desc(), curation.processing_error)
        .limit(1)
    )
