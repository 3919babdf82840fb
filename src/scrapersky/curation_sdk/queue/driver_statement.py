"""Statements of the queue that the driver itself runs, compiled once; and rows of a model made of what it returns."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from sqlalchemy import Connection, Dialect, Engine, Float, create_mock_engine, inspect
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.orm import Mapper
from sqlalchemy.orm.attributes import instance_dict, instance_state
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.types import TypeEngine
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


_FLOAT, _NUMERIC = 701, 1700  # what PostgreSQL calls its types of numbers


def columns_of(model: type[Any]) -> tuple[Any, ...]:
    """What is read of a row: all but what is deferred."""
    mapper: Mapper[Any] = inspect(model)
    return tuple(getattr(model, attribute.key) for attribute in mapper.column_attrs if not attribute.deferred)


class Entities:
    """Makes what a closed session leaves: detached, and whoever asks for a column that was not read is told so.

    Through a session an instance costs four times as much, more than PostgreSQL needs to claim its row.
    """

    def __init__(self, model: type[Any], dialect: Dialect) -> None:
        mapper: Mapper[Any] = inspect(model)
        self._class, _, self._token = mapper.identity_key_from_primary_key((None,))
        self._new = mapper.class_manager.new_instance
        columns = columns_of(model)
        self.keys = tuple(column.key for column in columns)
        readers = {column.key: reader_of(column.type, dialect) for column in columns}
        self._readers = {key: read for key, read in readers.items() if read is not None}

    def make(self, values: Sequence[Any]) -> Any:
        """From the values of `columns_of` the model as the driver gives them, in this order."""
        row: Any = self._new()
        loaded = instance_dict(row)
        loaded.update(zip(self.keys, values, strict=True))
        for key, read in self._readers.items():
            loaded[key] = read(loaded[key])
        instance_state(row).key = (self._class, (loaded["id"],), self._token)
        return row


def reader_of(kind: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    """What makes a value of the driver's into one of the column's, where these differ, as those of JSON do."""
    number = _FLOAT if isinstance(kind, Float) else _NUMERIC  # all others do not ask
    reader: Callable[[Any], Any] | None = kind.dialect_impl(dialect).result_processor(dialect, number)
    return reader
