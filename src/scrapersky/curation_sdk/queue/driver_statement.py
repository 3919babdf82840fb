"""Statements of the queue that the driver itself runs: they are compiled once, and their rows are what it returns."""

from collections.abc import Mapping
from typing import Any, NoReturn

from sqlalchemy import Connection, Engine, create_mock_engine
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.util import await_, greenlet_spawn

_DIALECT: Any = create_mock_engine("postgresql+asyncpg://", lambda *_: None).dialect


class DriverStatement:
    """Executing a statement took SQLAlchemy as much time as Python has for all else that is done for its rows."""

    def __init__(self, statement: Any) -> None:
        compiled = statement.compile(dialect=_DIALECT)
        self._text, self._names, self._constants = str(compiled), compiled.positiontup, compiled.params

    async def fetch(self, engine: AsyncEngine, parameters: Mapping[str, Any]) -> list[Any]:
        """In a transaction of its own, since nobody begins one."""
        values = [parameters[name] if name in parameters else self._constants[name] for name in self._names]
        fetched: list[Any] = await greenlet_spawn(_fetch, engine.sync_engine, self._text, values)
        return fetched


def _fetch(engine: Engine, text: str, values: list[Any]) -> Any:
    try:
        pooled = engine.raw_connection()
    except engine.dialect.loaded_dbapi.Error:
        pooled = engine.connect().connection  # asks again, and tells in SQLAlchemy's words why there is none
    try:
        driver: Any = pooled.driver_connection
        return await_(driver.fetch(text, *values))
    except BaseException as error:  # noqa: BLE001  whatever it is, SQLAlchemy raises it again
        _raise(engine, pooled, error)
    finally:
        pooled.close()


def _raise(engine: Engine, pooled: PoolProxiedConnection, error: BaseException) -> NoReturn:
    """As if SQLAlchemy had executed it: its kinds of errors, who listens for them, and what becomes of the connection.

    It has no public name for either half of that.
    """
    connection: Any = Connection(engine, pooled)
    adapter: Any = pooled.dbapi_connection
    try:
        if isinstance(error, Exception):
            adapter._handle_exception(error)  # noqa: SLF001
    except BaseException as translated:  # noqa: BLE001
        error = translated
    connection._handle_dbapi_exception(error, None, None, None, None)  # noqa: SLF001
    raise error
