"""Which decision queued each row of a batch: asked by those only who tell it."""

import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Uuid, any_, bindparam, select
from sqlalchemy.dialects.postgresql import ARRAY, distinct_on
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.declaring import (
    DATABASE_TROUBLE,
    AnyWorkflow,
    Attempt,
    Batch,
    BatchRow,
    DecidedBy,
    Settable,
    noted,
)

log = logging.getLogger(__name__)


def deciders_statement(workflow: AnyWorkflow) -> Any:
    """The rows first: without statistics the planner would begin with every decision of the workflow."""
    named = BatchRow.row_id == any_(bindparam("ids", type_=ARRAY(Uuid, dimensions=1)))
    rows = select(BatchRow.row_id, BatchRow.batch_id).where(named).cte("rows").prefix_with("MATERIALIZED")
    return (
        select(rows.c.row_id, Batch.id, Batch.total, Batch.traceparent)
        .join(Batch, Batch.id == rows.c.batch_id)
        .where(Batch.workflow == workflow.name, Batch.status == Settable.QUEUED.value)
        .ext(distinct_on(rows.c.row_id))
        .order_by(rows.c.row_id, rows.c.batch_id.desc())
    )


async def note_deciders(workflow: AnyWorkflow, engine: AsyncEngine, attempts: Sequence[Attempt]) -> None:
    """A claim stands whether or not this can be found out."""
    try:
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            found = await connection.execute(
                deciders_statement(workflow), {"ids": [attempt.row_id for attempt in attempts]}
            )
            deciders = {row_id: DecidedBy(*facts) for row_id, *facts in found}
    except DATABASE_TROUBLE as error:
        log.warning("%s: could not ask who decided: %s", workflow.name, error, extra=noted(error))
        return
    for attempt in attempts:
        attempt.decided_by = deciders.get(attempt.row_id)
