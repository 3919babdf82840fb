"""How many rows were finished when: read from the history by its key, which is a time."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, Integer, Select, SQLColumnExpression, and_, cast, func, literal, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.outcomes import Ending
from scrapersky.curation_sdk.tables import Run
from scrapersky.curation_sdk.timed_ids import earliest_id, id_ago
from scrapersky.curation_sdk.workflow import Registry

MOST_STEPS = 2000
LONGEST_RANGE = timedelta(days=31)
FINISHED = (Ending.COMPLETE.value, Ending.ERROR.value)


class ThroughputSeries(BaseModel):
    workflow: str
    complete: list[int]
    error: list[int]


class Throughput(BaseModel):
    """Rows finished per step; each list has as many numbers as there are steps from `from` to `to`."""

    from_: datetime = Field(alias="from")
    to: datetime
    step: int = Field(description="Seconds.")
    series: list[ThroughputSeries]


@dataclass(frozen=True, slots=True)
class Span:
    """A range of time in equal steps, which begin at round moments."""

    start: datetime
    steps: int
    seconds: int

    @classmethod
    def between(cls, start: datetime, end: datetime, seconds: int) -> "Span":
        """The steps that touch the range."""
        if start >= end or end - start > LONGEST_RANGE:
            raise BadRequest(f"`from` must be before `to`, by {LONGEST_RANGE.days} days at most.")
        first = int(start.timestamp()) // seconds
        steps = int(-(-end.timestamp() // seconds)) - first
        if steps > MOST_STEPS:
            raise BadRequest(f"That is {steps:,} steps; choose a longer `step` for at most {MOST_STEPS:,}.")
        return cls(datetime.fromtimestamp(first * seconds, UTC), steps, seconds)

    @property
    def end(self) -> datetime:
        return self.start + timedelta(seconds=self.steps * self.seconds)

    def step_of(self, moment: SQLColumnExpression[datetime]) -> ColumnElement[int]:
        since = func.extract("epoch", moment) - self.start.timestamp()
        return cast(func.floor(since / self.seconds), Integer)


async def finished_since(session: AsyncSession, tenant_id: UUID, now: datetime, *, seconds: float) -> dict[str, int]:
    """Rows that are done, well or not, by workflow."""
    counted = (
        select(Run.workflow, func.count())
        .where(Run.id > id_ago(now, seconds), Run.tenant_id == tenant_id, Run.ending.in_(FINISHED))
        .group_by(Run.workflow)
    )
    return dict((await session.execute(counted)).all())


async def throughput(session: AsyncSession, registry: Registry, tenant_id: UUID, span: Span) -> Throughput:
    complete: dict[str, list[int]] = defaultdict(lambda: [0] * span.steps)
    error: dict[str, list[int]] = defaultdict(lambda: [0] * span.steps)
    for workflow, step, ending, count in await session.execute(_per_step(tenant_id, span)):
        (complete if ending == Ending.COMPLETE else error)[workflow][step] += count
    series = [
        ThroughputSeries(workflow=each.name, complete=complete[each.name], error=error[each.name]) for each in registry
    ]
    return Throughput.model_validate({"from": span.start, "to": span.end, "step": span.seconds, "series": series})


def _per_step(tenant_id: UUID, span: Span) -> Select[str, int, str, int]:
    step = span.step_of(Run.ended_at).label("step")
    return (
        select(Run.workflow, step, Run.ending, func.count())
        .where(*within(tenant_id, span), Run.ending.in_(FINISHED))
        .group_by(Run.workflow, step, Run.ending)
    )


def within(tenant_id: UUID, span: Span) -> list[ColumnElement[bool]]:
    """A run is written down shortly after it ended: its key may be some seconds later."""
    late = earliest_id(span.end + timedelta(seconds=60))
    keys = and_(Run.id >= earliest_id(span.start), Run.id < late)
    return [keys, Run.tenant_id == tenant_id, Run.ended_at >= literal(span.start), Run.ended_at < literal(span.end)]
