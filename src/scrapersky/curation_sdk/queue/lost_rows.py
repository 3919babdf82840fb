"""Rows whose worker is gone, or that a living worker lost, go back to the queue. Any process may do it."""

import math
from typing import Any

from sqlalchemy import any_, case, cast, delete, exists, func, literal, literal_column, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Curation, Ending, Run, Schedule, Worker
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import statements
from scrapersky.curation_sdk.queue.completion import SECONDS_TO_COMPLETE
from scrapersky.curation_sdk.queue.loading import SECONDS_TO_LOAD
from scrapersky.curation_sdk.queue.suspects import suspect, was_alone

MOST_AT_ONCE = 1000
GRACE_SECONDS = 60
LOST = "The worker stopped while it was on this row."
ONE_OF_MANY = "The worker stopped. This row was one of those it had, and is tried again alone."


def longest_hold(schedule: Schedule) -> float:
    """How long a living worker may keep a row: to load, its turn for a slot, its time limit, to save, and some grace.

    >>> longest_hold(Schedule(batch_size=20, concurrency=10, timeout_seconds=60))
    960.0
    """
    turns = math.ceil((schedule.batch_size + schedule.concurrency) / schedule.concurrency)
    return SECONDS_TO_LOAD + turns * float(schedule.timeout_seconds) + SECONDS_TO_COMPLETE + GRACE_SECONDS


def single_statements(engine: AsyncEngine) -> AsyncEngine:
    """No transaction and no lock outlives its statement, so a rescuer that is suspended keeps nobody else from it."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


async def rescue(workflow: AnyWorkflow, schedule: Schedule, engine: AsyncEngine) -> int:
    """Put lost rows back, or end them as Error when their attempts are used; say how many."""
    async with AsyncSession(single_statements(engine)) as session:
        rescued = await session.execute(rescue_statement(workflow.curation, schedule))
        return len(rescued.all())


async def forget_dead_workers(engine: AsyncEngine) -> None:
    """Rows of a worker that is not in the table count as lost, so nothing hangs on keeping it."""
    async with AsyncSession(single_statements(engine)) as session:
        long_ago = func.now() - func.make_interval(0, 0, 0, 0, 1)
        await session.execute(delete(Worker).where(Worker.lease_until < long_ago))


def lost_statement(curation: Curation, hold: float) -> Any:
    """The rows nobody is on any more, locked in id order.

    A living worker keeps a row for as long as it promised before it took it, whatever the setting is now. One that
    promised nothing is judged by the rescuer's own measure.
    """
    promised = func.coalesce(Worker.promises[curation.name].as_float(), hold)
    keeps = exists(
        select(Worker.id).where(
            Worker.id == curation.worker,
            Worker.lease_until > func.now(),
            curation.claimed_at >= func.now() - statements.interval_of(promised),
        )
    )
    return (
        select(
            curation.id.label("id"),
            curation.tenant_id.label("tenant_id"),
            curation.attempts.label("attempts"),
            curation.worker.label("worker"),
            curation.claimed_at.label("claimed_at"),
            was_alone(curation).label("was_alone"),
        )
        .where(curation.processing_status == statements.PROCESSING, ~keeps)
        .order_by(curation.id)
        .limit(MOST_AT_ONCE)
        .with_for_update(skip_locked=True, key_share=True)
    )


def rescue_statement(curation: Curation, schedule: Schedule) -> Any:
    """Find, put back, suspect and record in one statement."""
    lost = lost_statement(curation, longest_hold(schedule)).cte("lost").prefix_with("MATERIALIZED")
    return (
        update(curation.model)
        .where(curation.id == any_(func.array(select(lost.c.id).scalar_subquery())))
        .values(_put_back(curation, schedule.attempts))
        .returning(curation.id)
        .add_cte(suspect(curation, lost).cte("suspected"), _history(curation.name, lost.c).cte("history"))
        .execution_options(synchronize_session=False)
    )


def _put_back(curation: Curation, attempts: int) -> dict[Any, Any]:
    """Only a row that its worker had alone is charged with the end of it."""
    wanted, alone = curation.curation_status == statements.QUEUED, was_alone(curation)
    again = wanted & (curation.run_again | ~alone | (curation.attempts < attempts))
    ended = wanted & ~again
    return {
        curation.processing_status: case(
            (again, cast(statements.QUEUED, curation.processing_type)),
            (ended, cast(statements.ERROR, curation.processing_type)),
            else_=statements.NULL,
        ),
        curation.processing_error: case(
            (ended, f"{LOST} It was tried {plural(attempts, 'time')}."), else_=statements.NULL
        ),
        curation.outcome: case((ended, "worker_lost"), else_=statements.NULL),
        curation.queue_order: case((again, func.now()), else_=statements.NULL),
        curation.attempts: case(
            (curation.run_again, 0), (alone, curation.attempts), else_=curation.attempts - literal_column("1")
        ),
        **statements.handed_back(curation),
    }


def _history(workflow: str, lost: Any) -> Any:
    return statements.record_runs(
        {
            Run.tenant_id: lost.tenant_id,
            Run.workflow: literal(workflow),
            Run.row_id: lost.id,
            Run.attempt: lost.attempts,
            Run.worker: lost.worker,
            Run.ending: literal(Ending.LOST.value),
            Run.outcome: literal("worker_lost"),
            Run.message: case((lost.was_alone, LOST), else_=ONE_OF_MANY),
            Run.started_at: func.coalesce(lost.claimed_at, func.now()),  # somebody else may have marked it
            Run.ended_at: func.now(),
        }
    )
