"""Telling apart what a database can refuse: out of reach, out of room, others in the way, or never."""

from sqlalchemy.exc import DBAPIError, PendingRollbackError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

DATABASE_TROUBLE = (SQLAlchemyError, OSError)
"""What any use of the database may raise; a background task that lives on catches these."""

AWAY = {"database": "away"}
BACK = {"database": "back"}
"""`extra` of log lines: every part of a process notices, and the log need not say it as often."""

# By class of SQLSTATE, and by code where a class has both kinds.
_UNREACHABLE = ("08", "57P0")  # connection exceptions; shutting down or starting up
_SHORT = ("53000", "53100", "53300", "58000", "58030", "25006")  # disk, connections; system errors; may only read
_IN_THE_WAY = ("40", "55006", "55P03")  # rolled back because of others; in use; locked
_CUT_OFF = ("57014", "53200", "53400", "25P03", "25P04")  # cancelled; out of memory, past a limit; open for too long
_FAILED_BEFORE = "25P02"


def sqlstate_of(error: BaseException) -> str:
    """Fetching from a cursor of the server raises the driver's own error, which nobody has wrapped."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


def is_of_database(error: BaseException) -> bool:
    """Whether the database, the way to it or what asks it raised this, wrapped or not."""
    return isinstance(error, SQLAlchemyError) or bool(sqlstate_of(error))


def is_database_away(error: BaseException) -> bool:
    """Whether nothing can be written until this is over: a restart, a cut connection, an empty pool, a full disk."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    out_of_reach = isinstance(error, (PoolExhausted, OSError)) or sqlstate_of(error).startswith(_UNREACHABLE)
    return out_of_reach or is_database_short(error)


def is_database_short(error: BaseException) -> bool:
    """Whether it answers and has no room, memory or leave to write: for the operator to mend."""
    return sqlstate_of(error).startswith(_SHORT)


def is_contended(error: BaseException) -> bool:
    """Whether others were in the way, or it was cut off: the same may go through in a moment."""
    return sqlstate_of(error).startswith(_IN_THE_WAY) or was_cut_off(error)


def was_cut_off(error: BaseException) -> bool:
    """By a limit or a person. Others may be why, and so may be a statement that asks for too much."""
    return sqlstate_of(error).startswith(_CUT_OFF)


def noted(error: BaseException) -> dict[str, str] | None:
    """`extra` of the log line that tells of it."""
    return AWAY if is_database_away(error) else None


def will_pass(error: BaseException) -> bool:
    """Whether it is the database's and only has to be waited for. An OSError may be the disk's."""
    of_the_disk = isinstance(error, OSError) and not isinstance(error, ConnectionError)
    return is_contended(error) or (is_database_away(error) and not of_the_disk)


def failed_before(error: BaseException) -> bool:
    """Whether an earlier statement of the transaction failed, and somebody hid that."""
    return isinstance(error, PendingRollbackError) or sqlstate_of(error) == _FAILED_BEFORE
