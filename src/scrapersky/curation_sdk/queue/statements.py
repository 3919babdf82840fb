"""The statements of the queue, made once per workflow. Every update of a row in work is fenced by its claim."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    Integer,
    Uuid,
    any_,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY

from scrapersky.curation_sdk.declaring import Curation, Run, TenantPause, Worker, WorkflowSetting
from scrapersky.curation_sdk.queue.low_water import is_not_before_the_mark
from scrapersky.curation_sdk.queue.suspects import suspected_ids, try_alone

# Status values are literals in the SQL: a statement prepared while the table was small otherwise keeps a generic plan.
QUEUED: ColumnElement[Any] = literal_column("'Queued'")
PROCESSING: ColumnElement[Any] = literal_column("'Processing'")
COMPLETE: ColumnElement[Any] = literal_column("'Complete'")
ERROR: ColumnElement[Any] = literal_column("'Error'")
NULL: ColumnElement[Any] = literal_column("NULL")
SPREAD_ROWS = 1_000


def lease_is_live() -> ColumnElement[bool]:
    return exists(select(Worker.id).where(Worker.id == bindparam("worker"), Worker.lease_until > func.now()))


def is_paused(curation: Curation) -> ColumnElement[bool]:
    setting = select(WorkflowSetting.workflow).where(WorkflowSetting.workflow == curation.name, WorkflowSetting.paused)
    return exists(setting)


def is_paused_for_its_tenant(curation: Curation) -> ColumnElement[bool]:
    """Looked up once for the whole statement: few tenants pause."""
    resting = select(TenantPause.tenant_id).where(TenantPause.workflow == curation.name)
    return curation.tenant_id.in_(resting)


def need_not_reach_the_disk() -> ColumnElement[bool]:
    """Always true: it tells PostgreSQL, for this transaction only, not to wait for the disk.

    A crash of the server may undo the claim: its row then waits in the queue again, and its worker is fenced out. The
    transaction that settles the row does wait for the disk, and with it for every claim before.
    """
    told = func.set_config(literal_column("'synchronous_commit'"), literal_column("'off'"), literal_column("true"))
    return select(told).scalar_subquery() == literal_column("'off'")


def claim_statement(curation: Curation, columns: Sequence[Any], spread_over: Any = None, *, alone: bool = False) -> Any:
    """Through a CTE: a locking subquery under IN can run again and claim more than its limit.

    NO KEY UPDATE, because plain FOR UPDATE also skips rows whose children are being inserted. Suspects are only claimed
    one by one, `alone`, each as `only`. Returns, in the order of the queue, each row's priority, since when it waits,
    the number of the attempt, and then the columns asked for.
    """
    certain = curation.id == bindparam("only", type_=Uuid)
    among_all = curation.id.not_in(suspected_ids(curation)), need_not_reach_the_disk(), is_not_before_the_mark(curation)
    which = (certain,) if alone else among_all
    due_now = (curation.processing_status == QUEUED, curation.queue_order <= func.now())
    claimable = (
        select(curation.id)
        .where(*due_now, lease_is_live(), ~is_paused(curation), ~is_paused_for_its_tenant(curation), *which)
        .order_by(curation.priority.desc(), curation.queue_order, curation.id)
    )
    if spread_over is not None and not alone:
        claimable = _spread(curation, claimable, spread_over)
    due = (
        claimable.limit(bindparam("batch", type_=Integer))
        .with_for_update(skip_locked=True, key_share=True, of=curation.model)
        .cte("due")
        .prefix_with("MATERIALIZED")
    )
    claim = (
        update(curation.model)
        .where(curation.id == any_(func.array(select(due.c.id).scalar_subquery())))
        .values(
            {
                curation.processing_status: PROCESSING,
                curation.attempts: curation.attempts + literal_column("1"),
                curation.worker: bindparam("worker"),
                curation.claim: bindparam("token"),
                curation.claimed_at: func.now(),
                curation.updated_at: func.now(),
            }
        )
        .returning(
            curation.priority.label("priority"),
            curation.queue_order.label("queued"),
            curation.id.label("key"),
            curation.attempts.label("attempts"),
            *(column.label(f"value_{place}") for place, column in enumerate(columns)),
        )
        .cte("claimed")
    )
    priority, queued, key, number, *values = claim.c
    claimed = select(priority, queued, number, *values).order_by(priority.desc(), queued, key)
    if not alone:
        return claimed
    return claimed.add_cte(try_alone(curation, select(due.c.id), bindparam("worker")).cte("tried"))


def _spread(curation: Curation, claimable: Any, spread_over: Any) -> Any:
    """Of the rows that are next, the first of each value, then the second of each, and so on.

    That they still wait is asked in a way that no index of the queue answers: while statistics say that nothing waits,
    PostgreSQL would read the whole queue once for each of them.
    """
    first = claimable.add_columns(curation.priority.label("priority"), curation.queue_order.label("queued"))
    first = first.add_columns(spread_over.label("value")).limit(SPREAD_ROWS).cte("first").prefix_with("MATERIALIZED")
    in_own_line = func.row_number().over(
        partition_by=(first.c.priority, first.c.value), order_by=(first.c.queued, first.c.id)
    )
    ranked = select(first, in_own_line.label("place")).cte("ranked")
    in_turn = ranked.c.priority.desc(), ranked.c.place, ranked.c.queued, ranked.c.id
    still_waits = curation.processing_status.is_not_distinct_from(QUEUED), curation.queue_order <= func.now()
    next_ones = select(curation.id).join_from(curation.model, ranked, curation.id == ranked.c.id).where(*still_waits)
    return next_ones.order_by(*in_turn)


def suspect_statement(curation: Curation) -> Any:
    """The first suspect that is due."""
    due = curation.processing_status == QUEUED, curation.queue_order <= func.now()
    rests = is_paused(curation) | is_paused_for_its_tenant(curation)
    suspected = curation.id == any_(func.array(suspected_ids(curation).scalar_subquery()))
    order = curation.priority.desc(), curation.queue_order, curation.id
    return select(curation.id).where(*due, ~rests, suspected).order_by(*order).limit(1)


def held_statement(curation: Curation) -> Any:
    """The claims that stand: also under a lease that is over, which its worker renews as long as it is known."""
    return select(curation.id, curation.claim).where(
        curation.id == any_(bindparam("ids", type_=ARRAY(Uuid, dimensions=1))),
        curation.processing_status == PROCESSING,
        exists(select(Worker.id).where(Worker.id == bindparam("worker"))),
    )


def lock_statement(curation: Curation) -> Any:
    """In id order, as every batch update locks too: overlapping ones then never deadlock."""
    held = held_statement(curation).where(lease_is_live())
    return held.order_by(curation.id).with_for_update(key_share=True)


def earliest_statement(curation: Curation) -> Any:
    waiting = (
        select(curation.queue_order.label("due"))
        .where(curation.processing_status == QUEUED, ~is_paused(curation), ~is_paused_for_its_tenant(curation))
        .order_by(curation.priority.desc(), curation.queue_order, curation.id)
        .limit(1000)
        .subquery()
    )
    return select(func.extract("epoch", func.min(waiting.c.due) - func.now()).cast(Float))


def interval_of(value: Any) -> Any:
    zero: Any = literal_column("0")
    return func.make_interval(zero, zero, zero, zero, zero, zero, value)


def handed_back(curation: Curation) -> dict[Any, Any]:
    """What a row is once no worker holds it."""
    return {
        curation.worker: NULL,
        curation.claim: NULL,
        curation.claimed_at: NULL,
        curation.run_again: literal_column("false"),
        curation.updated_at: func.now(),
    }


def record_runs(values: Mapping[Any, Any]) -> Any:
    """One history row for each row of what the values are selected from."""
    table: Any = Run.__table__  # given the class, the ORM would read arrays as values of one row
    return insert(table).from_select([column.key for column in values], select(*values.values()))
