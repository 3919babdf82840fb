"""How the endings of a group become statuses and history: one statement, which is its own fence."""

import time
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Float,
    Integer,
    Text,
    Uuid,
    and_,
    any_,
    bindparam,
    case,
    cast,
    column,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY

from scrapersky.curation_sdk.declaring import Attempt, Curation, Ending, Run
from scrapersky.curation_sdk.queue import statements

# An outcome is a word; an index has it, where a page of text would not fit.
LONGEST_OUTCOME = 200


def _is_one_of(ending: ColumnElement[Any], *endings: Ending) -> ColumnElement[bool]:
    """Spelled out: a list of values would be expanded into new SQL at each execution."""
    return or_(*(ending == literal_column(f"'{each}'") for each in endings))


_GIVEN: dict[str, Any] = {
    "id": Uuid,
    "claim": Uuid,
    "ending": Text,
    "outcome": Text,
    "message": Text,
    "produced": Integer,
    "total": Integer,
    "delay": Float,
    "started": Float,
    "ended": Float,
}


_OF_EACH = ("id", "claim", "started", "ended")


def _held(curation: Curation) -> Any:
    """What became of each row, for the rows that are still held: these are locked, in id order."""
    arrays = [_array(name) for name in _GIVEN]
    columns: list[Any] = [column(name, kind) for name, kind in _GIVEN.items()]
    given = func.unnest(*arrays).table_valued(*columns, with_ordinality="place", name="given").render_derived()
    claim = func.coalesce(given.c.claim, bindparam("claim", type_=Uuid))
    return (
        select(
            curation.id.label("id"),
            curation.tenant_id.label("tenant_id"),
            curation.attempts.label("attempts"),
            func.coalesce(given.c.ending, literal_column(f"'{Ending.COMPLETE}'")).label("ending"),
            func.coalesce(given.c.produced, bindparam("produced", type_=Integer)).label("produced"),
            *(given.c[name] for name in ("outcome", "message", "total", "delay", "started", "ended", "place")),
        )
        .join_from(curation.model, given, and_(curation.id == given.c.id, curation.claim == claim))
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
        update(curation.model)
        .where(curation.id == held.c.id)
        .values(_settled_values(curation, held.c))
        .returning(held.c.place)
        .cte("settled")
    )
    return select(func.array_agg(settled.c.place)).add_cte(_history(curation.name, held.c).cte("history"))


def settle_alike_statement(curation: Curation, *, of_one_claim: bool = False) -> Any:
    """The same for a group of which every row is complete and has nothing of its own to tell, as most have not.

    All rows get the same values: one search of the index finds them, and nothing is joined. The ids are in order and
    no two are the same, so that each row finds its place, and with it its claim and its times, by halves. Where all
    were claimed at once, no row need look for its claim.
    """
    ids = _array("id")
    place = func.width_bucket(curation.id, ids, type_=Integer)
    claim: Any = bindparam("claim", type_=Uuid) if of_one_claim else func.coalesce(_array("claim"))[place]
    held = (
        select(
            curation.id.label("id"),
            curation.tenant_id.label("tenant_id"),
            curation.attempts.label("attempts"),
            place.label("place"),
        )
        .where(curation.id == any_(ids), curation.claim == claim, statements.lease_is_live())
        .order_by(curation.id)
        .with_for_update(key_share=True, of=curation.model)
        .cte("held")
        .prefix_with("MATERIALIZED")
    )
    told = SimpleNamespace(
        **dict(held.c.items()),
        **{name: func.coalesce(_array(name))[held.c.place] for name in ("started", "ended")},
        **dict.fromkeys(("outcome", "message", "total", "delay"), statements.NULL),
        ending=literal_column(f"'{Ending.COMPLETE}'"),
        produced=bindparam("produced", type_=Integer),
    )
    found = func.array(select(held.c.id).scalar_subquery())
    settled = update(curation.model).where(curation.id == any_(found)).values(_settled_values(curation, told))
    history = _history(curation.name, told)
    return select(func.array_agg(held.c.place)).add_cte(settled.cte("settled"), history.cte("history"))


def are_alike(told: Mapping[str, Any]) -> bool:
    """Whether these parameters say nothing of a row but when it was worked on, and each row is there once."""
    ids = told["ids"]
    is_each_once = not told["claims"] or len(set(ids)) == len(ids)
    return is_each_once and not any(told[f"{name}s"] for name in _GIVEN if name not in _OF_EACH)


def _array(name: str) -> Any:
    return bindparam(f"{name}s", type_=ARRAY(_GIVEN[name], dimensions=1))


def _settled_values(curation: Curation, held: Any) -> dict[Any, Any]:
    wanted = curation.curation_status == statements.QUEUED
    again = curation.run_again & wanted
    requeued = again | (_is_one_of(held.ending, Ending.RETRY, Ending.DEFERRED, Ending.RELEASED) & wanted)
    return {
        curation.processing_status: case(
            (requeued, cast(statements.QUEUED, curation.processing_type)),
            (_is_one_of(held.ending, Ending.COMPLETE), cast(statements.COMPLETE, curation.processing_type)),
            (_is_one_of(held.ending, Ending.ERROR, Ending.RETRY), cast(statements.ERROR, curation.processing_type)),
            else_=statements.NULL,
        ),
        curation.processing_error: case(
            (again | _is_one_of(held.ending, Ending.COMPLETE, Ending.RELEASED), statements.NULL), else_=held.message
        ),
        curation.outcome: case((again, statements.NULL), else_=held.outcome),
        curation.produced: case(
            (_is_one_of(held.ending, Ending.COMPLETE), func.coalesce(held.total, held.produced)),
            else_=curation.produced,
        ),
        curation.attempts: case(
            (again, literal_column("0")),
            (_is_one_of(held.ending, Ending.DEFERRED, Ending.RELEASED), curation.attempts - literal_column("1")),
            else_=curation.attempts,
        ),
        curation.queue_order: case(
            (again, func.now()),
            (requeued, func.now() + statements.interval_of(func.coalesce(held.delay, literal_column("0")))),
            else_=statements.NULL,
        ),
        **statements.handed_back(curation),
    }


def _history(workflow: str, held: Any) -> Any:
    return statements.record_runs(
        {
            Run.id: _counted_keys(held.place),
            Run.tenant_id: held.tenant_id,
            Run.workflow: literal_column(f"'{workflow}'"),
            Run.row_id: held.id,
            Run.attempt: held.attempts,
            Run.worker: bindparam("worker", type_=Uuid),
            Run.ending: held.ending,
            Run.outcome: held.outcome,
            Run.message: held.message,
            Run.produced: held.produced,
            Run.started_at: func.statement_timestamp() - statements.interval_of(held.started),
            Run.ended_at: func.statement_timestamp() - statements.interval_of(held.ended),
        }
    )


def _counted_keys(place: Any) -> Any:
    """One new key for the group, counted up in its last 16 bits: 58 random ones are left.

    The embedded server opens /dev/urandom for each new key, which took half as long as all else that history takes.
    """
    beginning = select(func.left(cast(func.uuidv7(), Text), literal_column("32"))).scalar_subquery()
    count = func.lpad(func.to_hex(place), literal_column("4"), literal_column("'0'"))
    return cast(func.concat(beginning, count), Uuid)


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
