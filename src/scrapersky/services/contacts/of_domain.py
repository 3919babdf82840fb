"""Reads and writes the contacts of locked domains, those of many in as many statements as those of one."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Integer,
    Text,
    Uuid,
    all_,
    and_,
    any_,
    bindparam,
    delete,
    func,
    literal,
    literal_column,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import ABSENCE_COLUMNS, values_of
from scrapersky.curation_sdk.decisions import forget_marks, hand_marks_over
from scrapersky.curation_sdk.queue import upsert
from scrapersky.models import Contact, ContactValue, PageContent
from scrapersky.services.contacts.in_hand import PageInHand
from scrapersky.services.contacts.merging import PageMerge
from scrapersky.services.contacts.plan import ContactPlan
from scrapersky.services.contacts.profile import BUSINESS, SHARED_KINDS, STAND_INS, Profile, SourcePage, Value

MAX_VALUES = 1_000
MAX_CONTACTS = 2_000
# Values of the business that can be contacts by themselves.
_CHANNELS = ("phone", *STAND_INS)
_IDS = bindparam("ids", type_=ARRAY(Uuid))


def _values_elsewhere() -> Any:
    """By keys from step to step: of a table that grows, statistics tell PostgreSQL that there is hardly anything in it,
    and whatever else it joins by takes a time that grows by the square.
    """
    of_domains = PageContent.domain_id == any_(bindparam("domains", type_=ARRAY(Uuid)))
    others = select(PageContent.id).where(of_domains, PageContent.id != all_(_IDS)).scalar_subquery()
    value = (PageContent.domain_id, ContactValue.kind, ContactValue.value)
    surest = ContactValue.confidence.desc(), PageContent.id
    found = (
        select(
            *value,
            ContactValue.facts,
            ContactValue.confidence,
            func.count().over(partition_by=value).label("pages"),
            PageContent.id,
            PageContent.final_url,
            func.row_number().over(partition_by=value, order_by=surest).label("rank"),
        )
        .join_from(ContactValue, PageContent, PageContent.id == ContactValue.page_content_id)
        .where(
            ContactValue.page_content_id == any_(func.array(others)),
            ContactValue.kind == any_(literal(list(SHARED_KINDS), ARRAY(Text))),
            ContactValue.owner == BUSINESS,
        )
        .subquery("found")
    )
    in_order = found.c.kind, found.c.value
    place = func.row_number().over(partition_by=found.c.domain_id, order_by=in_order).label("place")
    placed = select(found, place).where(found.c.rank == literal_column("1")).subquery("placed")
    columns = [column for column in placed.c if column.key not in ("rank", "place")]
    return select(*columns).where(placed.c.place <= MAX_VALUES)


def _first_contacts() -> Any:
    domain = func.unnest(_IDS).table_valued("id", name="domain").render_derived()
    first: Any = _CONTACTS.where(Contact.domain_id == domain.c.id).order_by(Contact.identity)
    first = first.limit(bindparam("most", type_=Integer)).lateral("first")
    return select(first).select_from(domain).join(first, true())


def _count_sightings() -> Any:
    contact = func.unnest(_IDS).table_valued("id", name="contact").render_derived()
    sightings = select(func.count()).where(ContactValue.contact_id == contact.c.id).scalar_subquery()
    counted = select(contact.c.id, sightings.label("sightings")).cte("counted").prefix_with("MATERIALIZED")
    counting = update(Contact).where(Contact.id == counted.c.id, Contact.sightings != counted.c.sightings)
    return counting.values(sightings=counted.c.sightings).execution_options(synchronize_session=False)


_CONTACTS = select(
    *(column for column in Contact.__table__.columns if column.key != "search_words"),
    and_(
        Contact.contact_delivery.state == "New",
        Contact.edited_fields == [],
        Contact.delivered_at.is_(None),
        Contact.verified_at.is_(None),
    ).label("is_untouched"),
)
_FIRST_CONTACTS = _first_contacts()
_VALUES_ELSEWHERE = _values_elsewhere()
_COUNT_SIGHTINGS = _count_sightings()
_LINK_CHANNELS = (
    update(ContactValue)
    .where(
        ContactValue.page_content_id == PageContent.id,
        PageContent.domain_id == Contact.domain_id,
        ContactValue.kind.in_(_CHANNELS),
        ContactValue.contact_id.is_(None),
        Contact.id == any_(_IDS),
        Contact.identity == ContactValue.kind + literal(":") + ContactValue.value,
    )
    .values(contact_id=Contact.id)
    .execution_options(synchronize_session=False)
)


@dataclass(frozen=True, slots=True)
class Known:
    """A contact that is there; `is_untouched` means that nobody has decided or said anything about it.

    `edited` are the fields that somebody corrected.
    """

    id: UUID
    profile: Profile
    business_id: UUID | None
    is_untouched: bool
    edited: Sequence[str]


ByIdentity = dict[str, Known]


def is_large(known: Sized) -> bool:
    """Whether there may be more contacts than are at hand."""
    return len(known) >= MAX_CONTACTS


class DomainContacts:
    """The contacts of the domains to which pages belong, no two pages to one; all answers are by domain."""

    def __init__(self, session: AsyncSession, pages: Sequence[PageInHand]) -> None:
        self._session, self._pages = session, {page.domain.id: page for page in pages}

    async def known(self, begun: Mapping[UUID, PageMerge]) -> dict[UUID, ByIdentity]:
        """Their contacts, as many as can be at hand; of a larger one at least those that its page speaks of."""
        known: dict[UUID, ByIdentity] = {domain_id: {} for domain_id in begun}
        for row in await self._session.execute(_FIRST_CONTACTS, {"ids": list(begun), "most": MAX_CONTACTS}):
            known[row.domain_id][row.identity] = _known(row)
        for domain_id, first in known.items():
            if is_large(first):
                one = begun[domain_id]
                known[domain_id] = first | await self._spoken_of(domain_id, one.seen, one.values)
        return known

    async def _spoken_of(self, domain_id: UUID, seen: Sequence[Profile], values: Sequence[Value]) -> ByIdentity:
        identities = {one.identity for one in seen}
        identities |= {f"{one.kind}:{one.value}" for one in values if one.kind in _CHANNELS}
        names = {one.name for one in seen if one.name}
        of_domain = _CONTACTS.where(Contact.domain_id == domain_id)
        namesakes = of_domain.where(Contact.name.in_(names)).order_by(Contact.identity).limit(MAX_CONTACTS)
        found = [
            *await self._session.execute(namesakes),
            *await self._session.execute(of_domain.where(Contact.identity.in_(identities))),
        ]
        return {row.identity: _known(row) for row in found}

    async def values_elsewhere(self) -> dict[UUID, list[Value]]:
        """Values of the business as a whole on a domain's other pages, each once, the surest sighting first."""
        values: dict[UUID, list[Value]] = {domain_id: [] for domain_id in self._pages}
        ids = [page.content.id for page in self._pages.values()]
        found = await self._session.execute(_VALUES_ELSEWHERE, {"ids": ids, "domains": list(values)})
        for domain_id, kind, value, facts, confidence, pages, page_id, url in found:
            values[domain_id].append(Value(kind, value, facts, confidence, pages, SourcePage(page_id, url)))
        return values

    async def write(
        self, plans: Mapping[UUID, ContactPlan], known: Mapping[UUID, ByIdentity]
    ) -> dict[UUID, dict[str, UUID]]:
        """Write what changed; returns the ids of the plans' contacts."""
        changed = [
            self._row(self._pages[domain_id], one)
            for domain_id, plan in plans.items()
            for one in plan.contacts
            if self._is_new(known[domain_id].get(one.identity), one, self._pages[domain_id])
        ]
        made = await upsert(self._session, Contact, changed, key=("domain_id", "identity"), only_changed=True)
        ids = {domain_id: {identity: one.id for identity, one in known[domain_id].items()} for domain_id in plans}
        for row in made:
            ids[row.domain_id][row.identity] = row.id
        for domain_id, plan in plans.items():
            await self._take_up(plan, known[domain_id], ids[domain_id])
        return ids

    @staticmethod
    def _is_new(there: Known | None, one: Profile, page: PageInHand) -> bool:
        """Most pages add nothing to a contact but another sighting."""
        if there is None or there.business_id != page.business.id:
            return True
        return there.profile != one.without_sightings

    async def link_channels(self, ids: Mapping[UUID, Mapping[str, UUID]], known: Mapping[UUID, ByIdentity]) -> None:
        """Sightings of a number or a profile that has just become a contact."""
        new = (
            (key, identity) for key, of_domain in ids.items() for identity in of_domain if identity not in known[key]
        )
        fresh = [ids[key][identity] for key, identity in new if identity.partition(":")[0] in _CHANNELS]
        if fresh:
            await self._session.execute(_LINK_CHANNELS, {"ids": fresh})

    async def _take_up(self, plan: ContactPlan, known: ByIdentity, ids: Mapping[str, UUID]) -> None:
        staying = {one.identity for one in plan.contacts}
        for old, new in plan.taken_up.items():
            if old in known and (known[old].is_untouched or old in staying):
                await self._hand_over(known[old].id, ids.get(new or ""), is_staying=old in staying)

    def _row(self, page: PageInHand, one: Profile) -> dict[str, Any]:
        return {
            "tenant_id": page.content.tenant_id,
            "domain_id": page.domain.id,
            "local_business_id": page.business.id,
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
        if new is not None:
            await hand_marks_over(self._session, Contact.__tablename__, old, new)
        await self._session.execute(delete(Contact).where(Contact.id == old))
        await forget_marks(self._session, [old])

    async def link_branches(self, branches: Mapping[UUID, UUID]) -> None:
        """Contacts of a chain whose branch is known; what a person or an earlier page linked stays where it is not."""
        by_branch: dict[UUID, list[UUID]] = defaultdict(list)
        for contact_id, branch in branches.items():
            by_branch[branch].append(contact_id)
        for branch, contacts in by_branch.items():
            of_others = Contact.local_business_id.is_distinct_from(branch)
            linking = update(Contact).where(Contact.id.in_(contacts), of_others).values(local_business_id=branch)
            await self._session.execute(linking.execution_options(synchronize_session=False))

    async def count_sightings(self, ids: Iterable[UUID]) -> None:
        await self._session.execute(_COUNT_SIGHTINGS, {"ids": list(ids)})


def _known(row: Any) -> Known:
    return Known(row.id, _profile(row), row.local_business_id, row.is_untouched, row.edited_fields)


def _profile(row: Any) -> Profile:
    return Profile(
        identity=row.identity,
        owner=row.owner,
        confidence=row.confidence,
        source=SourcePage(row.page_content_id, row.source_url),
        absences={column: getattr(row, column) for column in ABSENCE_COLUMNS.values()},
        **values_of(row),
    )
