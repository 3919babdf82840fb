"""The engine every process makes one of."""

from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from scrapersky.db.address import read_address


def make_engine(
    address: str, *, pool_size: int = 10, pooler: bool = False, idle_transaction_seconds: float = 60
) -> AsyncEngine:
    """`pooler`: behind PgBouncer in transaction mode a prepared statement may meet a server that never saw it.

    A process suspended inside a transaction holds its locks; after `idle_transaction_seconds` the server ends it.
    """
    place = read_address(address)
    options: dict[str, Any] = (
        {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
        if pooler or place.is_pooled
        else {"server_settings": {"idle_in_transaction_session_timeout": str(int(idle_transaction_seconds * 1000))}}
    )
    return create_async_engine(
        place.url,
        pool_size=pool_size,
        max_overflow=pool_size,
        connect_args=place.arguments_with(options),
        hide_parameters=True,  # errors are logged; people's addresses and the hashes of passwords are not
        json_serializer=lambda value: orjson.dumps(value).decode(),
        json_deserializer=orjson.loads,
    )
