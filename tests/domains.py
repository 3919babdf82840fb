"""Domains for tests."""

from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.models import Domain


async def make_domain(session: AsyncSession, tenant_id: UUID, name: str | None = None, **values: Any) -> UUID:
    name = name or f"domain-{uuid4().hex}.example"
    known = {"tenant_id": tenant_id, "name": name, "home_url": f"https://{name}/"}
    made = await session.execute(insert(Domain).values(known | values).returning(Domain.id))
    return made.scalar_one()
