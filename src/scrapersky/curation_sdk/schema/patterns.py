"""The models' tables as temporary ones, for PostgreSQL to describe beside those that are there."""

from collections.abc import Collection, Iterator
from typing import Any

import asyncpg
from sqlalchemy import Column, MetaData, Table, UniqueConstraint
from sqlalchemy.dialects.postgresql import ENUM, CreateEnumType
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import AddConstraint, CreateIndex, CreateTable, ExecutableDDLElement

from scrapersky.curation_sdk.declaring import curations_of

TEMPORARY = "pg_temp"


async def make_patterns(connection: AsyncConnection, models: Collection[Any]) -> None:
    """Temporary types and tables under the same names; what they refer to is there too, as far as they refer to it."""
    script = ";\n".join(str(each.compile(dialect=connection.dialect)) for each in _statements(models))
    driver: Any = (await connection.get_raw_connection()).driver_connection
    try:
        await driver.execute(script)  # as a whole: one by one, hundreds of questions would be half of a start
    except asyncpg.SyntaxOrAccessError as error:
        raise ProgrammingError(None, None, error) from error


def _statements(models: Collection[Any]) -> Iterator[ExecutableDDLElement]:
    metadata = MetaData()
    for model in models:
        for curation in curations_of(model):
            for kind in (curation.curation_type, curation.processing_type):
                yield CreateEnumType(ENUM(*kind.enums, name=kind.name, schema=TEMPORARY))
        pattern: Table = model.__table__.to_metadata(metadata, schema=TEMPORARY)
        yield CreateTable(pattern, include_foreign_key_constraints=[])
        yield from (CreateIndex(index) for index in pattern.indexes)
    yield from (CreateTable(target) for target in _targets_elsewhere(models, metadata))
    for pattern in list(metadata.tables.values()):
        yield from (AddConstraint(reference) for reference in pattern.foreign_key_constraints)


def _targets_elsewhere(models: Collection[Any], metadata: MetaData) -> list[Table]:
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
            metadata,
            *{key.name: Column(key.name, key.type) for keys in sets.values() for key in keys}.values(),
            *(UniqueConstraint(*names) for names in sets),
            schema=TEMPORARY,
        )
        for name, sets in referred.items()
    ]
