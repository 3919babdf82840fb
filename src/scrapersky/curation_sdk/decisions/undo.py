"""Taking a batch back: each row that nobody has touched since becomes what it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import any_, cast, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased, defer

from scrapersky.curation_sdk.decisions.editing import Editing
from scrapersky.curation_sdk.decisions.making import MADE
from scrapersky.curation_sdk.decisions.payloads import Undoing
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Batch, BatchRow, Curation, KeptRule, Registry
from scrapersky.curation_sdk.errors import BadRequest, RowsNotFound
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import PROCESSING, QUEUE_CHANNEL, notify


async def own_batch(session: AsyncSession, actor: Actor, batch_id: UUID, *, lock: bool = False) -> Batch:
    wanted = select(Batch).where(Batch.id == batch_id, Batch.tenant_id == actor.tenant_id).options(defer(Batch.row_ids))
    wanted = wanted.execution_options(populate_existing=True)
    batch = await session.scalar(wanted.with_for_update() if lock else wanted)
    if batch is None:
        raise RowsNotFound(f"There is no batch {batch_id}.")
    return batch


async def batch_to_undo(session: AsyncSession, actor: Actor, batch_id: UUID) -> Batch:
    """The batch, locked, if it can be taken back. A second undo is refused."""
    batch = await own_batch(session, actor, batch_id, lock=True)
    if batch.undone_at is not None:
        raise BadRequest(f"Batch {batch_id} was already taken back.")
    if batch.state == "running":
        raise BadRequest(f"Batch {batch_id} is still running; cancel it first, then take it back.")
    if batch.rule_id is not None:
        await _let_its_rule_rest(session, actor, batch.rule_id)
    return batch


async def _let_its_rule_rest(session: AsyncSession, actor: Actor, rule_id: UUID) -> None:
    """It would decide the same again at once."""
    reason = f"{actor.name} took back what it had decided."
    at_work = KeptRule.id == rule_id, KeptRule.suspended.is_(None)
    await session.execute(update(KeptRule).where(*at_work).values(suspended=reason))


async def undo_batch(session: AsyncSession, registry: Registry, actor: Actor, batch_id: UUID) -> Undoing:
    """In the caller's transaction."""
    batch = await batch_to_undo(session, actor, batch_id)
    workflow = registry[batch.workflow]
    batch.restored += await _restore(session, workflow, actor, batch)
    batch.undone_at = func.now()
    batch.state = "undone" if batch.restored == batch.done else "partly undone"
    also = await workflow.taken_back(session, actor, batch) if workflow.taken_back else None
    done = _undone(batch_id, batch.done, batch.restored, await _in_work(session, workflow, batch_id), also)
    if batch.what and batch.what.startswith(MADE):
        done.message = done.message.replace("restored", "skipped", 1)
    return done


async def undo_rows(
    session: AsyncSession, registry: Registry, actor: Actor, batch_id: UUID, ids: Sequence[UUID]
) -> Undoing:
    """Some of the batch's rows, in the caller's transaction. The others can be taken back later."""
    batch = await batch_to_undo(session, actor, batch_id)
    workflow = registry[batch.workflow]
    restored = await _restore(session, workflow, actor, batch, ids)
    batch.restored += restored
    if batch.restored:
        batch.state = "undone" if batch.restored == batch.done else "partly undone"
    if batch.state == "undone":
        batch.undone_at = func.now()
    in_work = await _in_work(session, workflow, batch_id)
    return _undone(batch_id, len(ids), restored, [each for each in in_work if each in ids])


def _undone(batch_id: UUID, total: int, restored: int, in_work: list[UUID], also: str | None = None) -> Undoing:
    """`also` says what became of that which was done together with the decision."""
    message = f"{restored:,} of {total:,} restored."
    if in_work:
        message += f" {len(in_work):,} being processed; each can be stopped."
    others = total - restored - len(in_work)
    if others > 0:
        since = f" {plural(others, 'was', 'were')} worked on or decided anew since: finished work stays."
        message += f"{since} Reset puts a row back to be decided."
    if also:
        message = f"{message} {also}" if total else also
    return Undoing(message=message, batch_id=batch_id, total=total, restored=restored, in_work=in_work)


async def _restore(
    session: AsyncSession, workflow: AnyWorkflow, actor: Actor, batch: Batch, among: Sequence[UUID] | None = None
) -> int:
    """Of rows that were merged one has its values back, the others their states."""
    values = 0 if batch.what is None else await Editing(session, workflow, actor).take_back(batch, among or ())
    return values + await restore_rows(session, workflow, batch.id, among)


