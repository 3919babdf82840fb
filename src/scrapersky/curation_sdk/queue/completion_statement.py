"""How the endings of a group become statuses and history: one statement, which is its own fence."""

import time
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import ARRAY

from scrapersky.curation_sdk.declaring import Attempt, Curation, Ending, Run
from scrapersky.curation_sdk.queue import statements

# An outcome is a word; an index has it, where a page of text would not fit.
LONGEST_OUTCOME = 200


def _is_one_of(ending: sql.ColumnElement[Any], *endings: Ending) -> sql.ColumnElement[bool]:
    """Spelled out: a list of values would be expanded into new SQL at each execution."""
    return sql.or_(*(ending == sql.literal_column(f"'{each}'") for each in endings))


_GIVEN: dict[str, Any] = {
    "id": sql.Uuid,
    "claim": sql.Uuid,
    "ending": sql.Text,
    "outcome": sql.Text,
    "message": sql.Text,
    "produced": sql.Integer,
    "total": sql.Integer,
    "delay": sql.Float,
    "started": sql.Float,
    "ended": sql.Float,
}


_OF_EACH = ("id", "claim", "started", "ended")


def _held(curation: Curation) -> Any:
    """What became of each row, for the rows that are still held: these are locked, in id order."""
    arrays = [_array(name) for name in _GIVEN]
    columns: list[Any] = [sql.column(name, kind) for name, kind in _GIVEN.items()]
    given = sql.func.unnest(*arrays).table_valued(*columns, with_ordinality="place", name="given").render_derived()
    claim = sql.func.coalesce(given.c.claim, sql.bindparam("claim", type_=sql.Uuid))
    return (
        sql.select(
            curation.id.label("id"),
            curation.tenant_id.label("tenant_id"),
            curation.attempts.label("attempts"),
            sql.func.coalesce(given.c.ending, sql.literal_column(f"'{Ending.COMPLETE}'")).label("ending"),
            sql.func.coalesce(given.c.produced, sql.bindparam("produced", type_=sql.Integer)).label("produced"),
            *(given.c[name] for name in ("outcome", "message", "total", "delay", "started", "ended", "place")),
        )
        .join_from(curation.model, given, sql.and_(curation.id == given.c.id, curation.claim == claim))
        .where(statements.lease_is_live())
        .order_by(curation.id)
        .with_for_update(key_share=True, of=curation.model)
        .cte("held")
        .prefix_with("MATERIALIZED")
    )


def settle_statement(curation: Curation) -> Any:
    """One statement for a whole group, whatever became of each row: the fence, its statuses and its history.

    Returns the places, from 1, of those that were still held, as one array. Only keys and claims join: these have an
    index at any size. A row that a person re-queued meanwhile goes back to the queue; one that a person withdrew does
    not.
    """
    held = _held(curation)
    settled = (
        sql.update(curation.model)
        .where(curation.id == held.c.id)
        .values(_settled_values(curation, held.c))
        .returning(held.c.place)
        .cte("settled")
    )
    return sql.select(sql.func.array_agg(settled.c.place)).add_cte(_history(curation.name, held.c).cte("history"))


def settle_alike_statement(curation: Curation, *, of_one_claim: bool = False) -> Any:
    """The same for a group of which every row is complete and has nothing of its own to tell, as most have not.

    All rows get the same values: one search of the index finds them, and nothing is joined. The ids are in order and
    no two are the same, so that each row finds its place, and with it its claim and its times, by halves. Where all
    were claimed at once, no row need look for its claim.
    """
    ids = _array("id")
    place = sql.func.width_bucket(curation.id, ids, type_=sql.Integer)
    claim: Any = sql.bindparam("claim", type_=sql.Uuid) if of_one_claim else sql.func.coalesce(_array("claim"))[place]
    held = (
        sql.select(
            curation.id.label("id"),
            curation.tenant_id.label("tenant_id"),
            curation.attempts.label("attempts"),
            place.label("place"),
        )
        .where(curation.id == sql.any_(ids), curation.claim == claim, statements.lease_is_live())
        .order_by(curation.id)
        .with_for_update(key_share=True, of=curation.model)
        .cte("held")
        .prefix_with("MATERIALIZED")
    )
    told = SimpleNamespace(
        **dict(held.c.items()),
        **{name: sql.func.coalesce(_array(name))[held.c.place] for name in ("started", "ended")},
        **dict.fromkeys(("outcome", "message", "total", "delay"), statements.NULL),
        ending=sql.literal_column(f"'{Ending.COMPLETE}'"),
        produced=sql.bindparam("produced", type_=sql.Integer),
    )
    found = sql.func.array(sql.select(held.c.id).scalar_subquery())
    settled = sql.update(curation.model).where(curation.id == sql.any_(found)).values(_settled_values(curation, told))
    history = _history(curation.name, told)
    return sql.select(sql.func.array_agg(held.c.place)).add_cte(settled.cte("settled"), history.cte("history"))


