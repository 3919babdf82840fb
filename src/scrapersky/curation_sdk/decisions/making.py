"""Rows that a person brought in together: remembered as a decision is, so that they are found and taken back so."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import any_, literal, null, select, update
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
    ids: Sequence[UUID],
    *,
    source: str,
    told: str,
    batch_id: UUID | None,
) -> UUID:
    """In the transaction that made them. Before they were made they were nothing: taken back, they are Skipped.

    What is made in several parts is one decision: the first returns its id for the next. `told` is what the history
    says beside how many there are.
    """
    if batch_id is None:
        batch_id = await open_batch(session, workflow, actor, Decision(Settable.NEW), what=f"{MADE}{source}")
    curation = workflow.curation
    former = {
        "batch_id": literal(batch_id, PG_UUID),
        "row_id": curation.id,
        "changed_at": curation.updated_at,
        "updated_at": curation.updated_at,
        "curation_status": literal(Settable.SKIPPED.value),
        **dict.fromkeys(("processing_status", "processing_error", "outcome", "queue_order"), null()),
        "priority": literal(0),
        "attempts": literal(0),
        "run_again": literal(False),  # noqa: FBT003
    }
    made = select(*former.values()).where(
        curation.tenant_id == actor.tenant_id, curation.id == any_(literal(list(ids), ARRAY(PG_UUID)))
    )
    kept = insert(BatchRow).from_select(list(former), made).on_conflict_do_nothing().returning(BatchRow.row_id)
    count = len((await session.scalars(kept)).all())
    mine = update(Batch).where(Batch.id == batch_id)
    await session.execute(mine.values(total=Batch.total + count, done=Batch.done + count, told=told))
    return batch_id
