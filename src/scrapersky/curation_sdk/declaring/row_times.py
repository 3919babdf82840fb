"""When a row was last written: a column that every UPDATE sets, whether of an object or of many rows."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, func
from sqlalchemy.orm import MappedColumn, mapped_column


def last_written() -> MappedColumn[datetime]:
    """`update()` of whatever sort sets it; the update within an upsert does not, and takes `and_updated_at`."""
    return mapped_column(DateTime(timezone=True), server_default=func.now(), onupdate=func.now(), sort_order=1)


def and_updated_at(values: Mapping[str, Any]) -> dict[str, Any]:
    """What an upsert sets where the row is there already."""
    return {**values, "updated_at": func.now()}
