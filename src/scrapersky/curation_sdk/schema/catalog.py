"""What PostgreSQL's catalog says of some tables: in its own words, so that two descriptions can be compared."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, and_, cast, column, func, select, table
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncConnection

_classes = table("pg_class", column("oid"), column("relname"), column("relnamespace"), schema="pg_catalog")
_attributes = table(
    "pg_attribute",
    *(column(name) for name in ("attrelid", "attname", "attnum", "atttypid", "atttypmod", "attnotnull")),
    *(column(name) for name in ("attgenerated", "attisdropped")),
    schema="pg_catalog",
)
_defaults = table("pg_attrdef", column("adrelid"), column("adnum"), column("adbin"), schema="pg_catalog")
_constraints = table(
    "pg_constraint",
    *(column(name) for name in ("oid", "conrelid", "conname", "contype", "conkey")),
    schema="pg_catalog",
)
_indexes = table("pg_index", column("indexrelid"), column("indrelid"), schema="pg_catalog")
_types = table("pg_type", column("oid"), column("typname"), column("typnamespace"), schema="pg_catalog")
_labels = table("pg_enum", column("enumtypid"), column("enumlabel"), column("enumsortorder"), schema="pg_catalog")
_namespaces = table("pg_namespace", column("oid"), column("nspname"), schema="pg_catalog")
_CAST = re.compile(r"^('(?:[^']|'')*')::[\w\". ]+(?:\[\])?$")


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """`default` is without its cast: PostgreSQL keeps '0' and 0 apart, and they mean the same."""

    kind: str
    nullable: bool
    default: str | None
    generated: bool


@dataclass(frozen=True, slots=True)
class ConstraintFacts:
    definition: str
    columns: frozenset[str]


@dataclass(frozen=True, slots=True)
class TableFacts:
    columns: dict[str, ColumnFacts] = field(default_factory=dict)
    constraints: dict[str, ConstraintFacts] = field(default_factory=dict)
    indexes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Catalog:
    """The tables and enum types of one schema."""

    tables: dict[str, TableFacts]
    enums: dict[str, tuple[str, ...]]


async def read_catalog(connection: AsyncConnection, names: Collection[str], *, temporary: bool = False) -> Catalog:
    """Describe these tables of the current schema, or those of the same names in the session's temporary one."""
    namespace = await _namespace(connection, temporary=temporary)
    found: dict[str, TableFacts] = {}
    mine = and_(_classes.c.relnamespace == namespace, _classes.c.relname.in_(list(names)))
    strip = await _stripper(connection)
    for name, *facts in await connection.execute(_column_query(mine)):
        key, kind, is_required, generated, default = facts
        columns = found.setdefault(name, TableFacts()).columns
        columns[key] = ColumnFacts(strip(kind), not is_required, _plain(strip(default)), bool(generated))
    for name, key, definition, columns in await connection.execute(_constraint_query(mine)):
        found[name].constraints[key] = ConstraintFacts(strip(definition), frozenset(columns))
    for name, key, definition in await connection.execute(_index_query(mine)):
        if key not in found[name].constraints:
            found[name].indexes[key] = strip(definition)
    enums = {name: tuple(labels) for name, labels in await connection.execute(_enum_query(namespace))}
    return Catalog(found, enums)


async def _namespace(connection: AsyncConnection, *, temporary: bool) -> Any:
    wanted = select(_namespaces.c.oid).where(_namespaces.c.nspname == func.current_schema())
    return await connection.scalar(select(func.pg_my_temp_schema()) if temporary else wanted)


async def _stripper(connection: AsyncConnection) -> Any:
    schema = re.escape(str(await connection.scalar(select(func.current_schema()))))
    prefix = re.compile(rf'"?\b(?:pg_temp(?:_\d+)?|{schema})"?\.')
    return lambda text: None if text is None else prefix.sub("", text)


def _plain(default: str | None) -> str | None:
    """The value of a constant default, whichever way it was written."""
    if default is None:
        return None
    quoted = _CAST.match(default)
    return (quoted[1] if quoted else default).strip("'")


def _column_query(mine: ColumnElement[bool]) -> Select[Any]:
    default = func.pg_get_expr(_defaults.c.adbin, _defaults.c.adrelid)
    kind = func.format_type(_attributes.c.atttypid, _attributes.c.atttypmod)
    own = and_(_defaults.c.adrelid == _attributes.c.attrelid, _defaults.c.adnum == _attributes.c.attnum)
    joined = _attributes.join(_classes, _classes.c.oid == _attributes.c.attrelid).outerjoin(_defaults, own)
    facts = (_attributes.c.attname, kind, _attributes.c.attnotnull, _attributes.c.attgenerated != "", default)
    return (
        select(_classes.c.relname, *facts)
        .select_from(joined)
        .where(mine, _attributes.c.attnum > 0, ~_attributes.c.attisdropped)
    )


def _constraint_query(mine: ColumnElement[bool]) -> Select[Any]:
    definition = func.pg_get_constraintdef(_constraints.c.oid)
    columns = func.array(
        select(cast(_attributes.c.attname, Text))
        .where(
            _attributes.c.attrelid == _constraints.c.conrelid,
            _attributes.c.attnum == func.any(_constraints.c.conkey),
        )
        .scalar_subquery()
    )
    joined = _constraints.join(_classes, _classes.c.oid == _constraints.c.conrelid)
    return (
        select(_classes.c.relname, _constraints.c.conname, definition, columns)
        .select_from(joined)
        .where(mine, _constraints.c.contype.in_(["c", "u", "p", "f"]))
    )


def _index_query(mine: ColumnElement[bool]) -> Select[Any]:
    named = _classes.alias()
    joined = _indexes.join(_classes, _classes.c.oid == _indexes.c.indrelid).join(
        named, named.c.oid == _indexes.c.indexrelid
    )
    definition = func.pg_get_indexdef(_indexes.c.indexrelid)
    return select(_classes.c.relname, named.c.relname, definition).select_from(joined).where(mine)


def _enum_query(namespace: Any) -> Select[Any]:
    ordered = func.array_agg(aggregate_order_by(cast(_labels.c.enumlabel, Text), _labels.c.enumsortorder))
    return (
        select(_types.c.typname, ordered)
        .select_from(_types.join(_labels, _labels.c.enumtypid == _types.c.oid))
        .where(_types.c.typnamespace == namespace)
        .group_by(_types.c.typname)
    )
