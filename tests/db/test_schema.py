"""The schema files and the models describe the same database."""

from typing import Any

import asyncpg
import pytest
from sqlalchemy import Text, cast, func, select, table
from sqlalchemy import column as named
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.declaring.curation import curations_of
from scrapersky.curation_sdk.declaring.tables import SdkBase
from scrapersky.curation_sdk.schema.ddl import type_statements
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import SchemaChanged, SchemaFile, apply_schema, changed_files, pending_files, schema_files
from scrapersky.models import Base
from scrapersky.workflows import product_workflows


async def test_applying_the_schema_again_does_nothing(engine: AsyncEngine) -> None:
    assert await apply_schema(engine) == []
    assert await pending_files(engine) == []


async def test_a_file_that_was_changed_after_it_was_applied_is_refused(engine: AsyncEngine) -> None:
    first = schema_files()[0]
    with pytest.raises(SchemaChanged, match=r"0001_log\.sql was changed"):
        await apply_schema(engine, [SchemaFile(first.name, first.sql + "SELECT 1;")])


async def test_what_to_do_with_a_database_of_another_schema_is_said(engine: AsyncEngine) -> None:
    first = schema_files()[0]
    edited = SchemaFile(first.name, first.sql + "SELECT 1;")
    assert await changed_files(engine, [edited, *schema_files()[1:]]) == ["0001_log.sql"]
    with pytest.raises(SchemaChanged, match=r"no released version .* pg_dump --data-only.* empty database"):
        await apply_schema(engine, [edited])


async def test_the_planner_knows_how_many_rows_have_a_value_that_is_offered(engine: AsyncEngine) -> None:
    """Else a filtered page of a large table waits for every row that matches."""
    statistics = table("pg_statistic_ext", named("oid"), named("stxrelid"))
    expressions = func.unnest(func.pg_get_statisticsobjdef_expressions(statistics.c.oid))
    async with engine.connect() as connection:
        found = await connection.execute(select(cast(cast(statistics.c.stxrelid, REGCLASS), Text), expressions))
        kept = {tuple(row) for row in found}
    offered = {
        (each.model.__tablename__, f"lower({name})")
        for each in product_workflows()
        for name in each.facets
        if isinstance(getattr(each.model.__table__.c.get(name), "type", None), Text)
    }
    assert len(offered) > 10
    assert offered - kept == set()


async def test_a_file_that_fails_leaves_nothing_behind(engine: AsyncEngine) -> None:
    broken = SchemaFile("9999_broken.sql", "CREATE TABLE half_done (id int); SELECT nonsense;")
    with pytest.raises(asyncpg.PostgresError):
        await apply_schema(engine, [broken])
    assert await apply_schema(engine, [SchemaFile("9999_broken.sql", "CREATE TABLE half_done (id int);")]) == [
        "9999_broken.sql"
    ]


QUERIES = {
    "columns": r"""
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
               regexp_replace(pg_get_expr(d.adbin, d.adrelid), '^''([^'']*)''::[a-z ]+$', '\1')
          FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
          LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
         WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_log'
           AND a.attnum > 0 AND NOT a.attisdropped
         ORDER BY 1, 2""",
    "indexes": """
        SELECT tablename, indexdef FROM pg_indexes
         WHERE schemaname = 'public' AND tablename <> 'schema_log' ORDER BY 1, 2""",
    "constraints": """
        SELECT conrelid::regclass::text, contype::text, pg_get_constraintdef(oid) FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid <> 0
           AND conrelid <> 'schema_log'::regclass ORDER BY 1, 2, 3""",
    "enums": """
        SELECT t.typname, array_agg(e.enumlabel::text ORDER BY e.enumsortorder)
          FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY 1 ORDER BY 1""",
}


async def describe(url: str) -> dict[str, list[tuple[object, ...]]]:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    found = {name: [tuple(row) for row in await connection.fetch(query)] for name, query in QUERIES.items()}
    await connection.close()
    return found


async def test_the_schema_files_and_the_models_give_the_same_database(server_url: str, database_url: str) -> None:
    by_models = server_url.replace("/postgres?", "/by_models?")
    admin = await asyncpg.connect(server_url.replace("+asyncpg", ""))
    await admin.execute("CREATE DATABASE by_models")
    engine = make_engine(by_models)
    async with engine.begin() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await driver.execute(schema_files()[0].sql)  # where servers before 18 get uuidv7() from
        (accents,) = (file.sql for file in schema_files() if file.name == "0049_words_without_accents.sql")
        await driver.execute(accents.partition("ALTER TABLE")[0])  # the function that columns are made with
        for model in Base.__subclasses__():
            for curation in curations_of(model):
                for statement in type_statements(curation):
                    await connection.exec_driver_sql(statement)
        await connection.run_sync(SdkBase.metadata.create_all)
        await connection.run_sync(Base.metadata.create_all)
    await engine.dispose()
    from_models, from_files = await describe(by_models), await describe(database_url)
    await admin.execute("DROP DATABASE by_models WITH (FORCE)")
    await admin.close()
    for name in QUERIES:
        assert from_files[name] == from_models[name]
