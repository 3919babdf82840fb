"""What an engine says when something fails."""

import pytest
from sqlalchemy import literal, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine


async def test_an_error_tells_no_value_that_was_sent(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        with pytest.raises(DBAPIError) as failed:
            await connection.execute(select(literal("hunter2") + literal(1)))
    assert "hunter2" not in str(failed.value).partition("DETAIL")[0]
    assert "[SQL" in str(failed.value)
