"""The schema files and the models describe the same database."""

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.db.schema import SchemaChanged, SchemaFile, apply_schema, pending_files, schema_files


async def test_applying_the_schema_again_does_nothing(engine: AsyncEngine) -> None:
    assert await apply_schema(engine) == []
    assert await pending_files(engine) == []


async def test_a_file_that_was_changed_after_it_was_applied_is_refused(engine: AsyncEngine) -> None:
    first = schema_files()[0]
    with pytest.raises(SchemaChanged, match=r"0001_log\.sql was changed"):
        await apply_schema(engine, [SchemaFile(first.name, first.sql + "-- edited")])


async def test_a_file_that_fails_leaves_nothing_behind(engine: AsyncEngine) -> None:
    broken = SchemaFile("9999_broken.sql", "CREATE TABLE half_done (id int); SELECT nonsense;")
    with pytest.raises(asyncpg.PostgresError):
        await apply_schema(engine, [broken])
    assert await apply_schema(engine, [SchemaFile("9999_broken.sql", "CREATE TABLE half_done (id int);")]) == [
        "9999_broken.sql"
    ]
