"""A database that does not answer."""

from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy import select

from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending, RetryLimits
from scrapersky.db.engine import make_engine
from scrapersky.db.silence import SilentDatabase


async def test_a_statement_without_an_answer_costs_the_row_no_attempt(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine(database_url, pool_size=1, more_at_peaks=0)

    async def silent(*_: Any, **__: Any) -> Any:
        raise TimeoutError

    async with engine.connect() as connection:
        monkeypatch.setattr(asyncpg.Connection, "prepare", silent)
        with pytest.raises(SilentDatabase) as raised:
            await connection.scalar(select(1))
    monkeypatch.undo()
    await engine.dispose()
    attempt = Attempt(None, uuid4(), uuid4(), uuid4(), uuid4(), number=1)
    attempt.fail(raised.value, RetryLimits(attempts=1, backoff_seconds=30))
    assert (attempt.ending, attempt.outcome) == (Ending.DEFERRED, "database")
