"""A transaction whose beginning was cut off."""

from typing import Any

import asyncpg
import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from scrapersky.db.engine import make_engine


async def test_a_connection_whose_begin_was_cut_off_is_used_no_more(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver would take every later transaction on it for one inside of the first, which the server never had."""
    engine = make_engine(database_url, pool_size=1, more_at_peaks=0)
    async with engine.connect() as connection:
        await connection.scalar(select(1))
    execute, cut_off = asyncpg.Connection.execute, [True]

    async def cancelled_once(connection: Any, query: str, *arguments: Any, **options: Any) -> Any:
        if query.startswith("BEGIN") and cut_off[0]:
            cut_off[0] = False
            raise asyncpg.QueryCanceledError("canceling statement due to user request")
        return await execute(connection, query, *arguments, **options)

    monkeypatch.setattr(asyncpg.Connection, "execute", cancelled_once)
    with pytest.raises(DBAPIError, match="canceling statement"):
        async with engine.begin() as connection:
            await connection.scalar(select(1))
    for _ in range(2):
        async with engine.begin() as connection:
            assert await connection.scalar(select(1)) == 1
    await engine.dispose()
