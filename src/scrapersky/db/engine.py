"""The engine every process makes one of."""

from collections.abc import Mapping
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
    server_settings: Mapping[str, str] | None = None,
) -> AsyncEngine:
    """`pooler`: behind PgBouncer in transaction mode a prepared statement may meet a server that never saw it.

    A process suspended inside a transaction holds its locks; after `idle_transaction_seconds` the server ends it. So it
    does with a statement after `statement_seconds`, if given. Who finds every connection taken waits `wait_seconds`.
    Everything is done under the `server_settings`.
    """
    place = read_address(address)
    is_pooled = pooler or place.is_pooled
    limits = {"statement_timeout": statement_seconds}
    if not is_pooled:
        limits["idle_in_transaction_session_timeout"] = idle_transaction_seconds
    settings = {name: str(int(seconds * 1000)) for name, seconds in limits.items() if seconds} | dict(
        server_settings or {}
    )
    options = _connection_options(settings, is_pooled=is_pooled, statement_seconds=statement_seconds)
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
    if is_pooled and settings:
        silence.tell_transactions(engine, settings)
    return engine


def _connection_options(
    settings: Mapping[str, str], *, is_pooled: bool, statement_seconds: float | None
) -> dict[str, Any]:
    options: dict[str, Any] = {"async_creator_fn": silence.connect, "timeout": silence.CONNECT_SECONDS}
    if statement_seconds:
        options["command_timeout"] = silence.driver_seconds(statement_seconds)
    if is_pooled:
        return options | {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
    return options | {"server_settings": {**settings, **silence.SERVER_PROBES}}
