"""Batches too large for one transaction: carried out and taken back in chunks, by whichever process is there."""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import Any
from uuid import UUID

from sqlalchemy import Select, func, literal_column, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import defer

from scrapersky.curation_sdk.decisions.batch import Decision, change_rows
from scrapersky.curation_sdk.decisions.refusing import count_refused, refused_rows
from scrapersky.curation_sdk.decisions.undo import restore_rows
from scrapersky.curation_sdk.declaring import (
    AnyWorkflow,
    Batch,
    BatchRow,
    Registry,
    Settable,
    is_contended,
    is_database_away,
    links_of,
    means_the_process,
    readable,
    was_cut_off,
)
from scrapersky.curation_sdk.lists import Filter, SelectedRows, Selection
from scrapersky.curation_sdk.queue import Background, bind, sessions_of, single_statements

log = logging.getLogger(__name__)

CHUNK = 5_000
LEASE_SECONDS = 30
MOST_TRIES = 5
UNFINISHED = ("running", "undoing")


async def run_chunk(session: AsyncSession, registry: Registry, batch_id: UUID) -> bool:
    """Do the next piece of a batch in the caller's transaction; says whether more is left.

    The batch's row is locked first, and its position moves with the rows: two runners or a crash double nothing.
    """
    batch = await session.scalar(
        select(Batch).where(Batch.id == batch_id).with_for_update().options(defer(Batch.row_ids))
    )
    if batch is None or batch.state not in UNFINISHED:
        return False
    await (await session.connection()).run_sync(bind, batch.tenant_id)
    batch.lease_until = lease_end()
    if batch.state == "running":
        return await _change_chunk(session, registry, batch)
    return await _restore_chunk(session, registry[batch.workflow], batch)


def lease_end() -> Any:
    return func.now() + func.make_interval(0, 0, 0, 0, 0, 0, LEASE_SECONDS)


async def _change_chunk(session: AsyncSession, registry: Registry, batch: Batch) -> bool:
    workflow = registry[batch.workflow]
    decision = Decision(Settable(batch.status), batch.undo_seconds, batch.priority, batch.spread_seconds)
    if batch.filter is None:
        ids = still = await _next_named(session, batch)
    else:
        selected = await _selected(session, registry, batch, batch.filter)
        through = UUID(batch.filter["through"])
        ids = await selected.next(session, after=batch.last_id, through=through, limit=CHUNK)
        still = await selected.lock(session, ids)
    refused = await refused_rows(session, workflow, batch.tenant_id, still, decision.status)
    batch.total -= len(refused)
    await count_refused(session, batch.id, refused)
    still = [each for each in still if each not in refused]
    changed = await change_rows(session, workflow, still, decision, tenant_id=batch.tenant_id, batch_id=batch.id)
    batch.done += len(changed.updated_ids)
    return _move_on(batch, ids, ended="done")


async def _next_named(session: AsyncSession, batch: Batch) -> list[UUID]:
    named = select(func.unnest(Batch.row_ids).label("id")).where(Batch.id == batch.id).subquery()
    rest = select(named.c.id).order_by(named.c.id).limit(CHUNK)
    return list(await session.scalars(rest.where(named.c.id > batch.last_id) if batch.last_id else rest))


async def _selected(session: AsyncSession, registry: Registry, batch: Batch, written: dict[str, Any]) -> SelectedRows:
    """With a filter, the ids of a batch are those excepted."""
    excepted = await session.scalar(select(Batch.row_ids).where(Batch.id == batch.id)) if written["excepted"] else None
    selection = Selection(Filter.from_json(written["filter"]), excepted or ())
    return SelectedRows(registry[batch.workflow], batch.tenant_id, selection, links_of(registry))


async def _restore_chunk(session: AsyncSession, workflow: AnyWorkflow, batch: Batch) -> bool:
    remembered = select(BatchRow.row_id).where(BatchRow.batch_id == batch.id).order_by(BatchRow.row_id).limit(CHUNK)
    if batch.last_id is not None:
        remembered = remembered.where(BatchRow.row_id > batch.last_id)
    ids = list(await session.scalars(remembered))
    restored = await restore_rows(session, workflow, batch.id, among=ids)
    batch.restored += restored
    return _move_on(batch, ids, ended="undone" if batch.restored == batch.done else "partly undone")


