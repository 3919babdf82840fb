"""A column's values in Python and over HTTP, within the limits that PostgreSQL would otherwise enforce by failing.

And when a row was made, which its key tells, and last written, by a column that every UPDATE sets.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Annotated, Any, overload
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, Field, TypeAdapter
from sqlalchemy import BigInteger, Column, DateTime, Integer, LargeBinary, SmallInteger, Text, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TSVECTOR
from sqlalchemy.orm import MappedColumn, mapped_column

LONGEST_TEXT = 10_000
_INTEGER_BITS = ((SmallInteger, 15), (BigInteger, 63), (Integer, 31))
_EARLIEST, _LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


@overload
def storable(text: str) -> str: ...
@overload
def storable(text: str | None) -> str | None: ...
def storable(text: str | None) -> str | None:
    """Without what no column takes: pages and answers hold NUL characters and halves of surrogate pairs.

    >>> storable("a\\x00b\\ud800")
    'ab?'
    """
    if text is None or (text.isascii() and "\x00" not in text):
        return text
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("the character NUL cannot be stored")
    return text


StoredText = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(_without_nul)]
Moment = Annotated[AwareDatetime, Field(ge=_EARLIEST, le=_LATEST)]


def value_type(column: Column[Any]) -> Any:
    """The annotation for a value a client may send: what it accepts, PostgreSQL takes."""
    accepted = _not_null_type(column.type)
    return accepted | None if column.nullable else accepted


def _not_null_type(kind: Any) -> Any:
    for integer, bits in _INTEGER_BITS:
        if isinstance(kind, integer):
            return Annotated[int, Field(ge=-(2**bits), le=2**bits - 1)]
    if isinstance(kind, DateTime):
        return Moment
    if isinstance(kind, ARRAY):
        return list[_not_null_type(kind.item_type)]  # type: ignore[misc]  # a type made at run time
    return StoredText if _python_type(kind) is str else _python_type(kind)


def shown_type(column: Column[Any]) -> Any:
    """The annotation for a value as stored, without limits: what is there is shown."""
    kind = column.type
    item: Any = _python_type(kind.item_type) if isinstance(kind, ARRAY) else None
    stored = list[item] if isinstance(kind, ARRAY) else _python_type(kind)
    return stored | None if column.nullable else stored


def computed_type(kind: Any) -> Any:
    """The annotation for a value that is read from elsewhere, where there may be none."""
    return _python_type(kind) | None


def _python_type(kind: Any) -> Any:
    if isinstance(kind, JSONB):
        return Any
    if isinstance(kind, Text):
        return str
    return kind.python_type


def is_plain(column: Column[Any]) -> bool:
    """Whether a person could read it: neither a search vector nor bytes."""
    return not isinstance(column.type, (TSVECTOR, LargeBinary))


def columns_by_key(attributes: Iterable[Any]) -> dict[str, Column[Any]]:
    return {attribute.key: attribute.property.columns[0] for attribute in attributes}


@cache
def reader_of(column: Column[Any]) -> TypeAdapter[Any]:
    """Reads a JSON value as the column's; raises pydantic's ValidationError."""
    return TypeAdapter(value_type(column))


def earliest_id(moment: datetime) -> UUID:
    """The lowest key that a row made at this moment can have: a range of time is one of the primary key.

    >>> earliest_id(datetime.fromisoformat("2026-03-01T12:00:00Z"))
    UUID('019ca945-0a00-0000-0000-000000000000')
    """
    return UUID(int=max(0, int(moment.timestamp() * 1000)) << 80)


def id_ago(now: datetime, seconds: float) -> UUID:
    return earliest_id(now - timedelta(seconds=seconds))


def last_written() -> MappedColumn[datetime]:
    """`update()` of whatever sort sets it; the update within an upsert does not, and takes `and_updated_at`."""
    return mapped_column(DateTime(timezone=True), server_default=func.now(), onupdate=func.now(), sort_order=1)


def and_updated_at(values: Mapping[str, Any]) -> dict[str, Any]:
    """What an upsert sets where the row is there already."""
    return {**values, "updated_at": func.now()}
