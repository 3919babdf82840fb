"""Rows that a person brought in together: remembered as a decision is, so that they are found and taken back so."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import Integer, any_, func, literal, null, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions.batch import Decision, open_batch
from scrapersky.curation_sdk.declaring import Actor, Batch, BatchRow, Curated, Settable

MADE = "imported from "


async def record_made(
    session: AsyncSession,
    workflow: Curated,
    actor: Actor,
    lines: Mapping[UUID, int],
    *,
    source: str,
    told: str,
    batch_id: UUID | None,
) -> UUID:
    """In the transaction that made them. Before they were made they were nothing: taken back, they are Skipped.

    `lines` are the rows, and from which line each is. What is made in several parts is one decision: the first returns
    its id for the next. `told` is what the history says beside how many there are.
    """
    if batch_id is None:
        batch_id = await open_batch(session, workflow, actor, Decision(Settable.NEW), what=f"{MADE}{source}")
    curation = workflow.curation
    given = func.unnest(literal(list(lines), ARRAY(PG_UUID)), literal(list(lines.values()), ARRAY(Integer)))
    brought = given.table_valued("id", "line", name="brought").render_derived()
    former = {
        "batch_id": literal(batch_id, PG_UUID),
        "row_id": curation.id,
        "changed_at": curation.updated_at,
        "updated_at": curation.updated_at,
        "line": brought.c.line,
        "curation_status": literal(Settable.SKIPPED.value),
        **dict.fromkeys(("processing_status", "processing_error", "outcome", "queue_order"), null()),
        "priority": literal(0),
        "attempts": literal(0),
        "run_again": literal(False),  # noqa: FBT003
    }
    made = (
        select(*former.values())
        .select_from(curation.model)
        .join(brought, brought.c.id == curation.id)
        .where(curation.tenant_id == actor.tenant_id, curation.id == any_(literal(list(lines), ARRAY(PG_UUID))))
    )
    kept = insert(BatchRow).from_select(list(former), made).on_conflict_do_nothing().returning(BatchRow.row_id)
    count = len((await session.scalars(kept)).all())
    mine = update(Batch).where(Batch.id == batch_id)
    await session.execute(mine.values(total=Batch.total + count, done=Batch.done + count, told=told))
    return batch_id
