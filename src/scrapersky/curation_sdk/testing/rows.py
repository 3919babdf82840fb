"""What every conformance test needs of a product: a workflow, and rows for it with a value where one is needed."""

from abc import ABC, abstractmethod
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import ARRAY, Boolean, Column, DateTime, Numeric, RowMapping, Table, Uuid, insert, select
from sqlalchemy import Integer as AnyInteger
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry, Settable
from scrapersky.curation_sdk.lists import item_columns


class Conformance:
    """Subclasses name the `workflow`."""

    workflow: AnyWorkflow

    @property
    def registry(self) -> Registry:
        return Registry([self.workflow])


class RowConformance(Conformance, ABC):
    """Subclasses also say how to make a row."""

    async def make_tenant(self, session: AsyncSession) -> UUID:
        """A row of the table that tenants are in, or only an id where there is none."""
        tenants = _referred_to(self.workflow.model, self.workflow.model.__table__.c.tenant_id)
        return uuid4() if tenants is None else await make_sample(session, tenants)

    @abstractmethod
    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        """Add a row that its workflow can complete; rows of different numbers differ."""

    async def tenant_with_rows(self, engine: AsyncEngine, count: int) -> tuple[UUID, list[UUID]]:
        async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
            tenant_id = await self.make_tenant(session)
            return tenant_id, [await self.make_row(session, tenant_id, number) for number in range(count)]

    async def decide(
        self, engine: AsyncEngine, tenant_id: UUID, ids: list[UUID], status: Settable = Settable.QUEUED
    ) -> None:
        async with AsyncSession(engine) as session, session.begin():
            await change_status(session, self.workflow, Actor(tenant_id, "test"), ids, Decision(status))

    async def look(self, engine: AsyncEngine, row_id: UUID) -> RowMapping:
        """The row as lists show it."""
        model: Any = self.workflow.model
        async with AsyncSession(engine) as session:
            rows = await session.execute(select(*item_columns(self.workflow)).where(model.id == row_id))
            return rows.mappings().one()


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
    other = _referred_to(model, column)
    if other is None:
        return _value(column)
    tenant = {"tenant_id": known["tenant_id"]} if "tenant_id" in other.__table__.c and "tenant_id" in known else {}
    return await make_sample(session, other, **tenant)


def _referred_to(model: type[Any], column: Column[Any]) -> type[Any] | None:
    """The model whose key the column holds."""
    tables = [foreign.column.table for foreign in column.foreign_keys if foreign.column.primary_key]
    return next((mapper.class_ for mapper in model.registry.mappers if mapper.local_table in tables), None)


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
