"""Contacts that are one: found where that is certain, compared field by field, and which values the one should have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import declared_fields
from scrapersky.models import Contact, Domain, LocalBusiness

MOST_ALIKE = 50
"""So many contacts are compared at once; what more there is comes up when these are merged."""
FOLLOWING = {"phone": ("phone_kind",)}
"""What belongs to a value, and goes where it goes."""
CHOSEN = tuple(name for name in declared_fields() if name != "phone_kind")


@dataclass(frozen=True, slots=True)
class ContactInGroup:
    """One of them, with the website that tells of it."""

    contact: Contact
    state: str
    domain: str
    business: str | None

    @property
    def said(self) -> dict[str, Any]:
        return {name: getattr(self.contact, name) or None for name in CHOSEN}


@dataclass(frozen=True, slots=True)
class ContactGroup:
    """Contacts that are one, the best first: it stays, and takes what it lacks of the next that has it."""

    contacts: Sequence[ContactInGroup]
    key: str | None = None

    @property
    def keep(self) -> UUID:
        return self.contacts[0].contact.id

    @property
    def values(self) -> dict[str, UUID]:
        first, *others = self.contacts
        missing = [name for name, value in first.said.items() if value is None]
        filled = {name: next((one.contact.id for one in others if one.said[name]), None) for name in missing}
        return {name: source for name, source in filled.items() if source is not None}


async def certain_groups(
    session: AsyncSession, tenant_id: UUID, after: str | None, limit: int
) -> tuple[list[ContactGroup], int]:
    """Contacts of one address, or without any of one number, whom no two names tell apart; and how many there are.

    What was skipped is no work any more, and stays as it is.
    """
    # Compared as bytes and in no order, so that the database groups by hashes: a million are sorted for minutes.
    key = func.coalesce(func.lower(Contact.email), Contact.phone).collate("C")
    name = func.lower(Contact.name).collate("C")
    ids = func.array_agg(Contact.id, type_=ARRAY(PG_UUID))
    alike = (
        select(key.label("key"), ids.label("ids"), func.count().over().label("total"))
        .where(Contact.tenant_id == tenant_id, Contact.contact_delivery.state != "Skipped", key.is_not(None))
        .group_by(key)
        .having(func.count() > 1, func.min(name).is_not_distinct_from(func.max(name)))
        .subquery()
    )
    wanted = select(alike.c.key, alike.c.ids[1:MOST_ALIKE], alike.c.total).order_by(alike.c.key).limit(limit)
    found = (await session.execute(wanted.where(alike.c.key > after) if after is not None else wanted)).all()
    contacts = await _contacts(session, tenant_id, [each for _, some, _ in found for each in some])
    groups = [_group([contacts[each] for each in some], each_key) for each_key, some, _ in found]
    return groups, found[0][2] if found else 0


async def chosen_group(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> ContactGroup | None:
    """Those that a person says are one, as far as they are there; two at least."""
    contacts = await _contacts(session, tenant_id, ids)
    return _group(list(contacts.values())) if len(contacts) > 1 else None


def values_to_take(values: Mapping[str, UUID]) -> dict[str, UUID]:
    """With what belongs to them."""
    return {name: source for chosen, source in values.items() for name in (chosen, *FOLLOWING.get(chosen, ()))}


async def _contacts(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> dict[UUID, ContactInGroup]:
    found = await session.execute(
        select(Contact, Contact.contact_delivery.state, Domain.name, LocalBusiness.name)
        .join(Domain, Domain.id == Contact.domain_id)
        .outerjoin(LocalBusiness, LocalBusiness.id == Contact.local_business_id)
        .where(Contact.tenant_id == tenant_id, Contact.id.in_(ids))
    )
    return {contact.id: ContactInGroup(contact, *told) for contact, *told in found}


def _group(contacts: list[ContactInGroup], key: str | None = None) -> ContactGroup:
    return ContactGroup(sorted(contacts, key=_rank), key)


def _rank(one: ContactInGroup) -> tuple[bool, bool, int, float, UUID]:
    """Who was delivered is known elsewhere by its id; who was corrected has a person's work in it."""
    row = one.contact
    filled = sum(value is not None for value in one.said.values())
    return row.delivered_at is None, not row.edited_fields, -filled, -row.confidence, row.id
