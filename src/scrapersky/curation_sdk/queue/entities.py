"""Rows of a model made of what the driver returns, without a session."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Dialect, Float, inspect
from sqlalchemy.orm import Mapper
from sqlalchemy.orm.attributes import instance_dict, instance_state
from sqlalchemy.types import TypeEngine

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
