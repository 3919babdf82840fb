"""What PostgreSQL's catalog says of some tables: in its own words, so that two descriptions can be compared.

The models' tables stand beside those that are there as temporary ones.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import asyncpg
from sqlalchemy import (
    Column,
    ColumnElement,
    MetaData,
    Select,
    Table,
    Text,
    UniqueConstraint,
    and_,
    cast,
    column,
    func,
    select,
    table,
    true,
)
from sqlalchemy.dialects.postgresql import ENUM, CreateEnumType, aggregate_order_by
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import AddConstraint, CreateIndex, CreateTable, ExecutableDDLElement

from scrapersky.curation_sdk.declaring import curations_of

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
TEMPORARY = "pg_temp"
SECONDS_TO_SEND = 0.001


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
            _attributes.c.attrelid == _constraints.c.conrelid, _attributes.c.attnum == func.any(_constraints.c.conkey)
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


async def make_patterns(
    connection: AsyncConnection, models: Collection[Any], meanwhile: Callable[[], object] = lambda: None
) -> None:
    """Temporary types and tables under the same names; what they refer to is there too, as far as they refer to it."""
    script = ";\n".join(str(each.compile(dialect=connection.dialect)) for each in _statements(models))
    driver: Any = (await connection.get_raw_connection()).driver_connection
    path = (await connection.execute(select(func.current_setting("search_path")))).scalar_one()
    try:
        await connection.execute(_looked_through(f"{TEMPORARY}, {path}"))
        # As a whole: one by one, hundreds of questions would be half of a start.
        await done_beside(driver.execute(script), meanwhile)
        await connection.execute(_looked_through(path))
    except asyncpg.SyntaxOrAccessError as error:
        raise ProgrammingError(None, None, error) from error


async def done_beside(asked: Awaitable[object], meanwhile: Callable[[], object]) -> None:
    """The server works on what it is asked while this process does something else."""
    answer = asyncio.ensure_future(asked)
    try:
        await asyncio.sleep(SECONDS_TO_SEND)
        meanwhile()
    finally:
        await answer


def _looked_through(path: str) -> Select[Any]:
    """Until the transaction ends. What is made without saying where goes to the first: the models need no copies."""
    return select(func.set_config("search_path", path, true()))


def _statements(models: Collection[Any]) -> Iterator[ExecutableDDLElement]:
    for model in models:
        for curation in curations_of(model):
            for kind in (curation.curation_type, curation.processing_type):
                yield CreateEnumType(ENUM(*kind.enums, name=kind.name))
        yield CreateTable(model.__table__, include_foreign_key_constraints=[])
        yield from (CreateIndex(index) for index in model.__table__.indexes)
    yield from (CreateTable(target) for target in _targets_elsewhere(models))
    for model in models:
        references = model.__table__.foreign_key_constraints
        yield from (AddConstraint(reference, isolate_from_table=False) for reference in references)


def _targets_elsewhere(models: Collection[Any]) -> list[Table]:
    """Of the tables that are only referred to, the columns that are."""
    made = {model.__table__.name for model in models}
    referred: dict[str, dict[tuple[str, ...], list[Column[Any]]]] = {}
    for model in models:
        for reference in model.__table__.foreign_key_constraints:
            keys = [element.column for element in reference.elements]
            if reference.referred_table.name not in made:
                sets = referred.setdefault(reference.referred_table.name, {})
                sets[tuple(key.name for key in keys)] = keys
    return [
        Table(
            name,
            MetaData(),
            *{key.name: Column(key.name, key.type) for keys in sets.values() for key in keys}.values(),
            *(UniqueConstraint(*names) for names in sets),
        )
        for name, sets in referred.items()
    ]
