"""Runs as a person follows them: what one worker did for one workflow within one minute, and to each row.

All is read from the history.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import Select, any_, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Ending, Registry, Run, Worker, answer_of, title_of
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists import array
from scrapersky.curation_sdk.monitor.throughput import LONGEST_RANGE, TimeSpan, within

MINUTE = 60
FIRST_LOOK = timedelta(minutes=15)
_NO_RUN = "That is not the id of a run; take one from the list."
LINES = 200


class RunGroup(BaseModel):
    """`put_off` were tried again later, deferred, released, stopped or lost."""

    id: str = Field(description="Opaque; names the log.")
    workflow: str
    worker: UUID | None
    worker_name: str | None = Field(description="host:pid, while the worker is known.")
    started_at: datetime
    ended_at: datetime
    claimed: int
    done: int
    failed: int
    put_off: int
    produced: int


class RunList(BaseModel):
    items: list[RunGroup]
    next: str | None = Field(description="Send it as `after` for the page after this one.")


@dataclass(frozen=True, slots=True)
class RunKey:
    """Which minute, whose, and what for. Groups are listed by minute downwards, then by the rest upwards."""

    minute: int
    worker: UUID | None
    workflow: str

    def __str__(self) -> str:
        return f"{self.minute}.{self.worker.hex if self.worker else ''}.{self.workflow}"

    @classmethod
    def at(cls, moment: datetime, worker: UUID | None, workflow: str) -> "RunKey":
        return cls(int(moment.timestamp()) // MINUTE, worker, workflow)

    @classmethod
    def read(cls, text: str) -> "RunKey":
        minute, _, rest = text.partition(".")
        worker, _, workflow = rest.partition(".")
        if not (minute.isascii() and minute.isdigit() and len(minute) < 10):
            raise BadRequest(_NO_RUN)
        try:
            return cls(int(minute), UUID(worker) if worker else None, workflow)
        except ValueError as error:
            raise BadRequest(_NO_RUN) from error

    @property
    def span(self) -> TimeSpan:
        return TimeSpan.of_steps(self.minute, 1, MINUTE)

    @property
    def order(self) -> tuple[int, str, str]:
        return -self.minute, self.workflow, self.worker.hex if self.worker else ""


@dataclass(frozen=True, slots=True)
class RunHistory:
    """One tenant's. Each look reads a stretch of the history by its key, further back each time."""

    session: AsyncSession
    tenant_id: UUID

    async def page(self, workflow: str | None, size: int, after: str | None) -> RunList:
        cursor = RunKey.read(after) if after else None
        groups = await self._groups(workflow, size, cursor)
        names = await self._worker_names(groups[:size])
        items = [group.model_copy(update={"worker_name": names.get(group.worker)}) for group in groups[:size]]
        return RunList(items=items, next=items[-1].id if len(groups) > size else None)

    async def _groups(self, workflow: str | None, size: int, cursor: RunKey | None) -> list[RunGroup]:
        page = list[RunGroup]()
        now, oldest = (await self.session.execute(select(func.clock_timestamp(), _oldest()))).one()
        end = cursor.span.end if cursor else now
        for span in _stretches(end, oldest or end):
            rows = await self.session.execute(_grouped(self.tenant_id, span, workflow))
            groups = sorted((_group(row) for row in rows), key=lambda group: RunKey.read(group.id).order)
            page += [earlier for earlier in groups if cursor is None or RunKey.read(earlier.id).order > cursor.order]
            if len(page) > size:
                break
        return page

    async def _worker_names(self, groups: Sequence[RunGroup]) -> dict[UUID | None, str]:
        ids = {group.worker for group in groups if group.worker}
        known = await self.session.execute(select(Worker.id, Worker.host, Worker.pid).where(Worker.id.in_(ids)))
        return {worker: f"{host}:{pid}" for worker, host, pid in known}


def _oldest() -> Any:
    return select(Run.ended_at).order_by(Run.id).limit(1).scalar_subquery()


def _stretches(end: datetime, oldest: datetime) -> Iterator[TimeSpan]:
    """Back in time, each twice as long as the one before, in whole minutes that do not overlap."""
    last, length = int(-(-end.timestamp() // MINUTE)), int(FIRST_LOOK.total_seconds()) // MINUTE
    first_of_all = int(max(oldest, end - LONGEST_RANGE).timestamp()) // MINUTE
    while last > first_of_all:
        first = max(last - length, first_of_all)
        yield TimeSpan.of_steps(first, last - first, MINUTE)
        last, length = first, length * 2


def _grouped(tenant_id: UUID, span: TimeSpan, workflow: str | None) -> Select[Any]:
    minute = span.bin_of(Run.ended_at).label("minute")
    columns: list[Any] = [
        minute,
        Run.workflow.label("workflow"),
        Run.worker.label("worker"),
        func.min(Run.started_at).label("started_at"),
        func.max(Run.ended_at).label("ended_at"),
        func.count().label("claimed"),
        func.count().filter(Run.ending == Ending.COMPLETE.value).label("done"),
        func.count().filter(Run.ending == Ending.ERROR.value).label("failed"),
        func.sum(Run.produced).label("produced"),
    ]
    grouped = select(*columns).where(*within(tenant_id, span)).group_by(minute, Run.workflow, Run.worker)
    return grouped.where(Run.workflow == workflow) if workflow else grouped


def _group(row: Any) -> RunGroup:
    key = RunKey.at(row.minute, row.worker, row.workflow)
    put_off = row.claimed - row.done - row.failed
    return RunGroup(id=str(key), worker_name=None, put_off=put_off, **row._asdict())


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
    took_ms = max(0, round((run.ended_at - run.started_at).total_seconds() * 1000))
    return answer_of(RunLine, run, at=run.ended_at, title=title, took_ms=took_ms)
