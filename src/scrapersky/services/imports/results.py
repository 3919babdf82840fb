"""What became of the rows that a person handed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from sqlalchemy import any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Curated, Settable, State
from scrapersky.extract.submitted.several import Several


class Verdict(StrEnum):
    """What became of one row. A known one was there already, and nothing had to be changed."""

    ADDED = "added"
    UPDATED = "updated"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """One row's result; `line` counts from 1, the header included. `reason`: why it, or a part of it, is not kept.

    Of a line that several rows were made of, `also` has the others that are new.
    """

    line: int
    verdict: Verdict
    id: UUID | None = None
    reason: str | None = None
    also: Sequence[UUID] = ()


def remark_on(name: str, found: Several, others: str = "kept beside the first") -> str | None:
    """What became of a cell in which there was more than one value, or something else."""
    told = []
    if found.wrong:
        told.append(f"is kept without {'a part of ' if found.values else ''}its {name}: {' and '.join(found.wrong)}")
    if found.others:
        told.append(f"has {len(found.values)} in the cell of its {name}; {others}: {', '.join(found.others)}")
    return "; ".join(told) or None


async def queue_undecided(session: AsyncSession, workflow: Curated, actor: Actor, ids: Sequence[UUID]) -> None:
    """Queue the rows that nobody decided about yet; what was skipped stays so, and what is done is not done again."""
    curation = workflow.curation
    wanted = literal(list(ids), ARRAY(PG_UUID(as_uuid=True)))
    undecided = await session.scalars(
        select(curation.id).where(curation.id == any_(wanted), curation.state == State.NEW.value)
    )
    if new := list(undecided):
        await change_status(session, workflow, actor, new, Decision(Settable.QUEUED, only_from=State.NEW))
