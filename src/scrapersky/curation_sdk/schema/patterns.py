"""The models' tables as temporary ones, for PostgreSQL to describe beside those that are there."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any

import asyncpg
from sqlalchemy import Column, MetaData, Select, Table, UniqueConstraint, func, select, true
from sqlalchemy.dialects.postgresql import ENUM, CreateEnumType
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import AddConstraint, CreateIndex, CreateTable, ExecutableDDLElement

from scrapersky.curation_sdk.declaring import curations_of

TEMPORARY = "pg_temp"
SECONDS_TO_SEND = 0.001


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
