"""Rows for tests: a value in every column that needs one, and the rows it refers to."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import ARRAY, Boolean, Column, DateTime, Numeric, Table, Uuid, insert
from sqlalchemy import Integer as AnyInteger
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession


async def make_sample(session: AsyncSession, model: type[Any], **values: Any) -> UUID:
    """Add a row and return its id; what is not given is made up, and rows it refers to are added of the same tenant."""
    table: Table = model.__table__
    for column in table.c:
        if column.key not in values and _needs_value(column):
            values[column.key] = await _made_up(session, model, column, values)
    made = await session.execute(insert(table).values(values).returning(table.c.id))
    row_id: UUID = made.scalar_one()
    return row_id


def _needs_value(column: Column[Any]) -> bool:
    return not column.nullable and column.server_default is None and column.computed is None


async def _made_up(session: AsyncSession, model: type[Any], column: Column[Any], known: dict[str, Any]) -> Any:
    for key in (foreign for foreign in column.foreign_keys if foreign.column.primary_key):
        other = next(mapper.class_ for mapper in model.registry.mappers if mapper.local_table is key.column.table)
        tenant = {"tenant_id": known["tenant_id"]} if "tenant_id" in key.column.table.c and "tenant_id" in known else {}
        return await make_sample(session, other, **tenant)
    return _value(column)


def _value(column: Column[Any]) -> Any:
    made_up: tuple[tuple[type[Any], Any], ...] = (
        (Uuid, uuid4()),
        (DateTime, datetime.now(UTC)),
        (Boolean, False),
        (AnyInteger, 1),
        (Numeric, 1),
        (JSONB, {}),
        (ARRAY, []),
    )
    for kind, value in made_up:
        if isinstance(column.type, kind):
            return value
    unique = uuid4().hex[:8]
    return f"https://sample-{unique}.example/" if "url" in column.key else f"{column.key} {unique}"
