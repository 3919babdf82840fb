"""What of a contact went where: read from what is kept, so that nothing more has to be erased."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.delivery import DeliveryTarget, idempotency_key
from scrapersky.clients.delivery.errors import hosts_only
from scrapersky.clients.delivery.target import told_to
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.models import Contact, Delivery
from scrapersky.services.contact_delivery_service import load_contacts

MOST = 20


@dataclass(frozen=True, slots=True)
class SentItem:
    """`told` is made anew from the contact; its key tells whether the target got exactly that."""

    target: str
    delivered_at: datetime
    answer: Annotated[str | None, Field(description="What the target said.")]
    told: Annotated[dict[str, Any], Field(description="What it gets of this contact, without what is empty or secret.")]
    is_as_sent: Annotated[
        bool, Field(description="It got exactly that; otherwise the contact or the target changed since.")
    ]


async def sent_of(
    session: AsyncSession, tenant_id: UUID, contact_id: UUID, targets: Sequence[DeliveryTarget]
) -> list[SentItem]:
    """Newest first."""
    row = await session.scalar(select(Contact).where(Contact.id == contact_id, Contact.tenant_id == tenant_id))
    if row is None:
        raise RowsNotFound(f"There is no contact {contact_id}.")
    given = (await load_contacts(session, [row]))[row.id]
    contact = replace(given.contact, verification=row.verification)
    known = {target.name: target for target in targets}
    keys = {name: idempotency_key(target, contact) for name, target in known.items()}
    newest = select(Delivery).where(Delivery.contact_id == row.id).order_by(Delivery.id.desc()).limit(MOST)
    return [
        SentItem(
            each.target,
            each.delivered_at,
            hosts_only(each.answer) if each.answer else None,
            told_to(known.get(each.target), contact),
            keys.get(each.target) == each.idempotency_key,
        )
        for each in await session.scalars(newest)
    ]
