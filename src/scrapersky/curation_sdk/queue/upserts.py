"""Writing rows that may be there already: running it again changes nothing, and a person's correction stays."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson
import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import and_updated_at


async def upsert(
    session: AsyncSession,
    model: type[Any],
    rows: Sequence[Mapping[str, Any]],
    *,
    key: Sequence[str],
    update: Sequence[str] | None = None,
    only_changed: bool = False,
) -> list[Any]:
    """Insert rows, or update those whose key exists; returns id and key of each, in no order.

    `update` names the columns a second write may change (default: all but the key). Fields that a person corrected are
    left alone. With `only_changed`, rows that are there as they should be are neither written nor returned.
    All rows travel as one JSON parameter: PostgreSQL takes at most 32,767 of them. Bytes travel beside it, one array
    for each such column, since JSON would double them.
    """
    unique = {tuple(row[name] for name in key): row for row in rows}
    if not unique:
        return []
    ordered = [unique[found] for found in sorted(unique, key=lambda values: tuple(map(str, values)))]
    names = tuple(ordered[0])
    changing = tuple(name for name in names if name not in key) if update is None else tuple(update)
    table: Any = model.__table__
    statement = _statement(table, names, tuple(key), changing, only_changed=only_changed)
    beside = _bytes_among(table, names)
    arrays = {name: [row[name] for row in ordered] for name in beside}
    made = await session.execute(statement, {"rows": _as_json(ordered, beside)} | arrays)
    return list(made.all())


def _bytes_among(table: Any, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if isinstance(table.c[name].type, sql.LargeBinary))


@lru_cache(maxsize=256)
def _statement(
    table: Any, names: tuple[str, ...], key: tuple[str, ...], changing: tuple[str, ...], *, only_changed: bool
) -> Any:
    """Kept, because putting one together takes longer than PostgreSQL takes to run it."""
    statement = insert(table).from_select(list(names), _given(table, names))
    excluded = statement.excluded
    kept = {name: _unless_edited(table, name, excluded[name]) for name in changing}
    # With nothing to change the key is set to itself, since only a row that was touched is returned.
    values = and_updated_at(kept) if kept and "updated_at" in table.c else kept or {key[0]: excluded[key[0]]}
    written = statement.on_conflict_do_update(
        index_elements=list(key),
        set_=values,
        where=sql.or_(sql.false(), *(table.c[name].is_distinct_from(value) for name, value in kept.items()))
        if only_changed
        else None,
    )
    return written.returning(table.c.id, *(table.c[name] for name in key))


def _given(table: Any, names: tuple[str, ...]) -> Any:
    beside = _bytes_among(table, names)
    columns = [sql.column(name, table.c[name].type) for name in names if name not in beside]
    rows = sql.func.jsonb_to_recordset(sql.cast(sql.bindparam("rows", type_=sql.Text), JSONB))
    if not beside:
        return sql.select(*rows.table_valued(*columns, name="given").render_derived(with_types=True).c)
    given = rows.table_valued(*columns, sql.column("place", sql.Integer), name="given").render_derived(with_types=True)
    arrays: list[Any] = [sql.bindparam(name, type_=ARRAY(table.c[name].type)) for name in beside]
    named = [sql.column(name, table.c[name].type) for name in beside]
    packed = sql.func.unnest(*arrays).table_valued(*named, with_ordinality="place", name="packed").render_derived()
    each = [packed.c[name] if name in beside else given.c[name] for name in names]
    return sql.select(*each).join_from(given, packed, packed.c.place == given.c.place)


def _unless_edited(table: Any, name: str, value: Any) -> Any:
    if "edited_fields" not in table.c:
        return value
    return sql.case((sql.literal(name) == sql.any_(table.c.edited_fields), table.c[name]), else_=value)


def _as_json(rows: Sequence[Mapping[str, Any]], beside: tuple[str, ...]) -> str:
    if not beside:
        return orjson.dumps([dict(row) for row in rows], default=str).decode()
    placed = [
        {name: value for name, value in row.items() if name not in beside} | {"place": place}
        for place, row in enumerate(rows, 1)
    ]
    return orjson.dumps(placed, default=str).decode()
