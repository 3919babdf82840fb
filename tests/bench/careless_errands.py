"""The soak's workflow, done carelessly: what a sound queue cannot make up for, and a soak must find."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.bench.soak.errands import (
    Assignment,
    Errand,
    ErrandPace,
    SoakLedgerEntry,
    run_errand,
    soak_errand,
    write_down,
)
from scrapersky.curation_sdk import Defer, TryAgain

FORGOTTEN, HASTY, FEEBLE, PUT_OFF = range(4)


def mistake_of(row_id: UUID) -> int:
    """Most rows are none of the four."""
    return row_id.int % 20


async def work_carelessly(assignment: Assignment, pace: ErrandPace) -> Assignment:
    if mistake_of(assignment.row_id) == FEEBLE:
        raise ValueError("no reason")
    if mistake_of(assignment.row_id) == PUT_OFF:
        raise Defer("some other day", outcome="later", after=timedelta(days=1))
    return await run_errand(assignment, pace)


async def was_begun(session: AsyncSession, row_id: UUID) -> bool:
    return bool(await session.scalar(select(exists().where(SoakLedgerEntry.row_id == row_id))))


async def save_carelessly(session: AsyncSession, plan: Errand, assignment: Assignment) -> int:
    """A hasty effect is committed on its own, so that a row which is then tried again, by any worker, has it twice."""
    if mistake_of(plan.id) == FORGOTTEN:
        return 0
    if mistake_of(plan.id) == HASTY and not await was_begun(session, plan.id):
        async with AsyncSession(session.bind) as other, other.begin():
            other.add(SoakLedgerEntry(row_id=plan.id))
        raise TryAgain("in a moment")
    return await write_down(session, plan, assignment)


careless = replace(soak_errand, work=work_carelessly, save=save_carelessly)
