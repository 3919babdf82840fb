"""What is read for a claimed batch: what `work` needs from other tables, and, where somebody tells it, who decided.

A row whose share cannot be read fails alone.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import Uuid, any_, bindparam, select
from sqlalchemy.dialects.postgresql import ARRAY, distinct_on
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import (
    DATABASE_TROUBLE,
    AnyWorkflow,
    Attempt,
    Batch,
    BatchRow,
    DecidedBy,
    Settable,
    means_the_process,
    noted,
    readable,
    was_cut_off,
    will_pass,
)
from scrapersky.curation_sdk.errors import CurationError, Defer, TryAgain
from scrapersky.curation_sdk.queue.tenancy import bound_by

log = logging.getLogger(__name__)

SECONDS_TO_LOAD = 120.0
AWAY = timedelta(seconds=5)
_READING = "Reading what this row needs from other tables"
GONE = "What this row needs from other tables is no longer there."


async def load_inputs(workflow: AnyWorkflow, engine: AsyncEngine, attempts: Sequence[Attempt]) -> None:
    """In one short transaction; if that fails, row by row."""
    if workflow.load is None:
        for attempt in attempts:
            attempt.given = attempt.row
        return
    limit = asyncio.timeout(SECONDS_TO_LOAD)
    try:
        async with limit:
            await _load(workflow, engine, attempts)
    except BaseException as error:
        if means_the_process(error):
            raise
        if limit.expired():
            log.warning("%s: loading %d rows took too long", workflow.name, len(attempts))
            _give_all(attempts, lambda: TryAgain(f"{_READING} took longer than {SECONDS_TO_LOAD:g} s."))
        elif will_pass(error) and not was_cut_off(error):
            log.warning("%s: %d rows go back until the database can be read: %s", workflow.name, len(attempts), error)
            reason = readable(error) if isinstance(error, DBAPIError) else "The database was away."
            _give_all(attempts, lambda: Defer(reason, outcome="database", after=AWAY))
        elif len(attempts) == 1:
            log.warning("%s: could not load", workflow.name, exc_info=error)
            attempts[0].given = TryAgain(f"Could not read what this row needs from other tables: {readable(error)}")
        else:
            for attempt in attempts:
                await load_inputs(workflow, engine, [attempt])


def _give_all(attempts: Sequence[Attempt], reason: Callable[[], CurationError]) -> None:
    for attempt in attempts:
        attempt.given = reason()


async def _load(workflow: AnyWorkflow, engine: AsyncEngine, attempts: Sequence[Attempt]) -> None:
    assert workflow.load is not None  # noqa: S101  the caller looked
    inputs: dict[Any, Any] = {}
    for tenant_id, rows in _by_tenant(attempts).items():
        bound = bound_by(partial(_same, tenant_id), in_tables=True)
        async with AsyncSession(engine, expire_on_commit=False, **bound) as session:
            inputs |= await workflow.load(session, rows)
    for attempt in attempts:
        has_share = attempt.row_id in inputs
        attempt.given = inputs[attempt.row_id] if has_share else CurationError(GONE)


def _by_tenant(attempts: Sequence[Attempt]) -> dict[UUID, list[Any]]:
    """What is read for a row comes from rows of its own tenant."""
    rows: dict[UUID, list[Any]] = {}
    for attempt in attempts:
        rows.setdefault(attempt.tenant_id, []).append(attempt.row)
    return rows


def _same(tenant_id: UUID) -> UUID:
    return tenant_id


def taken(attempt: Attempt) -> Any:
    """What the row was given, which it then no longer holds. A row without a share learns why when it asks."""
    given, attempt.given = attempt.given, None
    if isinstance(given, CurationError):
        raise given
    return given


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
