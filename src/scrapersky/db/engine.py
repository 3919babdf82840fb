"""The engine every process makes one of."""

from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from scrapersky.db import silence
from scrapersky.db.address import read_address


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
    place = read_address(address)
    is_pooled = pooler or place.is_pooled
    options = _connection_options(
        is_pooled=is_pooled, idle_transaction_seconds=idle_transaction_seconds, statement_seconds=statement_seconds
    )
    engine = create_async_engine(
        place.url,
        pool_size=pool_size,
        max_overflow=pool_size if more_at_peaks is None else more_at_peaks,
        pool_timeout=wait_seconds,
        connect_args=place.arguments_with(options),
        hide_parameters=True,  # errors are logged; people's addresses and the hashes of passwords are not
        json_serializer=lambda value: orjson.dumps(value).decode(),
        json_deserializer=orjson.loads,
    )
    silence.watch(engine)
    if is_pooled and statement_seconds:
        silence.limit_transactions(engine, statement_seconds)
    return engine


def _connection_options(
    *, is_pooled: bool, idle_transaction_seconds: float, statement_seconds: float | None
) -> dict[str, Any]:
    options: dict[str, Any] = {"async_creator_fn": silence.connect, "timeout": silence.CONNECT_SECONDS}
    if statement_seconds:
        options["command_timeout"] = silence.driver_seconds(statement_seconds)
    if is_pooled:
        return options | {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
    limits = {"idle_in_transaction_session_timeout": idle_transaction_seconds, "statement_timeout": statement_seconds}
    in_milliseconds = {name: str(int(seconds * 1000)) for name, seconds in limits.items() if seconds}
    return options | {"server_settings": {**in_milliseconds, **silence.SERVER_PROBES}}
