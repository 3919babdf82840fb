"""Rows whose worker is gone, or that a living worker lost, go back to the queue. Any process may do it."""

import math
from typing import Any

from sqlalchemy import any_, bindparam, case, cast, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.curation import Curation
from scrapersky.curation_sdk.outcomes import Ending
from scrapersky.curation_sdk.queue import ERROR, HISTORY, NULL, PROCESSING, QUEUED
from scrapersky.curation_sdk.tables import Worker
from scrapersky.curation_sdk.workflow import AnyWorkflow, Schedule

MOST_AT_ONCE = 1000
GRACE_SECONDS = 60
LOST = "The worker stopped while it was on this row."


def longest_hold(schedule: Schedule) -> float:
    """How long a living worker may keep a row: its turn for a slot, its time limit, and some grace.

    >>> longest_hold(Schedule(batch_size=20, concurrency=10, timeout_seconds=60))
    180.0
    """
    turns = math.ceil(max(schedule.batch_size, schedule.concurrency) / schedule.concurrency)
    return turns * float(schedule.timeout_seconds) + GRACE_SECONDS


async def rescue(workflow: AnyWorkflow, schedule: Schedule, engine: AsyncEngine) -> int:
    """Put lost rows back, or end them as Error when their attempts are used; say how many."""
    async with AsyncSession(engine) as session, session.begin():
        key = func.hashtext(f"rescue {workflow.name}")
        if not await session.scalar(select(func.pg_try_advisory_xact_lock(key))):
            return 0
        lost = (await session.execute(lost_statement(workflow.curation, longest_hold(schedule)))).all()
        if lost:
            ids = [row.id for row in lost]
            await session.execute(put_back_statement(workflow.curation, schedule.attempts), {"ids": ids})
            await session.execute(HISTORY, _history(workflow.name, lost))
        return len(lost)


async def forget_dead_workers(engine: AsyncEngine) -> None:
    """Rows of a worker that is not in the table count as lost, so nothing hangs on keeping it."""
    async with AsyncSession(engine) as session, session.begin():
        long_ago = func.now() - func.make_interval(0, 0, 0, 0, 1)
        await session.execute(delete(Worker).where(Worker.lease_until < long_ago))


def lost_statement(curation: Curation, hold: float) -> Any:
    alive = exists(select(Worker.id).where(Worker.id == curation.worker, Worker.lease_until > func.now()))
    overdue = curation.claimed_at < func.now() - func.make_interval(0, 0, 0, 0, 0, 0, hold)
    held_for = func.extract("epoch", func.now() - curation.claimed_at)
    return (
        select(
            curation.id.label("id"),
            curation.tenant_id.label("tenant_id"),
            curation.attempts.label("attempts"),
            curation.worker.label("worker"),
            held_for.label("held_for"),
        )
        .where(curation.processing_status == PROCESSING, or_(~alive, overdue))
        .order_by(curation.id)
        .limit(MOST_AT_ONCE)
        .with_for_update(skip_locked=True, key_share=True)
    )


def put_back_statement(curation: Curation, attempts: int) -> Any:
    wanted = curation.curation_status == QUEUED
    again = wanted & (curation.run_again | (curation.attempts < attempts))
    ended = wanted & ~again
    return (
        update(curation.model)
        .where(curation.id == any_(bindparam("ids", type_=ARRAY(PG_UUID))))
        .values(
            {
                curation.processing_status: case(
                    (again, cast(QUEUED, curation.processing_type)),
                    (ended, cast(ERROR, curation.processing_type)),
                    else_=NULL,
                ),
                curation.processing_error: case((ended, f"{LOST} It was tried {attempts} times."), else_=NULL),
                curation.outcome: case((ended, "worker_lost"), else_=NULL),
                curation.queue_order: case((again, func.now()), else_=NULL),
                curation.attempts: case((curation.run_again, 0), else_=curation.attempts),
                curation.worker: NULL,
                curation.claim: NULL,
                curation.claimed_at: NULL,
                curation.run_again: False,
                curation.updated_at: func.now(),
            }
        )
        .execution_options(synchronize_session=False)
    )


def _history(workflow: str, lost: Any) -> dict[str, Any]:
    many = len(lost)
    return {
        "workflow": workflow,
        "ids": [row.id for row in lost],
        "workers": [row.worker for row in lost],
        "tenants": [row.tenant_id for row in lost],
        "attempts": [row.attempts for row in lost],
        "statuses": ["Queued"] * many,
        "endings": [Ending.LOST.value] * many,
        "outcomes": ["worker_lost"] * many,
        "messages": [LOST] * many,
        "errors": [None] * many,
        "produced": [0] * many,
        "delays": [0.0] * many,
        "started": [float(row.held_for) for row in lost],
        "ended": [0.0] * many,
    }
