"""The engine every process makes one of."""

from typing import Any

import orjson
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

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
    address: str, *, pool_size: int = 10, pooler: bool = False, idle_transaction_seconds: float = 60
) -> AsyncEngine:
    """`pooler`: behind PgBouncer in transaction mode a prepared statement may meet a server that never saw it.

    A process suspended inside a transaction holds its locks; after `idle_transaction_seconds` the server ends it.
    """
    options: dict[str, Any] = (
        {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
        if pooler
        else {"server_settings": {"idle_in_transaction_session_timeout": str(int(idle_transaction_seconds * 1000))}}
    )
    return create_async_engine(
        read_url(address),
        pool_size=pool_size,
        max_overflow=pool_size,
        connect_args=options,
        hide_parameters=True,  # errors are logged; people's addresses and the hashes of passwords are not
        json_serializer=lambda value: orjson.dumps(value).decode(),
        json_deserializer=orjson.loads,
    )
