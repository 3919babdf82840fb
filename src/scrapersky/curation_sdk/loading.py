"""What `work` needs from other tables, read for a whole batch; a row whose share cannot be read fails alone."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.errors import CurationError, TryAgain
from scrapersky.curation_sdk.outcomes import Attempt, readable
from scrapersky.curation_sdk.workflow import AnyWorkflow

log = logging.getLogger(__name__)


class Inputs(dict[UUID, Any]):
    """What `load` gave. A row without a share learns why when it asks."""

    def __init__(self, given: Mapping[UUID, Any], reasons: Mapping[UUID, str]) -> None:
        super().__init__(given)
        self._reasons = reasons

    def __missing__(self, row_id: UUID) -> Any:
        if row_id in self._reasons:
            raise TryAgain(f"Could not read what this row needs from other tables: {self._reasons[row_id]}")
        raise CurationError("What this row needs from other tables is no longer there.")


async def load_inputs(workflow: AnyWorkflow, engine: AsyncEngine, attempts: Sequence[Attempt]) -> Mapping[UUID, Any]:
    """In one short transaction; if that fails, row by row."""
    if workflow.load is None:
        return {attempt.row_id: attempt.row for attempt in attempts}
    try:
        return Inputs(await _load(workflow, engine, attempts), {})
    except Exception as error:
        log.exception("%s: could not load", workflow.name)
        if len(attempts) == 1:
            return Inputs({}, {attempts[0].row_id: readable(error)})
    given: dict[UUID, Any] = {}
    reasons: dict[UUID, str] = {}
    for attempt in attempts:
        alone = await load_inputs(workflow, engine, [attempt])
        given |= alone
        reasons |= getattr(alone, "_reasons", {})
    return Inputs(given, reasons)


async def _load(workflow: AnyWorkflow, engine: AsyncEngine, attempts: Sequence[Attempt]) -> Mapping[UUID, Any]:
    assert workflow.load is not None  # noqa: S101  the caller looked
    async with AsyncSession(engine, expire_on_commit=False) as session:
        return await workflow.load(session, [attempt.row for attempt in attempts])