def are_alike(told: Mapping[str, Any]) -> bool:
    """Whether these parameters say nothing of a row but when it was worked on, and each row is there once."""
    ids = told["ids"]
    is_each_once = not told["claims"] or len(set(ids)) == len(ids)
    return is_each_once and not any(told[f"{name}s"] for name in _GIVEN if name not in _OF_EACH)


def _array(name: str) -> Any:
    return sql.bindparam(f"{name}s", type_=ARRAY(_GIVEN[name], dimensions=1))


def _settled_values(curation: Curation, held: Any) -> dict[Any, Any]:
    wanted = curation.curation_status == statements.QUEUED
    again = curation.run_again & wanted
    requeued = again | (_is_one_of(held.ending, Ending.RETRY, Ending.DEFERRED, Ending.RELEASED) & wanted)
    return {
        curation.processing_status: sql.case(
            (requeued, sql.cast(statements.QUEUED, curation.processing_type)),
            (_is_one_of(held.ending, Ending.COMPLETE), sql.cast(statements.COMPLETE, curation.processing_type)),
            (_is_one_of(held.ending, Ending.ERROR, Ending.RETRY), sql.cast(statements.ERROR, curation.processing_type)),
            else_=statements.NULL,
        ),
        curation.processing_error: sql.case(
            (again | _is_one_of(held.ending, Ending.COMPLETE, Ending.RELEASED), statements.NULL), else_=held.message
        ),
        curation.outcome: sql.case((again, statements.NULL), else_=held.outcome),
        curation.produced: sql.case(
            (_is_one_of(held.ending, Ending.COMPLETE), sql.func.coalesce(held.total, held.produced)),
            else_=curation.produced,
        ),
        curation.attempts: sql.case(
            (again, sql.literal_column("0")),
            (_is_one_of(held.ending, Ending.DEFERRED, Ending.RELEASED), curation.attempts - sql.literal_column("1")),
            else_=curation.attempts,
        ),
        curation.queue_order: sql.case(
            (again, sql.func.now()),
            (requeued, sql.func.now() + statements.interval_of(sql.func.coalesce(held.delay, sql.literal_column("0")))),
            else_=statements.NULL,
        ),
        **statements.handed_back(curation),
    }


def _history(workflow: str, held: Any) -> Any:
    return statements.record_runs(
        {
            Run.id: _counted_keys(held.place),
            Run.tenant_id: held.tenant_id,
            Run.workflow: sql.literal_column(f"'{workflow}'"),
            Run.row_id: held.id,
            Run.attempt: held.attempts,
            Run.worker: sql.bindparam("worker", type_=sql.Uuid),
            Run.ending: held.ending,
            Run.outcome: held.outcome,
            Run.message: held.message,
            Run.produced: held.produced,
            Run.started_at: sql.func.statement_timestamp() - statements.interval_of(held.started),
            Run.ended_at: sql.func.statement_timestamp() - statements.interval_of(held.ended),
        }
    )


def _counted_keys(place: Any) -> Any:
    """One new key for the group, counted up in its last 16 bits: 58 random ones are left.

    The embedded server opens /dev/urandom for each new key, which took half as long as all else that history takes.
    """
    beginning = sql.select(
        sql.func.left(sql.cast(sql.func.uuidv7(), sql.Text), sql.literal_column("32"))
    ).scalar_subquery()
    count = sql.func.lpad(sql.func.to_hex(place), sql.literal_column("4"), sql.literal_column("'0'"))
    return sql.cast(sql.func.concat(beginning, count), sql.Uuid)


def facts(worker: UUID, attempts: Sequence[Attempt]) -> dict[str, Any]:
    """The statement's parameters. What is the same for all rows is not sent: a short array is filled up with NULL."""
    now, first = time.monotonic(), attempts[0]
    return {
        "worker": worker,
        "claim": first.claim,
        "produced": first.produced,
        "ids": [a.row_id for a in attempts],
        "claims": _unless_all(first.claim, [a.claim for a in attempts]),
        "endings": _unless_all(Ending.COMPLETE, [a.ending for a in attempts]),
        "outcomes": _unless_all(None, [a.outcome and a.outcome[:LONGEST_OUTCOME] for a in attempts]),
        "messages": _unless_all(None, [a.message for a in attempts]),
        "produceds": _unless_all(first.produced, [a.produced for a in attempts]),
        "totals": _unless_all(None, [a.total for a in attempts]),
        "delays": _unless_all(None, [a.delay.total_seconds() if a.delay else None for a in attempts]),
        "starteds": [now - a.started for a in attempts],
        "endeds": [now - a.ended for a in attempts],
    }


def _unless_all(usual: object, values: list[Any]) -> list[Any]:
    return [] if values.count(usual) == len(values) else values
