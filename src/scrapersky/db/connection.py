"""The driver's connection, with what the operating system is to do about a server that fell silent."""

import socket
from collections.abc import Mapping
from typing import Any

import asyncpg

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
