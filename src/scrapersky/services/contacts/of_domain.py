"""Reads and writes the contacts of one domain while its row is locked: two workers cannot merge into them at once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Select, and_, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import ABSENCE_COLUMNS, values_of
from scrapersky.curation_sdk.queue import upsert
from scrapersky.models.contact import Contact, ContactValue
from scrapersky.models.domain import Domain
from scrapersky.models.page_content import PageContent
from scrapersky.services.contacts.plan import ContactPlan
from scrapersky.services.contacts.profile import BUSINESS, SHARED_KINDS, STAND_INS, Profile, SourcePage, Value

MAX_VALUES = 1_000
MAX_CONTACTS = 2_000
# Values of the business that can be contacts by themselves.
_CHANNELS = ("phone", *STAND_INS)


@dataclass(frozen=True, slots=True)
class Known:
    """A contact that is there; `is_untouched` means that nobody has decided or said anything about it."""

    id: UUID
    profile: Profile
    is_untouched: bool


class DomainContacts:
    """The contacts of the domain to which a page belongs."""

    def __init__(self, session: AsyncSession, content: PageContent, business_id: UUID | None) -> None:
        self._session, self._content, self._business_id = session, content, business_id

    async def lock(self) -> None:
        locked = select(Domain.id).where(Domain.id == self._content.domain_id).with_for_update(key_share=True)
        await self._session.execute(locked)

    async def known(self, seen: Iterable[Profile], values: Iterable[Value]) -> dict[str, Known]:
        """The domain's contacts, as many as can be at hand; of a larger one at least those that the page speaks of."""
        first = select(Contact.id).where(Contact.domain_id == self._content.domain_id)
        found = await self._read(first.order_by(Contact.identity).limit(MAX_CONTACTS))
        if len(found) < MAX_CONTACTS:
            return found
        seen = list(seen)
        identities = {one.identity for one in seen}
        identities |= {f"{one.kind}:{one.value}" for one in values if one.kind in _CHANNELS}
        names = {one.name for one in seen if one.name}
        namesakes = await self._read(
            first.where(Contact.name.in_(names)).order_by(Contact.identity).limit(MAX_CONTACTS)
        )
        return found | namesakes | await self._read(first.where(Contact.identity.in_(identities)))

    async def _read(self, ids: Select[UUID]) -> dict[str, Known]:
        untouched = and_(
            Contact.contact_delivery.state == "New",
            Contact.edited_fields == [],
            Contact.delivered_at.is_(None),
            Contact.verified_at.is_(None),
        )
        found = await self._session.execute(select(Contact, untouched).where(Contact.id.in_(ids)))
        return {row.identity: Known(row.id, _profile(row), is_untouched) for row, is_untouched in found}

    async def values_elsewhere(self) -> list[Value]:
        """Values of the business as a whole on the domain's other pages, each once, the surest sighting first."""
        pages = func.count().over(partition_by=(ContactValue.kind, ContactValue.value))
        value = (ContactValue.kind, ContactValue.value)
        found = await self._session.execute(
            select(*value, ContactValue.facts, ContactValue.confidence, pages, PageContent.id, PageContent.final_url)
            .join(PageContent, PageContent.id == ContactValue.page_content_id)
            .where(
                PageContent.domain_id == self._content.domain_id,
                PageContent.id != self._content.id,
                ContactValue.kind.in_(SHARED_KINDS),
                ContactValue.owner == BUSINESS,
            )
            .ext(distinct_on(*value))
            .order_by(*value, ContactValue.confidence.desc(), PageContent.id)
            .limit(MAX_VALUES)
        )
        return [
            Value(kind, value, facts, confidence, count, SourcePage(page_id, url))
            for kind, value, facts, confidence, count, page_id, url in found
        ]

    async def write(self, plan: ContactPlan, known: Mapping[str, Known]) -> dict[str, UUID]:
        """Write what changed; returns the id of each contact of the plan."""
        changed = [one for one in plan.contacts if one.identity not in known or known[one.identity].profile != one]
        key = ("domain_id", "identity")
        made = await upsert(self._session, Contact, [self._row(one) for one in changed], key=key, only_changed=True)
        ids = {identity: one.id for identity, one in known.items()} | {row.identity: row.id for row in made}
        staying = {one.identity for one in plan.contacts}
        for old, new in plan.taken_up.items():
            if old in known and (known[old].is_untouched or old in staying):
                await self._hand_over(known[old].id, ids.get(new or ""), is_staying=old in staying)
        made_now = [one.identity for one in changed if one.identity not in known]
        fresh = [ids[identity] for identity in made_now if identity.partition(":")[0] in _CHANNELS]
        if fresh:
            await self._link_channels(fresh)
        return ids

    def _row(self, one: Profile) -> dict[str, Any]:
        return {
            "tenant_id": self._content.tenant_id,
            "domain_id": self._content.domain_id,
            "local_business_id": self._business_id,
            "page_content_id": one.source.page_content_id,
            "source_url": one.source.url,
            "identity": one.identity,
            "owner": one.owner,
            "confidence": one.confidence,
            **one.absences,
            **values_of(one),
        }

    async def _hand_over(self, old: UUID, new: UUID | None, *, is_staying: bool) -> None:
        moved = update(ContactValue).where(ContactValue.contact_id == old).values(contact_id=new)
        if is_staying:
            await self._session.execute(moved.where(ContactValue.kind == "person"))
            return
        await self._session.execute(moved)
        await self._session.execute(delete(Contact).where(Contact.id == old))

    async def _link_channels(self, contacts: Sequence[UUID]) -> None:
        """Sightings on other pages of a number or a profile that has just become a contact."""
        await self._session.execute(
            update(ContactValue)
            .where(
                ContactValue.page_content_id == PageContent.id,
                PageContent.domain_id == self._content.domain_id,
                ContactValue.kind.in_(_CHANNELS),
                ContactValue.contact_id.is_(None),
                Contact.id.in_(contacts),
                Contact.identity == ContactValue.kind + literal(":") + ContactValue.value,
            )
            .values(contact_id=Contact.id)
            .execution_options(synchronize_session=False)
        )

    async def link_branches(self, branches: Mapping[UUID, UUID | None]) -> None:
        """Contacts of a chain whose branch is known; what a person or an earlier page linked stays where it is not."""
        by_branch: dict[UUID, list[UUID]] = defaultdict(list)
        for contact_id, branch in branches.items():
            if branch is not None:
                by_branch[branch].append(contact_id)
        for branch, contacts in by_branch.items():
            of_others = Contact.local_business_id.is_distinct_from(branch)
            linking = update(Contact).where(Contact.id.in_(contacts), of_others).values(local_business_id=branch)
            await self._session.execute(linking.execution_options(synchronize_session=False))

    async def count_sightings(self, ids: Iterable[UUID]) -> None:
        count = select(func.count()).where(ContactValue.contact_id == Contact.id).scalar_subquery()
        await self._session.execute(
            update(Contact)
            .where(Contact.id.in_(list(ids)), Contact.sightings != count)
            .values(sightings=count)
            .execution_options(synchronize_session=False)
        )


def _profile(row: Contact) -> Profile:
    return Profile(
        identity=row.identity,
        owner=row.owner,
        confidence=row.confidence,
        source=SourcePage(row.page_content_id, row.source_url),
        absences={column: getattr(row, column) for column in ABSENCE_COLUMNS.values()},
        **values_of(row),
    )
