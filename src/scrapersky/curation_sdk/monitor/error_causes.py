"""What went wrong, by cause or by host: so many rows, since when, and how to find them all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import (
    ColumnElement,
    Select,
    SQLColumnExpression,
    Text,
    any_,
    func,
    literal,
    literal_column,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY, distinct_on
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, host_of

MOST_GROUPS = 200
TREND_STEPS = 24
# Hosts are in no index: only so many of the newest failed rows of a workflow are read.
MOST_READ_FOR_HOSTS = 5_000
LONGEST_EXAMPLE = 2000


class Since(StrEnum):
    HOUR = "1h"
    DAY = "24h"
    ALL = "all"


class By(StrEnum):
    CAUSE = "cause"
    HOST = "host"


class ErrorGroup(BaseModel):
    """Rows of one workflow that failed alike, or at the same host."""

    workflow: str
    signature: str
    example: str
    count: int
    last_at: datetime
    trend: list[int] = Field(description="Rows in 24 equal parts of the time chosen, or of the last day.")
    search: str = Field(description="What to search for to find these rows among the failed ones.")
    outcome: str | None


class ErrorGroups(BaseModel):
    """`more` groups are not shown; their rows are in the total."""

    total: int
    groups: list[ErrorGroup]
    more: int
    newest_only: int | None = Field(
        default=None, description="Some workflow has more failed rows than are read by host: only so many, the newest."
    )


@dataclass(frozen=True, slots=True)
class Period:
    """The errors that count, and the time that the trend covers."""

    now: datetime
    since: Since

    @property
    def length(self) -> timedelta:
        return timedelta(hours=1) if self.since is Since.HOUR else timedelta(days=1)

    @property
    def start(self) -> datetime:
        return self.now - self.length

    def contains(self, moment: SQLColumnExpression[datetime]) -> ColumnElement[bool]:
        return true() if self.since is Since.ALL else moment >= self.start

    def step_at(self, moment: datetime) -> int:
        return min(TREND_STEPS - 1, max(0, int((moment - self.start) / (self.length / TREND_STEPS))))


@dataclass(frozen=True, slots=True)
class Failures:
    """The failed rows of one workflow, under a key by which they are grouped."""

    workflow: AnyWorkflow
    rows: Any
    """Columns `key`, `updated_at` and `id`."""
    by: By
    oldest: UUID | None = None
    """With it, only rows as new as this one are counted."""

    @classmethod
    def of(
        cls, workflow: AnyWorkflow, tenant_id: UUID, period: Period, by: By, oldest: UUID | None = None
    ) -> "Failures | None":
        """By cause, all of it is in one index. Nothing where the rows have no host."""
        curation = workflow.curation
        key: Any = curation.cause if by is By.CAUSE else host_of(workflow)
        if key is None:
            return None
        columns: list[Any] = [key.label("key"), curation.updated_at.label("updated_at"), curation.id.label("id")]
        rows = select(*columns).where(*_failed(workflow, tenant_id, period))
        if by is By.CAUSE:
            rows = rows.where(curation.cause.is_not(None))
        elif oldest is not None:
            rows = rows.where(curation.id >= oldest)
        return cls(workflow, rows.subquery("failed"), by, oldest)

    def groups(self) -> Select[Any]:
        """The largest, with how many rows and groups there are in all."""
        failed, count = self.rows.c, func.count()
        columns: list[Any] = [
            failed.key,
            count.label("count"),
            func.max(failed.updated_at).label("last_at"),
            func.sum(count).over().label("total"),
            func.count().over().label("groups"),
        ]
        known = failed.key.is_not(None)
        return select(*columns).where(known).group_by(failed.key).order_by(count.desc(), failed.key).limit(MOST_GROUPS)

    def trend(self, keys: Sequence[str], period: Period) -> Select[Any]:
        failed = self.rows.c
        width = func.make_interval(0, 0, 0, 0, 0, 0, (period.length / TREND_STEPS).total_seconds())
        step = func.date_bin(width, failed.updated_at, literal(period.start)).label("step")
        shown = failed.key == any_(literal(list(keys), ARRAY(Text)))
        return (
            select(failed.key, step, func.count())
            .where(shown, failed.updated_at >= period.start)
            .group_by(failed.key, step)
        )

    def examples(self, keys: Sequence[str]) -> Select[Any]:
        """The newest row of each group."""
        failed, curation = self.rows.c, self.workflow.curation
        newest = (
            select(failed.key.label("key"), failed.id.label("id"))
            .where(failed.key == any_(literal(list(keys), ARRAY(Text))))
            .ext(distinct_on(failed.key))
            .order_by(failed.key, failed.updated_at.desc())
            .subquery("newest")
        )
        message = func.left(curation.processing_error, LONGEST_EXAMPLE)
        columns: list[Any] = [newest.c.key, message, curation.outcome]
        return select(*columns).join(newest, curation.id == newest.c.id)


def _failed(workflow: AnyWorkflow, tenant_id: UUID, period: Period) -> list[ColumnElement[bool]]:
    curation = workflow.curation
    is_error: ColumnElement[bool] = curation.state == literal_column("'Error'")
    return [curation.tenant_id == tenant_id, is_error, period.contains(curation.updated_at)]


async def _oldest_read(session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, period: Period) -> UUID | None:
    """The last row that is read for its host, where there are more."""
    row_id = workflow.curation.id
    newest = select(row_id).where(*_failed(workflow, tenant_id, period)).order_by(row_id.desc())
    ids = list(await session.scalars(newest.offset(MOST_READ_FOR_HOSTS - 1).limit(2)))
    return ids[0] if len(ids) == 2 else None


async def error_groups(
    session: AsyncSession, workflows: Sequence[AnyWorkflow], tenant_id: UUID, since: Since, by: By
) -> ErrorGroups:
    now = (await session.scalars(select(func.clock_timestamp()))).one()
    period = Period(now, since)
    total, more, groups, is_cut = 0, 0, list[ErrorGroup](), False
    for workflow in workflows:
        oldest = await _oldest_read(session, workflow, tenant_id, period) if by is By.HOST else None
        failures = Failures.of(workflow, tenant_id, period, by, oldest)
        if failures is None:
            continue
        largest = (await session.execute(failures.groups())).all()
        is_cut = is_cut or oldest is not None
        if largest:
            total, more = total + int(largest[0].total), more + largest[0].groups
            groups += await _described(session, failures, largest, period)
    groups = sorted(groups, key=lambda group: (-group.count, group.workflow, group.signature))[:MOST_GROUPS]
    newest_only = MOST_READ_FOR_HOSTS if is_cut else None
    return ErrorGroups(total=total, groups=groups, more=more - len(groups), newest_only=newest_only)


async def _described(
    session: AsyncSession, failures: Failures, largest: Sequence[Any], period: Period
) -> list[ErrorGroup]:
    keys = [group.key for group in largest]
    trends = {key: [0] * TREND_STEPS for key in keys}
    for key, begins, count in await session.execute(failures.trend(keys, period)):
        trends[key][period.step_at(begins)] += count
    examples = {key: (message, outcome) for key, message, outcome in await session.execute(failures.examples(keys))}
    return [
        ErrorGroup(
            workflow=failures.workflow.name,
            signature=group.key,
            example=examples.get(group.key, ("", None))[0] or "",
            outcome=examples.get(group.key, ("", None))[1],
            count=group.count,
            last_at=group.last_at,
            trend=trends[group.key],
            search=search_for(failures.by, group.key, period.since, failures.oldest),
        )
        for group in largest
    ]


def search_for(by: By, key: str, since: Since, oldest: UUID | None = None) -> str:
    r"""As a person would type it: exactly what was counted.

    >>> search_for(By.CAUSE, "Took longer than # s", Since.ALL), search_for(By.HOST, "acme.example", Since.HOUR)
    ('cause:"Took longer than # s"', 'only_host:"acme.example" since:1h')
    """
    field = "cause" if by is By.CAUSE else "only_host"
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    period = "" if since is Since.ALL else f" since:{since.value}"
    newest = "" if oldest is None else f" id:>={oldest}"
    return f'{field}:"{escaped}"{period}{newest}'
