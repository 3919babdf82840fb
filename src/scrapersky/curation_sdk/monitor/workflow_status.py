"""Where one workflow stands: its counts, its pace, its queue with the rows that wait too long, and its troubles."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Select, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Batch, Curation, Registry, Settable, State, id_ago
from scrapersky.curation_sdk.lists import MOST_COUNTED
from scrapersky.curation_sdk.monitor.overview import Overviews, WorkflowCounts
from scrapersky.curation_sdk.monitor.rates import Rate, rates_of
from scrapersky.curation_sdk.queue import PROCESSING, QUEUED, settings_of

STUCK_MINUTES = 15
MOST_READ = 5000


def oldest_waiting(curation: Curation, tenant_id: UUID | None) -> Select[Any]:
    """Since when the next row, of a tenant or of all, has waited, if it is among the first in the queue."""
    first = (
        select(curation.tenant_id.label("tenant_id"), curation.queue_order.label("since"))
        .where(curation.processing_status == QUEUED)
        .order_by(curation.priority.desc(), curation.queue_order, curation.id)
        .limit(MOST_READ)
        .subquery()
    )
    return select(func.min(first.c.since)).where(*([first.c.tenant_id == tenant_id] if tenant_id else []))


def stuck(curation: Curation, tenant_id: UUID | None, now: datetime) -> Select[Any]:
    """How many rows a worker has had for longer than any should take."""
    held = (
        select(curation.id)
        .where(
            curation.processing_status == PROCESSING,
            *([curation.tenant_id == tenant_id] if tenant_id else []),
            curation.claimed_at < now - timedelta(minutes=STUCK_MINUTES),
        )
        .limit(MOST_READ)
        .subquery()
    )
    return select(func.count()).select_from(held)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one workflow at this moment."""

    workflow: AnyWorkflow
    counts: WorkflowCounts
    rate: Rate
    oldest_waiting: float | None
    stuck: int
    causes: int
    queued_lately: int
    paused_at: datetime | None
    paused_because: str | None = None

    def rows(self, *states: State) -> int:
        return sum(self.counts.counts[state] for state in states)

    @property
    def address(self) -> str:
        return f"/w/{self.workflow.names.kebab}"


@dataclass(frozen=True, slots=True)
class TenantStandings:
    """One tenant's standings at one moment."""

    session: AsyncSession
    tenant_id: UUID
    now: datetime

    async def of(self, registry: Registry, overviews: Overviews) -> list[Standing]:
        counts = {count.workflow: count for count in await overviews.of(self.session, self.tenant_id)}
        rates = await rates_of(self.session, self.tenant_id, self.now)
        queued = dict((await self.session.execute(self._queued_lately())).all())
        settings = await settings_of(self.session, self.tenant_id)
        paused = {name: setting for name, setting in settings.items() if setting.paused}
        found = await self._looked_up(registry, counts)
        return [
            Standing(
                workflow,
                counts[workflow.name],
                rates.get(workflow.name, Rate()),
                queued_lately=int(queued.get(workflow.name, 0)),
                paused_at=paused[workflow.name].changed_at if workflow.name in paused else None,
                paused_because=paused[workflow.name].paused_because if workflow.name in paused else None,
                oldest_waiting=self._seconds_since(found[workflow.name].pop("waiting_since")),
                **found[workflow.name],
            )
            for workflow in registry
        ]

    async def _looked_up(self, registry: Registry, counts: Mapping[str, WorkflowCounts]) -> dict[str, dict[str, Any]]:
        """Only what the counts say is worth looking for is looked for, and all of it in one question."""
        questions = {
            (workflow.name, what): question
            for workflow in registry
            for what, question in self._questions(workflow, counts[workflow.name].counts)
        }
        found: dict[str, dict[str, Any]] = {
            workflow.name: {"waiting_since": None, "stuck": 0, "causes": 0} for workflow in registry
        }
        if questions:
            (answers,) = await self.session.execute(select(*(each.scalar_subquery() for each in questions.values())))
            for (name, what), answer in zip(questions, answers, strict=True):
                found[name][what] = answer
        return found

    def _questions(self, workflow: AnyWorkflow, has: Mapping[State, int]) -> Iterator[tuple[str, Select[Any]]]:
        curation = workflow.curation
        if has[State.QUEUED]:
            yield "waiting_since", oldest_waiting(curation, self.tenant_id)
        if has[State.PROCESSING]:
            yield "stuck", stuck(curation, self.tenant_id, self.now)
        if has[State.ERROR]:
            yield "causes", self._causes(workflow)

    def _seconds_since(self, moment: datetime | None) -> float | None:
        return None if moment is None else max(0.0, (self.now - moment).total_seconds())

    def _queued_lately(self) -> Select[str, int]:
        """Rows that people queued in the last half hour, by workflow."""
        lately = Batch.id > id_ago(self.now, 1800)
        return (
            select(Batch.workflow, func.sum(Batch.done))
            .where(Batch.tenant_id == self.tenant_id, lately, Batch.status == Settable.QUEUED.value)
            .group_by(Batch.workflow)
        )

    def _causes(self, workflow: AnyWorkflow) -> Select[Any]:
        """How many, from the index of errors alone."""
        curation = workflow.curation
        failed = curation.state == literal_column("'Error'")
        cause: Any = curation.cause
        some = select(cause.label("cause")).where(curation.tenant_id == self.tenant_id, failed).limit(MOST_COUNTED)
        return select(func.count(func.distinct(some.subquery().c.cause)))
