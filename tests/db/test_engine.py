"""What an engine says when something fails, and what is left of it when it is closed."""

import pytest
from sqlalchemy import literal, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.db.engine import make_engine
from scrapersky.db.silence import dispose


async def test_an_error_tells_no_value_that_was_sent(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        with pytest.raises(DBAPIError) as failed:
            await connection.execute(select(literal("hunter2") + literal(1)))
    assert "hunter2" not in str(failed.value).partition("DETAIL")[0]
    assert "[SQL" in str(failed.value)


async def test_a_connection_that_is_given_back_after_the_closing_is_closed_too(database_url: str) -> None:
    engine = make_engine(database_url)
    async with engine.connect() as connection:
        late = (await connection.get_raw_connection()).driver_connection
        await dispose(engine)
        assert late is not None
        assert await connection.scalar(select(1)) == 1
    assert late.is_closed()
    async with engine.connect() as connection:
        anew = (await connection.get_raw_connection()).driver_connection
    assert anew is not None
    assert not anew.is_closed(), "who opens it again has a pool as before"
    await dispose(engine)
    assert anew.is_closed()
