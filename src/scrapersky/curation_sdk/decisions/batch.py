"""A person's decision about one or many rows: both statuses change together, and it can be taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Float,
    Numeric,
    Select,
    Text,
    any_,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    literal,
    literal_column,
    not_,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import (
    Actor,
    Batch,
    BatchRow,
    Curated,
    Curation,
    Settable,
    State,
    note,
    traceparent,
)
from scrapersky.curation_sdk.queue import NULL, PROCESSING, QUEUE_CHANNEL, QUEUED, notify

# Steps of this part of a whole, over and over, fill it evenly, and so does any run of them: rows of one host stand next
# to each other, and must not follow each other closely.
GOLDEN_PART = Decimal("0.6180339887498949")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person wants of the rows. Workers wait `undo_seconds`, so that undo finds them untouched.

    Rows to be tried again become due one after the other over `spread_seconds`, so that no host is hit by all at once.
    With `only_from`, rows about which somebody decided otherwise meanwhile are left as they are. Rows that are skipped
    for what they are, and not for what somebody saw in them, have it said as their `outcome`.
    """

    status: Settable
    undo_seconds: float = 0
    priority: int = 0
    spread_seconds: float = 0
    only_from: State | None = None
    outcome: str | None = None
    sitting: UUID | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """What came of a decision. `in_work` rows are in a worker's hands: they finish, and run again if queued."""

    batch_id: UUID
    status: Settable
    updated_ids: list[UUID]
    in_work: list[UUID]

    @property
    def queued_count(self) -> int:
        return len(self.updated_ids) if self.status is Settable.QUEUED else 0


async def open_batch(session: AsyncSession, workflow: Curated, actor: Actor, decision: Decision, **more: Any) -> UUID:
    """Record that a decision was made; the rows it touches are remembered under it."""
    values = {
        "tenant_id": actor.tenant_id,
        "workflow": workflow.name,
        "status": decision.status.value,
        "made_by": actor.name,
        "by_machine": actor.is_machine,
        "undo_seconds": decision.undo_seconds,
        "priority": decision.priority,
        "spread_seconds": decision.spread_seconds,
        "traceparent": traceparent.get(),
        "sitting": decision.sitting,
    }
    made = await session.execute(insert(Batch).values(**values, **more).returning(Batch.id))
    batch_id = made.scalar_one()
    note(workflow=workflow.name, status=decision.status.value, batch=str(batch_id))
    return batch_id


async def change_status(
    session: AsyncSession, workflow: Curated, actor: Actor, ids: Sequence[UUID], decision: Decision, **more: Any
) -> Changed:
    """Decide about these rows, whatever of them exists and is the actor's own, in the caller's transaction."""
    begun = await _begun_in_sitting(session, workflow, actor, decision, ids)
    batch_id = begun or await open_batch(session, workflow, actor, decision, **more)
    changed = await change_rows(session, workflow, ids, decision, tenant_id=actor.tenant_id, batch_id=batch_id)
    count = len(changed.updated_ids)
    note(rows=count)
    counted: dict[str, Any] = {"total": Batch.total + count, "done": Batch.done + count}
    if begun:
        counted["last_at"] = func.now()
    await session.execute(update(Batch).where(Batch.id == batch_id).values(counted))
    return changed


async def _begun_in_sitting(
    session: AsyncSession, workflow: Curated, actor: Actor, decision: Decision, ids: Sequence[UUID]
) -> UUID | None:
    """To what was decided alike in the same sitting more is added. A row that it has already was decided otherwise
    since, and each of its decisions can be taken back by itself: that is another batch.
    """
    if decision.sitting is None:
        return None
    named = BatchRow.row_id == any_(literal(list(ids), ARRAY(PG_UUID)))
    begun = select(Batch.id).where(
        Batch.sitting == decision.sitting,
        Batch.tenant_id == actor.tenant_id,
        Batch.workflow == workflow.name,
        Batch.made_by == actor.name,
        Batch.status == decision.status.value,
        Batch.undone_at.is_(None),
        ~exists().where(BatchRow.batch_id == Batch.id, named),
    )
    return await session.scalar(begun.order_by(Batch.id.desc()).limit(1).with_for_update())


