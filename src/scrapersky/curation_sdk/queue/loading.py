"""What `work` needs from other tables, read for a whole batch; a row whose share cannot be read fails alone."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Attempt, means_the_process, readable, was_cut_off, will_pass
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
