"""What happened to each row in one run, line by line."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import Select, any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Ending, Registry, Run, title_of
from scrapersky.curation_sdk.lists import array
from scrapersky.curation_sdk.monitor.run_groups import RunKey
from scrapersky.curation_sdk.monitor.throughput import within

LINES = 200


class RunLine(BaseModel):
    at: datetime
    row_id: UUID
    title: str | None
    attempt: int
    ending: Ending
    outcome: str | None
    message: str | None
    took_ms: int
    produced: int


class RunLog(BaseModel):
    """In the order in which rows ended."""

    items: list[RunLine]
    next: UUID | None = Field(description="Send it as `after` for what follows, also when that is yet to come.")


async def run_log(
    session: AsyncSession, registry: Registry, tenant_id: UUID, key: RunKey, *, after: UUID | None, search: str
) -> RunLog:
    workflow = registry[key.workflow]
    runs = list(await session.scalars(_lines(tenant_id, key, after, search)))
    titles = await _titles(session, workflow, tenant_id, [run.row_id for run in runs])
    items = [_line(run, titles.get(run.row_id)) for run in runs]
    return RunLog(items=items, next=runs[-1].id if runs else after)


def _lines(tenant_id: UUID, key: RunKey, after: UUID | None, search: str) -> Select[Any]:
    by = Run.worker.is_(None) if key.worker is None else Run.worker == key.worker
    lines = select(Run).where(*within(tenant_id, key.span), Run.workflow == key.workflow, by)
    if after is not None:
        lines = lines.where(Run.id > after)
    if search.strip():
        words = search.strip()
        lines = lines.where(
            Run.message.icontains(words, autoescape=True) | Run.outcome.icontains(words, autoescape=True)
        )
    return lines.order_by(Run.id).limit(LINES)


async def _titles(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, ids: Sequence[UUID]
) -> dict[UUID, str | None]:
    curation = workflow.curation
    columns: list[Any] = [curation.id, title_of(workflow)]
    named = select(*columns).where(curation.id == any_(array(ids)), curation.tenant_id == tenant_id)
    return dict((await session.execute(named)).all())


def _line(run: Run, title: str | None) -> RunLine:
    return RunLine(
        at=run.ended_at,
        row_id=run.row_id,
        title=title,
        attempt=run.attempt,
        ending=Ending(run.ending),
        outcome=run.outcome,
        message=run.message,
        took_ms=max(0, round((run.ended_at - run.started_at).total_seconds() * 1000)),
        produced=run.produced,
    )
