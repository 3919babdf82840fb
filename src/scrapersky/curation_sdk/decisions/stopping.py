"""Taking a row away from the worker that is on it."""

from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Ending, Run
from scrapersky.curation_sdk.errors import CurationError, RowsNotFound
from scrapersky.curation_sdk.queue import NULL, PROCESSING, STOP_CHANNEL, notify


class NotInWork(CurationError):
    """Only a row that a worker holds can be stopped."""

    http_status = 409


async def stop_row(session: AsyncSession, workflow: AnyWorkflow, actor: Actor, row_id: UUID) -> None:
    """Without its claim the worker's late completion changes nothing; the notification makes it give up at once."""
    curation = workflow.curation
    held = await session.execute(
        select(curation.state, curation.processing_status, curation.attempts, curation.worker, curation.claimed_at)
        .where(curation.id == row_id, curation.tenant_id == actor.tenant_id)
        .with_for_update(key_share=True)
    )
    row = held.first()
    if row is None:
        raise RowsNotFound(f"There is no row {row_id} in {workflow.names.table}.")
    state, processing, attempts, worker, claimed_at = row
    if processing != "Processing":
        raise NotInWork(f"The row is {state}; nobody is working on it.")
    await session.execute(_let_go_statement(workflow, row_id))
    await session.execute(
        insert(Run).values(
            tenant_id=actor.tenant_id,
            workflow=workflow.name,
            row_id=row_id,
            attempt=attempts,
            worker=worker,
            ending=Ending.STOPPED.value,
            outcome="stopped",
            message=f"Stopped by {actor.name}.",
            started_at=claimed_at,
            ended_at=func.now(),
        )
    )
    await notify(session, STOP_CHANNEL, workflow.name)


def _let_go_statement(workflow: AnyWorkflow, row_id: UUID) -> Any:
    curation = workflow.curation
    cleared = ("processing_status", "processing_error", "outcome", "queue_order", "worker", "claim", "claimed_at")
    return (
        update(curation.model)
        .where(curation.id == row_id, curation.processing_status == PROCESSING)
        .values(
            {getattr(curation, name): NULL for name in cleared}
            | {
                curation.curation_status: "New",
                curation.attempts: 0,
                curation.run_again: False,
                curation.updated_at: func.now(),
            }
        )
        .execution_options(synchronize_session=False)
    )
