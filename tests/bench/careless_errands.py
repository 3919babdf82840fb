"""The soak's workflow, done carelessly: what a sound queue cannot make up for, and a soak must find."""

from dataclasses import replace
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.bench.soak.errands import (
    Assignment,
    Errand,
    LedgerEntry,
    Pace,
    run_errand,
    soak_errand,
    write_down,
)
from scrapersky.curation_sdk import TryAgain

_begun: set[UUID] = set()


def is_tenth(row_id: UUID) -> bool:
    return row_id.int % 10 == 0


async def forget_some(session: AsyncSession, errand: Errand, assignment: Assignment) -> int:
    return 0 if is_tenth(errand.id) else await write_down(session, errand, assignment)


async def commit_before_it_is_done(session: AsyncSession, errand: Errand, assignment: Assignment) -> int:
    """The effect is committed on its own, so that a row which is then tried again has it twice."""
    if is_tenth(errand.id) and errand.id not in _begun:
        _begun.add(errand.id)
        async with AsyncSession(session.bind) as other, other.begin():
            other.add(LedgerEntry(row_id=errand.id))
        raise TryAgain("in a moment")
    return await write_down(session, errand, assignment)


async def give_up(assignment: Assignment, pace: Pace) -> Assignment:
    if is_tenth(assignment.row_id):
        raise ValueError("no reason")
    return await run_errand(assignment, pace)


forgetful = replace(soak_errand, save=forget_some)
hasty = replace(soak_errand, save=commit_before_it_is_done)
feeble = replace(soak_errand, work=give_up)
