"""Rows that may not be queued: said when somebody wants to, and left as they are."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Batch, Settable
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.plurals import plural

# What is made of so many between two questions to the database keeps everyone else waiting for 20 ms.
LOOKED_AT_ONCE = 200
MOST_REASONS = 2


class RowsRefused(CurationError):
    """None of the rows may be queued, or none `of_newest`: there may be others, which nobody looked at."""

    http_status = 409

    def __init__(self, refused: Mapping[UUID, str], *, of_newest: bool = False) -> None:
        newest = f"None of the newest {len(refused):,} may be queued. {_why(refused)}"
        super().__init__(newest if of_newest else refused_words(refused))


async def refused_rows(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, ids: Sequence[UUID], status: Settable
) -> dict[UUID, str]:
    """Those that may not be queued, and why; of any other decision none."""
    refused: dict[UUID, str] = {}
    if workflow.refuses is None or status is not Settable.QUEUED:
        return refused
    for start in range(0, len(ids), LOOKED_AT_ONCE):
        refused |= await workflow.refuses(session, tenant_id, ids[start : start + LOOKED_AT_ONCE])
    return refused


async def count_refused(session: AsyncSession, batch_id: UUID, refused: Mapping[UUID, str]) -> None:
    """For whoever reads later what came of a decision: how many, and why one of them."""
    if refused:
        reason = func.coalesce(Batch.refusal, next(iter(refused.values())))
        counted = update(Batch).where(Batch.id == batch_id).values(refused=Batch.refused + len(refused), refusal=reason)
        await session.execute(counted.execution_options(synchronize_session=False))


def refused_words(refused: Mapping[UUID, str]) -> str:
    """
    >>> refused_words({UUID(int=1): "A is suppressed.", UUID(int=2): "B is suppressed."})
    '2 rows were not queued. A is suppressed. B is suppressed.'
    >>> refused_words(dict.fromkeys(map(UUID, [f"{n:032x}" for n in range(3)]), "Acme is suppressed."))
    '3 rows were not queued. Acme is suppressed.'
    >>> refused_words({UUID(int=n): f"{n} is suppressed." for n in range(4)})
    '4 rows were not queued. 0 is suppressed. 1 is suppressed. And for 2 more reasons.'
    """
    return f"{plural(len(refused), 'row was', 'rows were')} not queued. {_why(refused)}"


def _why(refused: Mapping[UUID, str]) -> str:
    reasons = list(dict.fromkeys(refused.values()))
    more = len(reasons) - MOST_REASONS
    return " ".join((*reasons[:MOST_REASONS], *([f"And for {plural(more, 'more reason')}."] if more > 0 else [])))
