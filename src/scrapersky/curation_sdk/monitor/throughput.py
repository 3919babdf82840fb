"""How many rows were finished when: read from the history by its key, which is a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, func, literal, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Ending, Registry, Run, earliest_id, id_ago
from scrapersky.curation_sdk.errors import BadRequest

MOST_STEPS = 2000
STRETCH = 60
MOST_REMEMBERED = 20_000
SETTLED_AFTER = timedelta(minutes=5)
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
class TimeSpan:
    """A range of time in equal steps, which begin at round moments."""

    start: datetime
    steps: int
    seconds: int

    @classmethod
    def between(cls, start: datetime, end: datetime, seconds: int) -> "TimeSpan":
        """The steps that touch the range."""
        if start >= end or end - start > LONGEST_RANGE:
            raise BadRequest(f"`from` must be before `to`, by {LONGEST_RANGE.days} days at most.")
        first = int(start.timestamp()) // seconds
        steps = int(-(-end.timestamp() // seconds)) - first
        if steps > MOST_STEPS:
            raise BadRequest(f"That is {steps:,} steps; choose a longer `step` for at most {MOST_STEPS:,}.")
        return cls.of_steps(first, steps, seconds)

    @classmethod
    def of_steps(cls, first: int, steps: int, seconds: int) -> "TimeSpan":
        return cls(datetime.fromtimestamp(first * seconds, UTC), steps, seconds)

    @property
    def end(self) -> datetime:
        return self.start + timedelta(seconds=self.steps * self.seconds)

    def bin_of(self, moment: SQLColumnExpression[datetime]) -> ColumnElement[datetime]:
        """When the step begins that a moment is in: five times as fast as arithmetic, which PostgreSQL does exactly."""
        width = func.make_interval(0, 0, 0, 0, 0, 0, self.seconds)
        binned: ColumnElement[datetime] = func.date_bin(width, moment, literal(self.start))
        return binned

    @property
    def first(self) -> int:
        """The number of the first step, counted from 1970."""
        return int(self.start.timestamp()) // self.seconds

    @property
    def last(self) -> int:
        return self.first + self.steps - 1

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.steps)


async def finished_since(session: AsyncSession, tenant_id: UUID, now: datetime, *, seconds: float) -> dict[str, int]:
    """Rows that are done, well or not, by workflow."""
    counted = (
        select(Run.workflow, func.count())
        .where(Run.id > id_ago(now, seconds), Run.tenant_id == tenant_id, Run.ending.in_(FINISHED))
        .group_by(Run.workflow)
    )
    return dict((await session.execute(counted)).all())


Counts = dict[tuple[str, str, int], int]
"""By workflow, ending and step."""


class Curves:
    """What was finished, read once: stretches of time that are over do not change, and are remembered."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._known: dict[tuple[UUID, int, int], Counts] = {}

    async def of(self, session: AsyncSession, tenant_id: UUID, span: TimeSpan) -> Throughput:
        counts = await self._counts(session, tenant_id, span)

        def curve(workflow: str, ending: Ending) -> list[int]:
            return [counts.get((workflow, ending.value, step), 0) for step in span.numbers]

        series = [
            ThroughputSeries(
                workflow=listed.name,
                complete=curve(listed.name, Ending.COMPLETE),
                error=curve(listed.name, Ending.ERROR),
            )
            for listed in self.registry
        ]
        return Throughput.model_validate({"from": span.start, "to": span.end, "step": span.seconds, "series": series})

    async def attempts(self, session: AsyncSession, tenant_id: UUID, span: TimeSpan) -> dict[str, list[int]]:
        """Per step and workflow, however they ended."""
        counts = await self._counts(session, tenant_id, span)
        counted = {listed.name: dict.fromkeys(span.numbers, 0) for listed in self.registry}
        for (workflow, _, step), count in counts.items():
            if workflow in counted and step in counted[workflow]:
                counted[workflow][step] += count
        return {name: list(steps.values()) for name, steps in counted.items()}

    async def _counts(self, session: AsyncSession, tenant_id: UUID, span: TimeSpan) -> Counts:
        counts: Counts = {}
        for stretch in range(span.first // STRETCH, span.last // STRETCH + 1):
            counts |= self._known.get((tenant_id, span.seconds, stretch), {})
        for unknown in self._unknown(tenant_id, span):
            counts |= await self._read(session, tenant_id, unknown)
        return counts

    def _unknown(self, tenant_id: UUID, span: TimeSpan) -> Iterator[TimeSpan]:
        """The stretches not remembered, neighbours together."""
        wanted = range(span.first // STRETCH, span.last // STRETCH + 1)
        missing = [stretch for stretch in wanted if (tenant_id, span.seconds, stretch) not in self._known]
        for _, neighbours in groupby(enumerate(missing), key=lambda pair: pair[1] - pair[0]):
            stretches = [stretch for _, stretch in neighbours]
            yield TimeSpan.of_steps(stretches[0] * STRETCH, len(stretches) * STRETCH, span.seconds)

    async def _read(self, session: AsyncSession, tenant_id: UUID, span: TimeSpan) -> Counts:
        counts: Counts = {}
        for workflow, begins, ending, count in await session.execute(_per_step(tenant_id, span)):
            counts[workflow, ending, int(begins.timestamp()) // span.seconds] = count
        over = (datetime.now(UTC) - SETTLED_AFTER).timestamp() // (span.seconds * STRETCH)
        for stretch in range(span.first // STRETCH, min(int(over), (span.last + 1) // STRETCH)):
            own = {key: count for key, count in counts.items() if key[2] // STRETCH == stretch}
            self._remember((tenant_id, span.seconds, stretch), own)
        return counts

    def _remember(self, key: tuple[UUID, int, int], counts: Counts) -> None:
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        self._known[key] = counts


def _per_step(tenant_id: UUID, span: TimeSpan) -> Select[str, datetime, str, int]:
    step = span.bin_of(Run.ended_at).label("step")
    return (
        select(Run.workflow, step, Run.ending, func.count())
        .where(*within(tenant_id, span))
        .group_by(Run.workflow, step, Run.ending)
    )


def within(tenant_id: UUID, span: TimeSpan) -> list[ColumnElement[bool]]:
    """A run is written down shortly after it ended: its key may be some seconds later."""
    late = earliest_id(span.end + timedelta(seconds=60))
    keys = and_(Run.id >= earliest_id(span.start), Run.id < late)
    return [keys, Run.tenant_id == tenant_id, Run.ended_at >= literal(span.start), Run.ended_at < literal(span.end)]
