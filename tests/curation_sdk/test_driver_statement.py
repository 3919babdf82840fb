"""A statement that the driver runs fails as any other does, and its rows hold what a session would read."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Float, Numeric, Text, cast, func, literal_column, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import TypeEngine

from scrapersky.curation_sdk.declaring.db_errors import is_database_away, sqlstate_of
from scrapersky.curation_sdk.queue.driver_statement import DriverStatement, reader_of

one: Any = literal_column("1")


async def test_what_goes_wrong_is_told_and_no_connection_is_left_behind(engine: AsyncEngine) -> None:
    with pytest.raises(DBAPIError) as refused:
        await DriverStatement(select(one / literal_column("0"))).fetch(engine, {})
    assert sqlstate_of(refused.value) == "22012"
    with pytest.raises(DBAPIError) as cut:
        await DriverStatement(select(func.pg_terminate_backend(func.pg_backend_pid()))).fetch(engine, {})
    assert cut.value.connection_invalidated
    assert is_database_away(cut.value)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await DriverStatement(select(func.pg_sleep(30))).fetch(engine, {})
    assert [tuple(row) for row in await DriverStatement(select(one)).fetch(engine, {})] == [(1,)]
    assert engine.pool.status().endswith("Current Checked out connections: 0")


async def test_values_are_read_as_a_session_reads_them(engine: AsyncEngine) -> None:
    kinds: list[TypeEngine[Any]] = [JSONB(), JSONB(), Float(), Numeric(), Numeric(asdecimal=False), Text()]
    written = ["'{\"a\": [1, null]}'", "NULL", "1.5", "1.5", "1.5", "'a'"]
    values = (cast(literal_column(value), kind) for value, kind in zip(written, kinds, strict=True))
    (row,) = await DriverStatement(select(*values)).fetch(engine, {})
    readers = [reader_of(kind, engine.dialect) for kind in kinds]
    read = [value if reader is None else reader(value) for reader, value in zip(readers, row, strict=True)]
    assert read == [{"a": [1, None]}, None, 1.5, Decimal("1.5"), 1.5, "a"]
