"""What a command says when it failed."""

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scrapersky.curation_sdk import CurationError


def in_words(error: BaseException) -> str:
    """One line, whatever the driver made of it."""
    if isinstance(error, CurationError):
        return str(error)
    if isinstance(error, DBAPIError):
        error = error.orig or error
    reason = " ".join(str(error).split()) or type(error).__name__
    is_database = isinstance(error, (SQLAlchemyError, asyncpg.PostgresError, ConnectionError, TimeoutError))
    return f"The database does not answer as it should: {reason}" if is_database else reason