def _move_on(batch: Batch, ids: list[UUID], *, ended: str) -> bool:
    batch.last_id = ids[-1] if ids else batch.last_id
    if len(ids) == CHUNK:
        return True
    batch.state, batch.lease_until = ended, None
    return False


def waiting_statement() -> Select[Any]:
    """Unfinished batches that nobody is on. The states are literals, as in the index that has only these rows."""
    unfinished = Batch.state.in_([literal_column(f"'{state}'") for state in UNFINISHED])
    free = or_(Batch.lease_until.is_(None), Batch.lease_until < func.now())
    return select(Batch.id).where(unfinished, free)


def free_statement() -> Select[Any]:
    return waiting_statement().order_by(Batch.id).with_for_update(skip_locked=True)


class BulkJobs:
    """Carries out unfinished batches until stopped. Several processes may run one each: a lease keeps them apart."""

    def __init__(self, engine: AsyncEngine, registry: Registry, poll_seconds: float = 0.5) -> None:
        self._engine, self._registry, self._poll_seconds = engine, registry, poll_seconds
        self._background = Background("long jobs", sessions_of(engine))
        self._task: asyncio.Task[None] | None = None
        self._tries: Counter[UUID] = Counter()

    def start(self) -> None:
        self._task = self._background.start(self.run_pending, self._poll_seconds)

    async def stop(self) -> None:
        """The chunk in hand is rolled back; its batch goes on from there elsewhere, or at the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def run_pending(self) -> int:
        """Work on what nobody else works on, a chunk of each in turn, until none is left; says how many there were."""
        mine: set[UUID] = set()
        count = 0
        while True:
            taken = await self._take()
            count += len(taken)
            mine |= taken
            if not mine:
                return count
            for batch_id in sorted(mine):
                if not await self._run_chunk(batch_id):
                    mine.remove(batch_id)

    async def _take(self) -> set[UUID]:
        """Most looks find nothing: a single statement says so, and locks nothing."""
        async with AsyncSession(single_statements(self._engine)) as session:
            if not await session.scalar(select(waiting_statement().exists())):
                return set()
        async with AsyncSession(self._engine) as session, session.begin():
            ids = set(await session.scalars(free_statement()))
            if ids:
                await session.execute(update(Batch).where(Batch.id.in_(ids)).values(lease_until=lease_end()))
        return ids

    async def _run_chunk(self, batch_id: UUID) -> bool:
        try:
            async with AsyncSession(self._engine) as session, session.begin():
                has_more = await run_chunk(session, self._registry, batch_id)
        except BaseException as error:
            if means_the_process(error) or is_database_away(error):
                raise
            if await self._may_pass(batch_id, error):
                return True
            self._tries.pop(batch_id, None)
            log.exception("batch %s failed", batch_id)  # the person who decided reads why, and the others go on
            await self._fail(batch_id, readable(error))
            return False
        self._tries.pop(batch_id, None)
        return has_more

    async def _may_pass(self, batch_id: UUID, error: BaseException) -> bool:
        """Others that are in its way go away. What is cut off again and again asks for too much."""
        self._tries[batch_id] += 1
        if not is_contended(error) or (was_cut_off(error) and self._tries[batch_id] >= MOST_TRIES):
            return False
        await asyncio.sleep(0.05 * 2 ** min(self._tries[batch_id], 6))
        return True

    async def _fail(self, batch_id: UUID, reason: str) -> None:
        """Unless a person cancelled it meanwhile."""
        unfinished = Batch.id == batch_id, Batch.state.in_(UNFINISHED)
        async with AsyncSession(self._engine) as session, session.begin():
            await session.execute(
                update(Batch).where(*unfinished).values(state="failed", failure=reason, lease_until=None)
            )
