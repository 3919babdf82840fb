"""When a row was made, which its key tells, and last written, by a column that every UPDATE sets."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, func
from sqlalchemy.orm import MappedColumn, mapped_column


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
