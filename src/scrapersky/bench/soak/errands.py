"""The soak's own small workflow: errands, some guilty, whose effects are written down so that each can be counted."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import cycle, islice
from uuid import UUID, uuid4

from sqlalchemy import DateTime, Identity, Text, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.bench.soak.kinds import PATIENCE_SECONDS, FaultKind, SoakPlan
from scrapersky.curation_sdk import Curation, Schedule, Workflow
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, Actor, Settable
from scrapersky.curation_sdk.queue import upsert

ENTRY_BYTES = 1000  # so that a full disk is felt by every few rows, and not by every page of them


class SoakBase(DeclarativeBase):
    pass


class Errand(SoakBase):
    """A row of the queue under test."""

    __tablename__ = "soak_errands"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    number: Mapped[int]

    soak_errand = Curation()


class Misdeed(StrEnum):
    """What a guilty row does each time it is worked on."""

    PANIC_IN_WORK = "panic in work"
    PANIC_IN_SAVE = "panic in save"
    EXIT_IN_WORK = "exit in work"
    EXIT_IN_SAVE = "exit in save"
    INTERRUPT_IN_WORK = "interrupt in work"
    INTERRUPT_IN_SAVE = "interrupt in save"
    SUICIDE = "suicide"


PANICS = tuple(misdeed for misdeed in Misdeed if misdeed is not Misdeed.SUICIDE)


class Guilt(SoakBase):
    """Which rows are guilty: they may end as Error, and no other may."""

    __tablename__ = "soak_guilt"

    row_id: Mapped[UUID] = mapped_column(primary_key=True)
    misdeed: Mapped[str] = mapped_column(Text)


class SoakLedgerEntry(SoakBase):
    """Append-only and without a unique key: an effect that was committed twice is here twice."""

    __tablename__ = "soak_ledger"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    row_id: Mapped[UUID]
    written_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.clock_timestamp())
    weight: Mapped[str] = mapped_column(Text, server_default=func.repeat("x", ENTRY_BYTES))


class Effect(SoakBase):
    """What an idempotent `save` leaves behind: at most one for a row."""

    __tablename__ = "soak_effects"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    row_id: Mapped[UUID] = mapped_column(unique=True)


class Panic(BaseException):
    """No Exception, as nothing that a row's work should raise, and all the same some do."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What `work` is given: which row, and whether it misbehaves."""

    row_id: UUID
    misdeed: Misdeed | None


@dataclass(frozen=True, slots=True)
class ErrandPace:
    """The clients of this workflow: how long the world outside takes at most."""

    longest_seconds: float = 0.1


async def assign(session: AsyncSession, errands: Sequence[Errand]) -> Mapping[UUID, Assignment]:
    ids = [errand.id for errand in errands]
    guilty = dict((await session.execute(select(Guilt.row_id, Guilt.misdeed).where(Guilt.row_id.in_(ids)))).all())
    return {row_id: Assignment(row_id, Misdeed(guilty[row_id]) if row_id in guilty else None) for row_id in ids}


async def run_errand(assignment: Assignment, pace: ErrandPace) -> Assignment:
    await asyncio.sleep(random.uniform(0, pace.longest_seconds))  # noqa: S311  a wait, not a secret
    if assignment.misdeed is Misdeed.SUICIDE:
        os.kill(os.getpid(), signal.SIGKILL)
    _misbehave(assignment.misdeed, "work")
    return assignment


async def write_down(session: AsyncSession, errand: Errand, assignment: Assignment) -> int:
    """The row is named by its assignment, so that a result which reached another row's `save` shows."""
    with session.no_autoflush:
        made = await upsert(session, Effect, [{"row_id": errand.id}], key=("row_id",), update=())
    session.add(SoakLedgerEntry(row_id=assignment.row_id))  # a group's entries are written together, before it commits
    _misbehave(assignment.misdeed, "save")
    return len(made)


def _misbehave(misdeed: Misdeed | None, place: str) -> None:
    what, _, where = (misdeed or "").partition(" in ")
    if where == place:
        raise {"panic": Panic, "exit": SystemExit, "interrupt": KeyboardInterrupt}[what](f"{misdeed}, on purpose")


soak_errand = Workflow(
    code="WFS",
    title="Soak errand",
    curation=Errand.soak_errand,
    produces=Effect,
    shows=(Errand.number,),
    load=assign,
    work=run_errand,
    save=write_down,
    schedule=Schedule(interval_minutes=0.02, batch_size=20, concurrency=16, timeout_seconds=5, backoff_seconds=0.1),
)


ACTOR = Actor(UUID(int=1), "soak")


async def add_errands(engine: AsyncEngine, plan: SoakPlan, chance: random.Random) -> None:
    ids = [uuid4() for _ in range(plan.rows)]
    misdeeds: list[Misdeed] = list(islice(cycle(PANICS), plan.faults.get(FaultKind.PANIC, 0)))
    misdeeds += [Misdeed.SUICIDE] * plan.faults.get(FaultKind.SUICIDE, 0)
    early = ids[: len(ids) // 2]  # each is tried several times, and the last of these should not be waited for
    guilty = zip(chance.sample(early, len(misdeeds)), misdeeds, strict=True)
    async with AsyncSession(engine) as session, session.begin():
        errands = ({"id": row_id, "tenant_id": ACTOR.tenant_id, "number": place} for place, row_id in enumerate(ids))
        await session.execute(insert(Errand), list(errands))
        if misdeeds:
            await session.execute(insert(Guilt), [{"row_id": row_id, "misdeed": misdeed} for row_id, misdeed in guilty])


async def queue_errands(engine: AsyncEngine, most: int) -> None:
    """The next ones, each once: a commit whose answer was lost is not done again, which would be a second errand."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return await _queue(engine, most)
        except DATABASE_TROUBLE:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


async def _queue(engine: AsyncEngine, most: int) -> None:
    curation = Errand.soak_errand
    undecided = select(Errand.id).where(curation.state == "New").order_by(Errand.number).limit(most)
    async with AsyncSession(engine) as session, session.begin():
        ids = list(await session.scalars(undecided.with_for_update()))
        await change_status(session, soak_errand, ACTOR, ids, Decision(Settable.QUEUED))
