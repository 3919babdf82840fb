"""All that is stored about somebody, for them to read."""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.clients.html.store import HtmlStores
from scrapersky.curation_sdk.queue import of_tenant
from scrapersky.models import Base, Contact, ContactValue, Delivery
from scrapersky.services.erasure.kept_pages import kept_pages
from scrapersky.services.erasure.mentions import mentions_in, searched_tables
from scrapersky.services.erasure.subject import ErasureSubject
from scrapersky.services.suppression.entries import suppressed_marks
from scrapersky.services.suppression.kinds import SuppressionKind

_NOT_TOLD = frozenset(("tenant_id", "search_words"))


async def disclosure(
    sessions: async_sessionmaker[AsyncSession],
    tenant_id: UUID,
    stores: HtmlStores,
    kind: SuppressionKind,
    text: str,
    *,
    domain: str | None = None,
) -> dict[str, Any]:
    """Contacts with their evidence and deliveries, pages that are kept, and every other row that mentions them."""
    async with of_tenant(sessions, tenant_id)() as session:
        return await _disclosed(session, await ErasureSubject.find(session, tenant_id, kind, text, domain), stores)


async def _disclosed(session: AsyncSession, subject: ErasureSubject, stores: HtmlStores) -> dict[str, Any]:
    ids = subject.contact_ids
    mentioned = [
        {"table": mention.table.name, **mention.key, "says": mention.before}
        for table in searched_tables()
        if table.name not in (Contact.__tablename__, ContactValue.__tablename__)
        async for mention in mentions_in(session, table, subject)
    ]
    listed = await suppressed_marks(session, subject.tenant_id, subject.marks)
    return {
        "contacts": await _rows(session, Contact, Contact.id.in_(ids)),
        "evidence": await _rows(session, ContactValue, ContactValue.contact_id.in_(ids)),
        "deliveries": await _rows(session, Delivery, Delivery.contact_id.in_(ids)),
        "kept_pages": [page.url async for page in kept_pages(session, subject, stores)],
        "mentioned_in": mentioned,
        "suppressed": sorted(f"{mark.kind.value} {mark.value}" for mark in listed),
    }


async def _rows(session: AsyncSession, model: type[Base], condition: ColumnElement[bool]) -> list[dict[str, Any]]:
    table = Base.metadata.tables[model.__tablename__]
    columns = [column for column in table.c if column.name not in _NOT_TOLD]
    rows = await session.execute(select(*columns).where(condition).order_by(table.c.id))
    return [{name: value for name, value in row.items() if value is not None} for row in rows.mappings()]