async def change_rows(
    session: AsyncSession,
    workflow: Curated,
    ids: Sequence[UUID],
    decision: Decision,
    *,
    tenant_id: UUID,
    batch_id: UUID,
) -> Changed:
    """Lock in id order, remember, change, and tell the workers."""
    curation = workflow.curation
    remembered = await session.execute(
        remember_statement(curation, decision.only_from), {"batch": batch_id, "tenant": tenant_id, "ids": list(ids)}
    )
    formerly = remembered.all()
    updated = [row_id for row_id, _ in formerly]
    if updated:
        await session.execute(_change_statement(curation, decision), {"found": updated})
        if decision.status is Settable.QUEUED:
            await notify(session, QUEUE_CHANNEL, workflow.name)
    in_work = [row_id for row_id, processing in formerly if processing == "Processing"]
    return Changed(batch_id, decision.status, updated, in_work)


def remember_statement(curation: Curation, only_from: State | None) -> Any:
    table: Any = BatchRow.__table__
    is_so_still = true() if only_from is None else curation.state == only_from.value
    locked = (
        select(*_former(curation))
        .where(
            curation.tenant_id == bindparam("tenant", type_=PG_UUID),
            curation.id == any_(bindparam("ids", type_=ARRAY(PG_UUID, dimensions=1))),
            is_so_still,
        )
        .order_by(curation.id)
        .with_for_update(key_share=True)
        .subquery()
    )
    source: Select[Any] = select(bindparam("batch", type_=PG_UUID), *locked.c)
    columns = ["batch_id", *(column.key for column in locked.c)]
    return insert(table).from_select(columns, source).returning(table.c.row_id, table.c.processing_status)


def _former(curation: Curation) -> list[Any]:
    return [
        curation.id.label("row_id"),
        curation.updated_at.label("updated_at"),
        cast(curation.curation_status, Text).label("curation_status"),
        cast(curation.processing_status, Text).label("processing_status"),
        curation.processing_error.label("processing_error"),
        curation.outcome.label("outcome"),
        curation.queue_order.label("queue_order"),
        curation.priority.label("priority"),
        curation.attempts.label("attempts"),
        curation.run_again.label("run_again"),
    ]


def _change_statement(curation: Curation, decision: Decision) -> Any:
    found: Any = bindparam("found", type_=ARRAY(PG_UUID, dimensions=1))
    is_one = curation.id == any_(found)
    if decision.status is not Settable.QUEUED:
        values = _withdrawn(curation, decision.status, decision.outcome)
    elif decision.spread_seconds == 0:
        values = _queued(curation, decision, decision.undo_seconds)
    else:
        named = func.unnest(found).table_valued("id", with_ordinality="place", name="named").render_derived()
        is_one = curation.id == named.c.id
        part = func.mod(cast(named.c.place, Numeric) * GOLDEN_PART, 1).cast(Float)
        values = _queued(curation, decision, decision.undo_seconds + decision.spread_seconds * part)
    values |= {curation.curation_status: literal_column(f"'{decision.status.value}'"), curation.updated_at: func.now()}
    return update(curation.model).where(is_one).values(values).execution_options(synchronize_session=False)


def _queued(curation: Curation, decision: Decision, wait: Any) -> dict[Any, Any]:
    in_work = curation.processing_status.is_not_distinct_from(PROCESSING)
    due = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, wait)

    def unless_in_work(column: Any, value: Any) -> Any:
        return case((in_work, column), else_=value)

    return {
        curation.processing_status: unless_in_work(curation.processing_status, cast(QUEUED, curation.processing_type)),
        curation.processing_error: unless_in_work(curation.processing_error, NULL),
        curation.outcome: unless_in_work(curation.outcome, NULL),
        curation.attempts: unless_in_work(curation.attempts, literal(0)),
        curation.queue_order: unless_in_work(curation.queue_order, due),
        curation.priority: decision.priority,
        curation.run_again: in_work,
    }


def _withdrawn(curation: Curation, status: Settable, outcome: str | None) -> dict[Any, Any]:
    """A row still waiting would run and cost; one in work finishes, once.

    New means that nobody has decided: what an earlier decision came to is in the history and not on the row. A skipped
    row keeps it, as the reason for skipping.
    """
    in_work = curation.processing_status.is_not_distinct_from(PROCESSING)
    waiting = curation.processing_status.is_not_distinct_from(QUEUED)
    forgotten = not_(in_work) if status is Settable.NEW else waiting

    def unless_forgotten(column: Any, value: Any = NULL) -> Any:
        return case((forgotten, value), else_=column)

    return {
        curation.processing_status: unless_forgotten(curation.processing_status),
        curation.processing_error: unless_forgotten(curation.processing_error),
        curation.outcome: unless_forgotten(curation.outcome) if outcome is None else literal(outcome),
        curation.attempts: unless_forgotten(curation.attempts, literal(0)),
        curation.queue_order: unless_forgotten(curation.queue_order),
        curation.run_again: False,
    }
