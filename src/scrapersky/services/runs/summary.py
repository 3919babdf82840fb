"""What a run came to, stage by stage."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, State
from scrapersky.models.contact import Contact
from scrapersky.models.domain import Domain
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.page_content import PageContent
from scrapersky.models.place_search import PlaceSearch
from scrapersky.services.runs.run import PipelineRun
from scrapersky.services.runs.stages import look, rows_of


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