async def _in_work(session: AsyncSession, workflow: AnyWorkflow, batch_id: UUID) -> list[UUID]:
    curation = workflow.curation
    in_work = (
        select(curation.id)
        .join(BatchRow, BatchRow.row_id == curation.id)
        .where(BatchRow.batch_id == batch_id, curation.processing_status == PROCESSING)
    )
    return list(await session.scalars(in_work))


async def batches_past_undo(
    session: AsyncSession, workflow: AnyWorkflow, actor: Actor, batches: Sequence[UUID]
) -> set[UUID]:
    """Those of which no row is as the batch left it. Of each, rows are looked at until one is."""
    curation = workflow.curation
    untouched = (
        select(BatchRow.batch_id)
        .join(curation.model, curation.id == BatchRow.row_id)
        .where(
            BatchRow.batch_id == Batch.id,
            curation.tenant_id == actor.tenant_id,
            curation.updated_at == BatchRow.changed_at,
        )
        .limit(1)
        .correlate(Batch)
        .scalar_subquery()
    )
    wanted = Batch.id == any_(literal(list(batches), ARRAY(PG_UUID)))
    return set(await session.scalars(select(Batch.id).where(wanted, untouched.is_(None))))


@dataclass(frozen=True, slots=True)
class DecidedAnew:
    """How many rows of a batch somebody decided about again since, and who."""

    rows: int
    people: list[str]

    @property
    def told(self) -> dict[str, Any]:
        return {"decided_anew": self.rows, "decided_anew_by": self.people}


async def decided_anew(
    session: AsyncSession, workflow: AnyWorkflow, batches: Sequence[UUID]
) -> dict[UUID, DecidedAnew]:
    """Of those batches of which there are such rows; a decision that was taken back counts for nothing."""
    curation = workflow.curation
    later, their = aliased(BatchRow), aliased(Batch)
    found = await session.execute(
        select(Batch.id, func.count(BatchRow.row_id.distinct()), func.array_agg(their.made_by.distinct()))
        .join(BatchRow, BatchRow.batch_id == Batch.id)
        .join(curation.model, curation.id == BatchRow.row_id)
        .join(later, (later.row_id == BatchRow.row_id) & (later.changed_at > BatchRow.changed_at))
        .join(their, their.id == later.batch_id)
        .where(
            Batch.id == any_(literal(list(batches), ARRAY(PG_UUID))),
            curation.updated_at != BatchRow.changed_at,
            their.workflow == workflow.name,
            their.state != "undone",
        )
        .group_by(Batch.id)
    )
    return {batch_id: DecidedAnew(rows, sorted(people)) for batch_id, rows, people in found}


async def restore_rows(
    session: AsyncSession, workflow: AnyWorkflow, batch_id: UUID, among: Sequence[UUID] | None = None
) -> int:
    """Locks in id order, like every other change of many rows. Rows that wait again are told to the workers."""
    curation = workflow.curation
    untouched = (
        select(curation.id)
        .join(BatchRow, BatchRow.row_id == curation.id)
        .where(BatchRow.batch_id == batch_id, curation.updated_at == BatchRow.changed_at)
        .order_by(curation.id)
        .with_for_update(of=curation.model, key_share=True)
    )
    if among is not None:
        untouched = untouched.where(BatchRow.row_id == any_(literal(list(among), ARRAY(PG_UUID))))
    ids = list(await session.scalars(untouched))
    if ids:
        await session.execute(restore_statement(curation, batch_id, ids))
        await notify(session, QUEUE_CHANNEL, workflow.name)
    return len(ids)


def restore_statement(curation: Curation, batch_id: UUID, ids: list[UUID]) -> Any:
    """The ids are asked of what is remembered, never of the table: while no statistics know of a new batch, the planner
    expects one row of it, and would look for each of its rows among all ids.
    """
    return (
        update(curation.model)
        .where(
            BatchRow.batch_id == batch_id,
            BatchRow.row_id == curation.id,
            BatchRow.row_id == any_(literal(ids, ARRAY(PG_UUID, dimensions=1))),
        )
        .values(
            {
                curation.curation_status: cast(BatchRow.curation_status, curation.curation_type),
                curation.processing_status: cast(BatchRow.processing_status, curation.processing_type),
                curation.processing_error: BatchRow.processing_error,
                curation.outcome: BatchRow.outcome,
                curation.queue_order: BatchRow.queue_order,
                curation.priority: BatchRow.priority,
                curation.attempts: BatchRow.attempts,
                curation.run_again: BatchRow.run_again,
                # As it was, so that the batch before this one finds the row untouched and can be taken back too.
                curation.updated_at: BatchRow.updated_at,
            }
        )
        .execution_options(synchronize_session=False)
    )
