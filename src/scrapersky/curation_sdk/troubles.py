"""Telling apart what a database can refuse: away for a while, two at once, or a statement it will never take."""

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

DATABASE_TROUBLE = (SQLAlchemyError, OSError)
"""What any use of the database may raise; a background task that lives on catches these."""

AWAY = {"database": "away"}
BACK = {"database": "back"}
"""`extra` of log lines: every part of a process notices, and the log need not say it as often."""

_DEADLOCK = "40P01"
_AWAY = ("08", "57P0", "53300")  # connection exceptions, shutting down or starting up, too many connections


def sqlstate_of(error: BaseException) -> str:
    """Fetching from a cursor of the server raises the driver's own error, which nobody has wrapped."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


def is_database_away(error: BaseException) -> bool:
    """Whether the same statement may go through in a moment: a restart, a cut connection, a pool with none to spare."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or sqlstate_of(error).startswith(_AWAY)
    return isinstance(error, (PoolExhausted, OSError)) or sqlstate_of(error).startswith(_AWAY)


def noted(error: BaseException) -> dict[str, str] | None:
    """`extra` of the log line that tells of it."""
    return AWAY if is_database_away(error) else None


def will_pass(error: BaseException) -> bool:
    """Whether it is the database's and only has to be waited for. An OSError may be the disk's."""
    of_the_disk = isinstance(error, OSError) and not isinstance(error, ConnectionError)
    return is_deadlock(error) or (is_database_away(error) and not of_the_disk)


def is_deadlock(error: BaseException) -> bool:
    return sqlstate_of(error) == _DEADLOCK
