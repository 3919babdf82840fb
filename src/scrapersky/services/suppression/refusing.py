"""Who is on the list cannot be queued: neither a contact, nor what would be fetched of their website."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from scrapersky.models import Contact, Domain, Page, SitemapFile, Suppression
from scrapersky.services.suppression.contacts import reached
from scrapersky.services.suppression.entries import suppressed_marks, why_suppressed
from scrapersky.services.suppression.marks import Mark, marks_in, marks_of


async def refuse_suppressed(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Contacts that would not be sent."""
    if not await _is_any(session, tenant_id):
        return {}
    mine = Contact.tenant_id == tenant_id, Contact.id == any_(literal(list(ids), ARRAY(PG_UUID())))
    found = await session.execute(reached().where(*mine))
    return await _refused(session, tenant_id, {row.id: list(marks_of(row, row.site)) for row in found})


async def refuse_domains(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    return await _refuse_hosts(session, tenant_id, ids, Domain.name)


async def refuse_sitemaps(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    return await _refuse_hosts(session, tenant_id, ids, SitemapFile.url)


async def refuse_pages(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    return await _refuse_hosts(session, tenant_id, ids, Page.url)


async def _refuse_hosts(
    session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID], column: InstrumentedAttribute[str]
) -> Mapping[UUID, str]:
    """Rows whose address would not be fetched: a column of addresses, or of names of domains."""
    if not await _is_any(session, tenant_id):
        return {}
    model: Any = column.class_
    kind = "url" if column.key == "url" else "domain"
    mine = model.tenant_id == tenant_id, model.id == any_(literal(list(ids), ARRAY(PG_UUID())))
    found = await session.execute(select(model.id, column).where(*mine))
    return await _refused(session, tenant_id, {row_id: list(marks_in([(kind, text)])) for row_id, text in found})


async def _is_any(session: AsyncSession, tenant_id: UUID) -> bool:
    mine = select(Suppression.id).where(Suppression.tenant_id == tenant_id)
    return bool(await session.scalar(select(mine.exists())))


async def _refused(session: AsyncSession, tenant_id: UUID, marks: Mapping[UUID, Iterable[Mark]]) -> dict[UUID, str]:
    listed = await suppressed_marks(session, tenant_id, (mark for own in marks.values() for mark in own))
    first = {row_id: next((mark for mark in own if mark in listed), None) for row_id, own in marks.items()}
    return {row_id: why_suppressed(mark, listed[mark]) for row_id, mark in first.items() if mark}
