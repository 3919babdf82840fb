"""Tenants, businesses and domains for tests."""

from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.models import LocalBusiness, Tenant


async def make_tenant(session: AsyncSession) -> UUID:
    made = await session.execute(insert(Tenant).values(name=f"tenant {uuid4()}").returning(Tenant.id))
    return made.scalar_one()


async def make_business(session: AsyncSession, tenant_id: UUID, **values: Any) -> UUID:
    known = {"source": "test", "source_id": str(uuid4()), "name": "Cedar & Sons", "tenant_id": tenant_id}
    made = await session.execute(insert(LocalBusiness).values(known | values).returning(LocalBusiness.id))
    return made.scalar_one()
