"""Connections that fall silent, as behind a firewall that forgot them: each is noticed and given up in a bounded time.

The server ends a statement that takes too long. Where no answer comes at all, the driver gives up a little later, the
sockets' own probes notice a machine that is gone, and a connection that was idle is asked before it is used.
"""

import asyncio
import logging
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import asyncpg
from sqlalchemy import Connection, event, func, literal_column, select
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine

log = logging.getLogger(__name__)

CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 3.0
CLOSE_SECONDS_IN_SILENCE = 0.5
PING_SECONDS = 3.0
SILENT_FOR = 60.0
IDLE_SECONDS = 5.0  # asking each time would cost a fifth of all requests' time
_NOTHING = "SELECT"
# Names as PostgreSQL's own programs know them. Where the system has none of the name, it decides by itself, as there.
SOCKET_OPTIONS: Mapping[str, int | None] = {
    "keepalives_count": getattr(socket, "TCP_KEEPCNT", None),
    "keepalives_idle": getattr(socket, "TCP_KEEPIDLE", getattr(socket, "TCP_KEEPALIVE", None)),
    "keepalives_interval": getattr(socket, "TCP_KEEPINTVL", None),
    "tcp_user_timeout": getattr(socket, "TCP_USER_TIMEOUT", None),
}
# A machine that is gone is noticed within a minute, where the system's own defaults take hours.
PROBES: Mapping[str, int] = {
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
SERVER_PROBES = {
    "tcp_keepalives_idle": str(PROBES["keepalives_idle"]),
    "tcp_keepalives_interval": str(PROBES["keepalives_interval"]),
    "tcp_keepalives_count": str(PROBES["keepalives_count"]),
    "tcp_user_timeout": str(PROBES["tcp_user_timeout"]),
}


def kept_alive(options: Mapping[str, int] | None) -> Any:
    """A class of connections; without options the system does not ask whether the server is still there."""

    def begin(connection: Any, protocol: Any, transport: Any, *others: Any) -> None:
        asyncpg.Connection.__init__(connection, protocol, transport, *others)
        end = transport.get_extra_info("socket")
        if options is not None and end is not None and end.family != socket.AF_UNIX:
            _set(end, options)

    return type("Connection", (asyncpg.Connection,), {"__init__": begin, "__slots__": ()})


def _set(end: Any, options: Mapping[str, int]) -> None:
    end.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in options.items():
        number = SOCKET_OPTIONS[name]
        if number is not None and value > 0:
            end.setsockopt(socket.IPPROTO_TCP, number, value)


@dataclass(slots=True)
class LastSilence:
    """When any engine of this process last got no answer: connections of the others may have been forgotten as well."""

    noticed_at: float = float("-inf")


_last_silence = LastSilence()


class SilentDatabase(ConnectionError):
    """No answer came; whether the server has heard what was asked is not known.

    It has the code of a connection that failed, as errors of the driver do: no row pays with an attempt for it.
    """

    sqlstate = "08006"


def driver_seconds(statement_seconds: float) -> float:
    """The server's own word that a statement took too long should come first.

    >>> driver_seconds(60)
    76.0
    """
    return statement_seconds * 1.25 + 1


async def connect(*arguments: Any, **options: Any) -> Any:
    """A connection of the driver; where none is made in time, an error that says so."""
    try:
        return await asyncpg.connect(*arguments, **options)
    except TimeoutError as error:
        raise SilentDatabase("No connection to the database was made in time.") from error


def watch(engine: AsyncEngine) -> None:
    event.listen(engine.sync_engine, "handle_error", _give_up)
    event.listen(engine.sync_engine, "checkin", _remember_use)
    event.listen(engine.sync_engine, "checkout", _ask_if_idle)


def _give_up(context: ExceptionContext) -> Exception | None:
    """The driver's time limit says nothing else: no answer came. What else the pool has is as old."""
    if not isinstance(context.original_exception, TimeoutError):
        if _has_no_transaction(context.connection):
            context.is_disconnect, context.invalidate_pool_on_disconnect = True, False
        return None
    context.is_disconnect, _last_silence.noticed_at = True, time.monotonic()
    return SilentDatabase("The database did not answer in time; the connection to it was given up.")


def _has_no_transaction(connection: Connection | None) -> bool:
    """Whether its BEGIN was cut off: the driver believes in it from then on, and every later one on it fails."""
    if connection is None or connection.closed or connection.invalidated:
        return False
    pooled = connection.connection
    if getattr(pooled.dbapi_connection, "autocommit", True):
        return False
    driver: Any = pooled.driver_connection
    return not driver.is_in_transaction()


def _remember_use(_: Any, record: Any) -> None:
    record.info["used_at"] = time.monotonic()


def _ask_if_idle(connection: Any, record: Any, _: Any) -> None:
    now = time.monotonic()
    used_at = record.info.get("used_at", now)
    if now - used_at < IDLE_SECONDS and used_at > _last_silence.noticed_at:
        return
    try:
        connection.run_async(lambda driver: driver.execute(_NOTHING, timeout=PING_SECONDS))
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise InvalidatePoolError from error


def tell_transactions(engine: AsyncEngine, settings: Mapping[str, str]) -> None:
    """Behind a pooler a connection has no settings of its own; each transaction is told."""
    until_it_ends: Any = literal_column("true")
    settings_query = select(*(func.set_config(name, value, until_it_ends) for name, value in settings.items()))

    def tell(connection: Connection) -> None:
        if not getattr(connection.connection.dbapi_connection, "autocommit", False):
            connection.execute(settings_query)

    event.listen(engine.sync_engine, "begin", tell)


async def close(engine: AsyncEngine) -> None:
    """Politely, but nobody who stops waits for a server that does not answer, nor for each pool anew.

    Whoever stops processes seldom gives them more than half a minute.
    """
    is_silent = time.monotonic() - _last_silence.noticed_at < SILENT_FOR
    try:
        async with asyncio.timeout(CLOSE_SECONDS_IN_SILENCE if is_silent else CLOSE_SECONDS):
            await dispose(engine)
    except TimeoutError:
        _last_silence.noticed_at = time.monotonic()
        log.warning("The database did not answer while its connections were being closed; they were left.")


async def dispose(engine: AsyncEngine) -> None:
    """A connection that somebody still has is closed once they give it back: the pool that it goes to is nobody's."""
    pool = engine.pool
    await engine.dispose()
    event.listen(pool, "checkin", _end)


def _end(_: Any, record: Any) -> None:
    record.invalidate()
