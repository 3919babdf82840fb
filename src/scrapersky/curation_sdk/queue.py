"""The queue in the source table: claim, complete, release. Every update of a row in work is fenced by its claim."""

import time
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import (
    ColumnElement,
    Float,
    Integer,
    Text,
    Uuid,
    any_,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.curation import Curation
from scrapersky.curation_sdk.outcomes import Attempt, Ending, Nothing
from scrapersky.curation_sdk.tables import Run, Worker, WorkflowSetting
from scrapersky.curation_sdk.troubles import is_database_away, is_deadlock
from scrapersky.curation_sdk.workflow import AnyWorkflow

# Status values are literals in the SQL: a statement prepared while the table was small otherwise keeps a generic plan.
QUEUED: ColumnElement[Any] = literal_column("'Queued'")
PROCESSING: ColumnElement[Any] = literal_column("'Processing'")
COMPLETE: ColumnElement[Any] = literal_column("'Complete'")
ERROR: ColumnElement[Any] = literal_column("'Error'")
NULL: ColumnElement[Any] = literal_column("NULL")


class SaveRefused(Exception):
    """What one row produced could not be saved; the group is tried again without it."""

    def __init__(self, attempt: Attempt, reason: BaseException) -> None:
        super().__init__(str(reason))
        self.attempt, self.reason = attempt, reason


class Queue:
    """The rows of one workflow that wait for, or are in, this worker's hands."""

    def __init__(self, workflow: AnyWorkflow, engine: AsyncEngine) -> None:
        self.workflow, self.engine = workflow, engine
        self._autocommit = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._claim = claim_statement(workflow.curation)
        self._lock = lock_statement(workflow.curation)
        self._settle = settle_statement(workflow.curation)
        self._earliest = earliest_statement(workflow.curation)
        self._still_held = held_statement(workflow.curation)

    async def claim(self, worker: UUID, limit: int, only: UUID | None = None) -> list[Attempt]:
        """Take up to `limit` rows in queue order, or one certain row, in one statement of its own."""
        token = uuid4()
        statement = self._claim if only is None else claim_statement(self.workflow.curation, only)
        async with AsyncSession(self._autocommit, expire_on_commit=False, autoflush=False) as session:
            result = await session.execute(statement, {"worker": worker, "token": token, "batch": limit})
            rows = result.all()
            session.expunge_all()
        ordered = sorted(rows, key=lambda row: (-row[2], row[3], row[0].id))
        return [Attempt(row, row.id, row.tenant_id, worker, token, number) for row, number, _, _ in ordered]

    async def complete(self, worker: UUID, attempts: Sequence[Attempt]) -> list[Attempt]:
        """Settle a group in one transaction: what rows produced, their statuses and their history.

        Returns the attempts whose rows were still held; the others changed nothing.
        """
        async with AsyncSession(self.engine, expire_on_commit=False) as session, session.begin():
            held = await self._held(session, worker, attempts)
            for attempt in self._in_save_order(held):
                await self._save(session, attempt)
            if held:
                await session.flush()
                await session.execute(self._settle, _facts(worker, held))
        return held

    def _in_save_order(self, held: list[Attempt]) -> list[Attempt]:
        """Workers that write the same rows of another table write them in the same order, and so never deadlock."""
        order = self.workflow.save_order
        if order is None or len(held) == 1:
            return held
        produced = [attempt for attempt in held if has_result(attempt)]
        return sorted(produced, key=lambda attempt: str(order(attempt.row, attempt.result)))

    async def _held(self, session: AsyncSession, worker: UUID, attempts: Sequence[Attempt]) -> list[Attempt]:
        ids = [attempt.row_id for attempt in attempts]
        rows = await session.execute(self._lock, {"worker": worker, "ids": ids})
        claims = dict(rows.all())
        return [attempt for attempt in attempts if claims.get(attempt.row_id) == attempt.claim]

    async def _save(self, session: AsyncSession, attempt: Attempt) -> None:
        if not has_result(attempt):
            return
        try:
            saved = await self.workflow.save(session, attempt.row, attempt.result)
        except Exception as error:
            if is_database_away(error) or is_deadlock(error):
                raise
            raise SaveRefused(attempt, error) from error
        if isinstance(saved, int):
            attempt.produced = saved
        elif attempt.ending is not Ending.COMPLETE:
            attempt.produced = saved.produced
        else:
            attempt.produced, attempt.outcome, attempt.message = saved.produced, saved.outcome, saved.note

    async def still_held(self, worker: UUID, attempts: Sequence[Attempt]) -> set[Attempt]:
        """Which of these claims still stand: a stopped or rescued row's does not."""
        async with AsyncSession(self._autocommit) as session:
            ids = [attempt.row_id for attempt in attempts]
            claims = dict((await session.execute(self._still_held, {"worker": worker, "ids": ids})).all())
        return {attempt for attempt in attempts if claims.get(attempt.row_id) == attempt.claim}

    async def seconds_to_next(self) -> float | None:
        """How long until the earliest waiting row is due; None when nothing waits."""
        async with AsyncSession(self._autocommit) as session:
            seconds: float | None = await session.scalar(self._earliest)
        return seconds


def has_result(attempt: Attempt) -> bool:
    """Whether there is something for `save`: a result, or what a deferral kept."""
    if isinstance(attempt.result, Nothing):
        return False
    return attempt.ending is Ending.COMPLETE or attempt.result is not None


def lease_is_live() -> ColumnElement[bool]:
    return exists(select(Worker.id).where(Worker.id == bindparam("worker"), Worker.lease_until > func.now()))


def is_paused(curation: Curation) -> ColumnElement[bool]:
    setting = select(WorkflowSetting.workflow).where(WorkflowSetting.workflow == curation.name, WorkflowSetting.paused)
    return exists(setting)


def claim_statement(curation: Curation, only: UUID | None = None) -> Any:
    """Through a CTE: a locking subquery under IN can run again and claim more than its limit.

    NO KEY UPDATE, because plain FOR UPDATE also skips rows whose children are being inserted.
    """
    due = (
        select(curation.id)
        .where(
            curation.processing_status == QUEUED,
            curation.queue_order <= func.now(),
            lease_is_live(),
            ~is_paused(curation),
            *([] if only is None else [curation.id == only]),
        )
        .order_by(curation.priority.desc(), curation.queue_order, curation.id)
        .limit(bindparam("batch", type_=Integer))
        .with_for_update(skip_locked=True, key_share=True)
        .cte("due")
        .prefix_with("MATERIALIZED")
    )
    return (
        update(curation.model)
        .where(curation.id == any_(func.array(select(due.c.id).scalar_subquery())))
        .values(
            {
                curation.processing_status: PROCESSING,
                curation.attempts: curation.attempts + 1,
                curation.worker: bindparam("worker"),
                curation.claim: bindparam("token"),
                curation.claimed_at: func.now(),
                curation.updated_at: func.now(),
            }
        )
        .returning(curation.model, curation.attempts, curation.priority, curation.queue_order)
        .execution_options(synchronize_session=False)
    )


def held_statement(curation: Curation) -> Any:
    return select(curation.id, curation.claim).where(
        curation.id == any_(bindparam("ids", type_=ARRAY(Uuid, dimensions=1))),
        curation.processing_status == PROCESSING,
        lease_is_live(),
    )


def lock_statement(curation: Curation) -> Any:
    """In id order, as every batch update locks too: overlapping ones then never deadlock."""
    return held_statement(curation).order_by(curation.id).with_for_update(key_share=True)


def earliest_statement(curation: Curation) -> Any:
    waiting = (
        select(curation.queue_order.label("due"))
        .where(curation.processing_status == QUEUED, ~is_paused(curation))
        .order_by(curation.priority.desc(), curation.queue_order, curation.id)
        .limit(1000)
        .subquery()
    )
    return select(func.extract("epoch", func.min(waiting.c.due) - func.now()).cast(Float))


_ARRAYS: dict[str, Any] = {
    "ids": Uuid,
    "tenants": Uuid,
    "numbers": Integer,
    "endings": Text,
    "outcomes": Text,
    "messages": Text,
    "produced": Integer,
    "delays": Float,
    "started": Float,
    "ended": Float,
}


def _ago(seconds: Any) -> Any:
    return func.clock_timestamp() - func.make_interval(0, 0, 0, 0, 0, 0, seconds)


def settle_statement(curation: Curation) -> Any:
    """One statement for a whole group, whatever became of each row: its statuses and its history.

    A row that a person re-queued meanwhile goes back to the queue; one that a person withdrew does not.
    """
    arrays: list[Any] = [bindparam(name, type_=ARRAY(kind, dimensions=1)) for name, kind in _ARRAYS.items()]
    unnested = func.unnest(*arrays).table_valued(*_ARRAYS, name="given").render_derived()
    settled = select(unnested).cte("settled").prefix_with("MATERIALIZED")
    return (
        update(curation.model)
        .where(curation.id == settled.c.ids, curation.id == any_(bindparam("ids", type_=ARRAY(Uuid, dimensions=1))))
        .values(_settled_values(curation, settled.c))
        .add_cte(_history(curation.name, settled.c).cte("history"))
        .execution_options(synchronize_session=False)
    )


def _settled_values(curation: Curation, settled: Any) -> dict[Any, Any]:
    wanted = curation.curation_status == QUEUED
    again = curation.run_again & wanted
    returns = settled.endings.in_([Ending.RETRY, Ending.DEFERRED, Ending.RELEASED])
    requeued = again | (returns & wanted)
    return {
        curation.processing_status: case(
            (requeued, cast(QUEUED, curation.processing_type)),
            (settled.endings == Ending.COMPLETE, cast(COMPLETE, curation.processing_type)),
            (settled.endings.in_([Ending.ERROR, Ending.RETRY]), cast(ERROR, curation.processing_type)),
            else_=NULL,
        ),
        curation.processing_error: case(
            (again | settled.endings.in_([Ending.COMPLETE, Ending.RELEASED]), NULL), else_=settled.messages
        ),
        curation.outcome: case((again, NULL), else_=settled.outcomes),
        curation.attempts: case(
            (again, 0),
            (settled.endings.in_([Ending.DEFERRED, Ending.RELEASED]), curation.attempts - 1),
            else_=curation.attempts,
        ),
        curation.queue_order: case(
            (again, func.now()),
            (requeued, func.now() + func.make_interval(0, 0, 0, 0, 0, 0, settled.delays)),
            else_=NULL,
        ),
        **handed_back(curation),
    }


def handed_back(curation: Curation) -> dict[Any, Any]:
    """What a row is once no worker holds it."""
    return {
        curation.worker: NULL,
        curation.claim: NULL,
        curation.claimed_at: NULL,
        curation.run_again: False,
        curation.updated_at: func.now(),
    }


def _history(workflow: str, settled: Any) -> Any:
    return record_runs(
        {
            Run.tenant_id: settled.tenants,
            Run.workflow: literal_column(f"'{workflow}'"),
            Run.row_id: settled.ids,
            Run.attempt: settled.numbers,
            Run.worker: bindparam("worker", type_=Uuid),
            Run.ending: settled.endings,
            Run.outcome: settled.outcomes,
            Run.message: settled.messages,
            Run.produced: settled.produced,
            Run.started_at: _ago(settled.started),
            Run.ended_at: _ago(settled.ended),
        }
    )


def record_runs(values: Mapping[Any, Any]) -> Any:
    """One history row for each row of what the values are selected from."""
    table: Any = Run.__table__  # given the class, the ORM would read arrays as values of one row
    return insert(table).from_select([column.key for column in values], select(*values.values()))


def _facts(worker: UUID, held: Sequence[Attempt]) -> dict[str, Any]:
    now = time.monotonic()
    return {
        "worker": worker,
        "ids": [a.row_id for a in held],
        "tenants": [a.tenant_id for a in held],
        "numbers": [a.number for a in held],
        "endings": [a.ending.value for a in held],
        "outcomes": [a.outcome for a in held],
        "messages": [a.message for a in held],
        "produced": [a.produced for a in held],
        "delays": [a.delay.total_seconds() if a.delay else 0.0 for a in held],
        "started": [now - a.started for a in held],
        "ended": [now - a.ended for a in held],
    }
