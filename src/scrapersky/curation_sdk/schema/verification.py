"""Whether database, models and API agree: every difference in words, with what to do about it.

PostgreSQL describes both sides itself: the tables as they are, and temporary ones made from the models and rolled back.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.schema import CreateColumn, CreateIndex

from scrapersky.curation_sdk.declaring import AnyWorkflow, Curation, Registry, Settable, curations_of
from scrapersky.curation_sdk.schema.catalog import Catalog, ColumnFacts, TableFacts, make_patterns, read_catalog
from scrapersky.curation_sdk.schema.ddl import compiled, index_names

APPLY = "Run: scrapersky schema apply"
_descriptions: dict[object, Catalog] = {}


@dataclass(frozen=True, slots=True)
class SchemaDifference:
    """`stops` says that the workflow cannot work like this; otherwise it is slower or less guarded than it should."""

    words: str
    remedy: str
    stops: bool = True


async def verify(
    engine: AsyncEngine, registry: Registry, meanwhile: Callable[[], object] = lambda: None
) -> dict[str, list[SchemaDifference]]:
    """The differences that concern each workflow, by its name; those without any are left out.

    `meanwhile` is called while the server works on a long script, unless it did before: what it does takes no time.
    """
    models = {model.__tablename__: model for each in registry for model in _models_of(each)}
    async with engine.connect() as connection, connection.begin() as transaction:
        actual = await read_catalog(connection, models)
        wanted = await _described(connection, models, meanwhile)
        await transaction.rollback()
    found = {each.name: list(dict.fromkeys(_differences(each, actual, wanted))) for each in registry}
    return {name: differences for name, differences in found.items() if differences}


async def _described(
    connection: AsyncConnection, models: Mapping[str, Any], meanwhile: Callable[[], object]
) -> Catalog:
    """What the models are to PostgreSQL, asked once: it takes longer than all else that a command does to begin."""
    key = (connection.dialect.server_version_info, tuple(models.values()))
    if key not in _descriptions:
        await make_patterns(connection, models.values(), meanwhile)
        _descriptions[key] = await read_catalog(connection, models, temporary=True)
    return _descriptions[key]


def _models_of(workflow: AnyWorkflow) -> list[Any]:
    return [workflow.model, *([] if workflow.updates_source else [workflow.produces])]


def _differences(workflow: AnyWorkflow, actual: Catalog, wanted: Catalog) -> Iterator[SchemaDifference]:
    yield from _type_differences(workflow, actual, wanted)
    yield from _api_differences(workflow, actual)
    for model in _models_of(workflow):
        table = model.__tablename__
        if table not in actual.tables:
            yield SchemaDifference(f"The table {table} does not exist.", APPLY)
            continue
        own = workflow.curation if model is workflow.model else None
        yield from _table_differences(model, own, actual.tables[table], wanted.tables[table])


def _type_differences(workflow: AnyWorkflow, actual: Catalog, wanted: Catalog) -> Iterator[SchemaDifference]:
    for name in (workflow.names.curation_status_type, workflow.names.processing_status_type):
        labels, needed = actual.enums.get(name), wanted.enums[name]
        if labels is None:
            shown = ", ".join(f"'{label}'" for label in needed)
            yield SchemaDifference(f"The type {name} does not exist.", f"CREATE TYPE {name} AS ENUM ({shown});")
            continue
        for label in needed:
            if label not in labels:
                yield SchemaDifference(
                    f"The type {name} has no value {label!r}.", f"ALTER TYPE {name} ADD VALUE '{label}';"
                )
        for label in labels:
            if label not in needed:
                yield SchemaDifference(
                    f"The type {name} has a value {label!r} that no workflow knows.", _renaming(name, label, needed)
                )


def _renaming(name: str, label: str, needed: tuple[str, ...]) -> str:
    like = next((each for each in needed if each.lower() == label.lower()), None)
    if like is not None:
        return f"ALTER TYPE {name} RENAME VALUE '{label}' TO '{like}';"
    return f"PostgreSQL drops no value: make {name} anew without {label!r} and move the column to it."


def _api_differences(workflow: AnyWorkflow, actual: Catalog) -> Iterator[SchemaDifference]:
    """What the API takes from clients, the database must be able to keep."""
    name = workflow.names.curation_status_type
    labels = actual.enums.get(name, ())
    for value in map(str, Settable) if labels else ():
        if value not in labels:
            yield SchemaDifference(
                f"PUT /api/v3{workflow.names.path}/status takes {value!r}, which {name} cannot keep.",
                f"ALTER TYPE {name} ADD VALUE '{value}';",
            )


def _table_differences(
    model: Any, own: Curation | None, actual: TableFacts, wanted: TableFacts
) -> Iterator[SchemaDifference]:
    """Of the table's columns, those of this workflow and those of none; what other workflows added is theirs."""
    others = [each for each in curations_of(model) if each is not own]
    foreign = frozenset().union(*(each.column_names for each in others))
    table = model.__tablename__
    for key, facts in wanted.columns.items():
        if key not in foreign:
            yield from _column_differences(model.__table__, key, actual.columns.get(key), facts)
    for key, facts in actual.columns.items():
        if key not in wanted.columns and not facts.nullable and facts.default is None:
            yield SchemaDifference(
                f"The column {table}.{key} is in no model, and no row can be added without it.",
                f"ALTER TABLE {table} ALTER COLUMN {key} DROP NOT NULL;",
            )
    names = frozenset(name for each in others for name in _machinery(each))
    yield from _constraint_differences(model.__table__, actual, wanted, names)
    yield from _index_differences(model.__table__, actual, wanted, names)


