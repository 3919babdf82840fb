"""A product of one table, made to test the SDK without the real one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Boolean, Text, column, exists, func, insert, select, table
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.curation_sdk import Curation, Schedule, Workflow
from scrapersky.curation_sdk.decisions.batch import Changed, Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.tables import Run
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Drained, Runtime
from scrapersky.curation_sdk.queue.upserts import upsert
from scrapersky.curation_sdk.schema.ddl import type_statements

TENANT = UUID(int=1)
ACTOR = Actor(TENANT, "ana")


class WidgetBase(DeclarativeBase):
    pass


class Widget(WidgetBase):
    """Something to polish."""

    __tablename__ = "widgets"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    name: Mapped[str] = mapped_column(Text)

    widget_polish = Curation()


class Shine(WidgetBase):
    """What polishing a widget makes."""

    __tablename__ = "shines"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    widget_id: Mapped[UUID] = mapped_column(unique=True)


@dataclass
class Workshop:
    """The clients of the toy product: what `work` does is up to the test."""

    polish: Callable[[Widget], Awaitable[Any]]
    seen: list[str] = field(default_factory=list)


async def polish(widget: Widget, workshop: Workshop) -> Any:
    workshop.seen.append(widget.name)
    return await workshop.polish(widget)


async def keep_shine(session: AsyncSession, widget: Widget, _: object) -> int:
    shine = {"tenant_id": widget.tenant_id, "widget_id": widget.id}
    return len(await upsert(session, Shine, [shine], key=("widget_id",), update=()))


widget_polish: AnyWorkflow = Workflow(
    code="WF99",
    title="Widget polish",
    curation=Widget.widget_polish,
    produces=Shine,
    shows=(Widget.name,),
    work=polish,
    save=keep_shine,
)

FAST = Schedule(batch_size=10, concurrency=10, timeout_seconds=5, attempts=3, backoff_seconds=0.01)


async def create_tables(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        for statement in type_statements(Widget.widget_polish):
            await connection.exec_driver_sql(statement)
        await connection.run_sync(WidgetBase.metadata.create_all)


async def add_widgets(engine: AsyncEngine, names: Sequence[str], tenant: UUID = TENANT) -> list[UUID]:
    async with AsyncSession(engine) as session, session.begin():
        ids = [uuid4() for _ in names]
        rows = [{"id": key, "tenant_id": tenant, "name": name} for key, name in zip(ids, names, strict=True)]
        await session.execute(insert(Widget), rows)
    return ids


async def decide(
    engine: AsyncEngine, ids: Sequence[UUID], status: Settable = Settable.QUEUED, undo_seconds: float = 0
) -> Changed:
    async with AsyncSession(engine) as session, session.begin():
        return await change_status(session, widget_polish, ACTOR, ids, Decision(status, undo_seconds))


async def queue_widgets(engine: AsyncEngine, *names: str) -> list[UUID]:
    ids = await add_widgets(engine, names)
    await decide(engine, ids)
    return ids


async def runtime(engine: AsyncEngine, workshop: Workshop, lease_seconds: float = 30, grace: float = 5) -> Runtime:
    lease = Lease(engine, lease_seconds)
    await lease.acquire()
    return Runtime(engine, workshop, lease, grace)


async def drain(engine: AsyncEngine, workshop: Workshop, schedule: Schedule = FAST) -> Drained:
    return await run_job_loop(widget_polish, schedule, await runtime(engine, workshop))


@dataclass(frozen=True)
class Seen:
    """A widget's two statuses and what stands beside them."""

    state: str
    processing: str | None
    error: str | None
    outcome: str | None
    attempts: int
    claimed: bool


async def look(engine: AsyncEngine, widget: UUID) -> Seen:
    curation = Widget.widget_polish
    columns = (
        curation.state,
        curation.processing_status,
        curation.processing_error,
        curation.outcome,
        curation.attempts,
        curation.claim,
    )
    async with AsyncSession(engine) as session:
        row = (await session.execute(select(*columns).where(Widget.id == widget))).one()
    return Seen(row[0], row[1], row[2], row[3], row[4], row[5] is not None)


async def states(engine: AsyncEngine) -> dict[str, int]:
    curation = Widget.widget_polish
    async with AsyncSession(engine) as session:
        rows = await session.execute(select(curation.state, func.count()).group_by(curation.state))
        return dict(rows.all())


async def count_shines(engine: AsyncEngine) -> int:
    async with AsyncSession(engine) as session:
        return await session.scalar(select(func.count()).select_from(Shine)) or 0


async def history(engine: AsyncEngine, widget: UUID | None = None) -> list[Run]:
    statement = select(Run).order_by(Run.id)
    if widget is not None:
        statement = statement.where(Run.row_id == widget)
    async with AsyncSession(engine) as session:
        return list(await session.scalars(statement))


async def at_once(_: Widget) -> str:
    return "shiny"


async def somebody_waits_for_a_lock(engine: AsyncEngine) -> bool:
    locks = table("pg_locks", column("granted", Boolean))
    async with AsyncSession(engine) as session:
        return bool(await session.scalar(select(exists().where(~locks.c.granted))))


async def ended(task: asyncio.Task[None]) -> None:
    """Stopped and waited for: what it holds of the database is given back before its pool is closed."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def eventually(claim: Callable[[], Awaitable[bool]], within: float = 50) -> None:
    """Wait until something is so; a test that waits in vain fails."""
    async with asyncio.timeout(within):
        while not await claim():  # noqa: ASYNC110  what is awaited happens in the database
            await asyncio.sleep(0.01)
