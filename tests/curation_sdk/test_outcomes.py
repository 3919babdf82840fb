"""What an error that nobody foresaw does to a row."""

from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending, RetryLimits


def failed_with(error: Exception) -> Attempt:
    attempt = Attempt(None, uuid4(), uuid4(), uuid4(), uuid4(), number=1)
    attempt.fail(error, RetryLimits(attempts=1, backoff_seconds=30, jitter=lambda: 0.5))
    return attempt


def cut() -> OperationalError:
    return OperationalError("SELECT 1", {}, ConnectionResetError("connection was closed"), connection_invalidated=True)


@pytest.mark.parametrize("error", [PoolExhausted("QueuePool limit of size 10 overflow 10 reached"), cut()])
def test_a_database_that_is_busy_or_away_costs_a_row_no_attempt(error: Exception) -> None:
    attempt = failed_with(error)
    assert (attempt.ending, attempt.outcome) == (Ending.DEFERRED, "database")
    assert attempt.delay == timedelta(seconds=30)
    assert "QueuePool" not in (attempt.message or "")


def test_what_the_database_refuses_is_the_rows_error() -> None:
    attempt = failed_with(IntegrityError("INSERT", {}, ValueError("duplicate key value")))
    assert (attempt.ending, attempt.message) == (Ending.ERROR, "The database refused it: duplicate key value")