def _machinery(curation: Curation) -> tuple[str, ...]:
    names = curation.names
    return (names.claim_check, names.queued_check, *index_names(curation))


def _column_differences(
    table: Table, key: str, actual: ColumnFacts | None, wanted: ColumnFacts
) -> Iterator[SchemaDifference]:
    where, change = f"{table.name}.{key}", f"ALTER TABLE {table.name} ALTER COLUMN {key}"
    if actual is None:
        yield SchemaDifference(f"The column {where} does not exist.", add_column(table, key))
        return
    if actual.kind != wanted.kind:
        yield SchemaDifference(
            f"The column {where} is {actual.kind} and should be {wanted.kind}.",
            f"{change} TYPE {wanted.kind} USING {key}::text::{wanted.kind};",
        )
    if actual.nullable != wanted.nullable:
        verb, action = ("may not", "DROP") if wanted.nullable else ("may", "SET")
        yield SchemaDifference(
            f"The column {where} {verb} be NULL, and the model says otherwise.", f"{change} {action} NOT NULL;"
        )
    if actual.generated != wanted.generated or (wanted.generated and actual.default != wanted.default):
        yield SchemaDifference(
            f"The column {where} is not generated as the model says.",
            f"ALTER TABLE {table.name} DROP COLUMN {key}; {add_column(table, key)}",
        )
    elif actual.default != wanted.default:
        action = "DROP DEFAULT" if wanted.default is None else f"SET DEFAULT {_default_of(wanted)}"
        yield SchemaDifference(
            f"The default of {where} is {actual.default or 'none'} and should be {wanted.default or 'none'}.",
            f"{change} {action};",
        )


def _default_of(facts: ColumnFacts) -> str:
    default = facts.default or ""
    return default if default.endswith(")") else f"'{default}'"


def _constraint_differences(
    table: Table, actual: TableFacts, wanted: TableFacts, foreign: frozenset[str]
) -> Iterator[SchemaDifference]:
    """By what they say: a constraint under another name guards as well. A missing unique one breaks every upsert."""
    said = {facts.definition for facts in actual.constraints.values()}
    for name, facts in wanted.constraints.items():
        if name in foreign or facts.definition in said:
            continue
        stops = facts.definition.startswith(("UNIQUE", "PRIMARY KEY"))
        repair = f"ALTER TABLE {table.name} ADD CONSTRAINT {name} {facts.definition};"
        if name in actual.constraints:
            differs = f"is {actual.constraints[name].definition} and should be {facts.definition}."
            yield SchemaDifference(f"{name} of {table.name} {differs}", f"{_dropping(table, name)} {repair}", stops)
        else:
            yield SchemaDifference(f"{table.name} has no constraint {name}: {facts.definition}.", repair, stops)
    yield from _unknown_constraints(table, actual, wanted)


def _unknown_constraints(table: Table, actual: TableFacts, wanted: TableFacts) -> Iterator[SchemaDifference]:
    """Those on our columns that no model knows; what stands on columns of others is theirs."""
    said = {facts.definition for facts in wanted.constraints.values()}
    for name, facts in actual.constraints.items():
        is_ours = bool(facts.columns) and facts.columns <= wanted.columns.keys()
        if is_ours and name not in wanted.constraints and facts.definition not in said:
            words = (
                f"{table.name} has a constraint {name} that no model knows, and it refuses rows: {facts.definition}."
            )
            yield SchemaDifference(words, _dropping(table, name), stops=False)


def _dropping(table: Table, name: str) -> str:
    return f"ALTER TABLE {table.name} DROP CONSTRAINT {name};"


def _index_differences(
    table: Table, actual: TableFacts, wanted: TableFacts, foreign: frozenset[str]
) -> Iterator[SchemaDifference]:
    for name, definition in wanted.indexes.items():
        if name in foreign or actual.indexes.get(name) == definition:
            continue
        repair, stops = add_index(table, name), definition.startswith("CREATE UNIQUE")
        if name in actual.indexes:
            words = f"The index {name} is not as the model says: {actual.indexes[name]}."
            yield SchemaDifference(words, f"DROP INDEX {name}; {repair}", stops)
        else:
            yield SchemaDifference(f"The index {name} on {table.name} does not exist.", repair, stops)


def add_column(table: Table, key: str) -> str:
    return f"ALTER TABLE {table.name} ADD COLUMN {compiled(CreateColumn(table.c[key]))};"


def add_index(table: Table, name: str) -> str:
    index = next(each for each in table.indexes if each.name == name)
    return f"{compiled(CreateIndex(index))};"
