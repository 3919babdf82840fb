"""The engine every process makes one of."""

from typing import Any

import orjson
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from scrapersky.db import silence
from scrapersky.errors import ScraperSkyError


class BadDatabaseUrl(ScraperSkyError):
    """DATABASE_URL is not the address of a PostgreSQL."""

    code = "database_url"


def read_url(address: str) -> URL:
    """Take the address as people write it; the driver is ours to choose.

    >>> read_url("postgres://me@db/sky").drivername
    'postgresql+asyncpg'
    """
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise BadDatabaseUrl("DATABASE_URL cannot be read; type postgresql://user:password@host:5432/name.") from error
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise BadDatabaseUrl(f"DATABASE_URL names {url.get_backend_name()}; ScraperSky runs on PostgreSQL only.")
    return url.set(drivername="postgresql+asyncpg")


def make_engine(
    address: str,
    *,
    pool_size: int = 10,
    more_at_peaks: int | None = None,
    wait_seconds: float = 30,
    statement_seconds: float | None = None,
    pooler: bool = False,
    idle_transaction_seconds: float = 60,
) -> AsyncEngine:
    """`pooler`: behind PgBouncer in transaction mode a prepared statement may meet a server that never saw it.

    A process suspended inside a transaction holds its locks; after `idle_transaction_seconds` the server ends it. So it
    does with a statement after `statement_seconds`, if given. Who finds every connection taken waits `wait_seconds`.
    """
    engine = create_async_engine(
        read_url(address),
        pool_size=pool_size,
        max_overflow=pool_size if more_at_peaks is None else more_at_peaks,
        pool_timeout=wait_seconds,
        connect_args=_connection_options(
            pooler=pooler, idle_transaction_seconds=idle_transaction_seconds, statement_seconds=statement_seconds
        ),
        hide_parameters=True,  # errors are logged; people's addresses and the hashes of passwords are not
        json_serializer=lambda value: orjson.dumps(value).decode(),
        json_deserializer=orjson.loads,
    )
    silence.watch(engine)
    if pooler and statement_seconds:
        silence.limit_transactions(engine, statement_seconds)
    return engine


def _connection_options(
    *, pooler: bool, idle_transaction_seconds: float, statement_seconds: float | None
) -> dict[str, Any]:
    options: dict[str, Any] = {"async_creator_fn": silence.connect, "timeout": silence.CONNECT_SECONDS}
    if statement_seconds:
        options["command_timeout"] = silence.driver_seconds(statement_seconds)
    if pooler:
        return options | {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
    limits = {"idle_in_transaction_session_timeout": idle_transaction_seconds, "statement_timeout": statement_seconds}
    in_milliseconds = {name: str(int(seconds * 1000)) for name, seconds in limits.items() if seconds}
    return options | {"server_settings": {**in_milliseconds, **silence.SERVER_PROBES}}
