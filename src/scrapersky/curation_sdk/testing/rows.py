"""What every conformance test needs of a product: a workflow, and rows for it."""

from abc import ABC, abstractmethod
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import RowMapping, select
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
    """Subclasses also say how to make a row, and a tenant where tenants are rows."""

    async def make_tenant(self, session: AsyncSession) -> UUID:  # noqa: ARG002  for products whose tenants are rows
        return uuid4()

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
