"""The models' tables as temporary ones, for PostgreSQL to describe beside those that are there."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, MetaData, Table, UniqueConstraint
from sqlalchemy.dialects.postgresql import ENUM, CreateEnumType
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import AddConstraint, CreateIndex, CreateTable

from scrapersky.curation_sdk.curation import curations_of

TEMPORARY = "pg_temp"


async def make_patterns(connection: AsyncConnection, models: Collection[Any]) -> None:
    """Temporary types and tables under the same names; what they refer to is there too, as far as they refer to it."""
    metadata = MetaData()
    for model in models:
        for curation in curations_of(model):
            for kind in (curation.curation_type, curation.processing_type):
                await connection.execute(CreateEnumType(ENUM(*kind.enums, name=kind.name, schema=TEMPORARY)))
        pattern: Table = model.__table__.to_metadata(metadata, schema=TEMPORARY)
        await connection.execute(CreateTable(pattern, include_foreign_key_constraints=[]))
        for index in pattern.indexes:
            await connection.execute(CreateIndex(index))
    for target in _targets_elsewhere(models, metadata):
        await connection.execute(CreateTable(target))
    for pattern in list(metadata.tables.values()):
        for reference in pattern.foreign_key_constraints:
            await connection.execute(AddConstraint(reference))


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
