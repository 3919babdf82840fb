"""The contacts of one domain, in step with the evidence: the same evidence gives the same contacts in any order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import Select, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.upsert import upsert
from scrapersky.extract.folding import folded
from scrapersky.models.contact import Contact, ContactValue
from scrapersky.models.domain import Domain
from scrapersky.models.page_content import PageContent

MAX_SHARED = 500
MAX_CONTACTS = 2_000
_SHARED_KINDS = ("phone", "fax", "whatsapp", "social", "address")
_BUSINESS = "business"
_OF_THE_BUSINESS = ("phone", "phone_kind", "fax", "whatsapp", "socials", "address")


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the business as a whole, and on how many pages it was seen."""

    kind: str
    value: str
    facts: Mapping[str, str]
    confidence: float
    pages: int
    source_url: str
    page_content_id: UUID


@dataclass(frozen=True, slots=True)
class Bundle:
    """What every contact of the business has in common; `others` are its further numbers."""

    phone: Value | None = None
    others: tuple[Value, ...] = ()
    fax: str | None = None
    whatsapp: str | None = None
    socials: Mapping[str, str] = field(default_factory=dict)
    address: Mapping[str, str] | None = None


def bundle_of(values: Iterable[Value], listed_phone: str | None = None) -> Bundle:
    """The best of each kind: the number the business is listed with, else what most pages show, else the surest."""
    ordered = sorted(values, key=lambda one: (one.value != listed_phone, -one.pages, -one.confidence, one.value))
    by_kind: dict[str, list[Value]] = {kind: [] for kind in _SHARED_KINDS}
    for one in ordered:
        by_kind[one.kind].append(one)
    socials: dict[str, str] = {}
    for one in by_kind["social"]:
        socials.setdefault(one.facts.get("network", "other"), one.value)
    phones, addresses = by_kind["phone"], by_kind["address"]
    complete = [one for one in addresses if one.facts.get("postal_code")] or addresses
    return Bundle(
        phone=phones[0] if phones else None,
        others=tuple(phones[1:]),
        fax=by_kind["fax"][0].value if by_kind["fax"] else None,
        whatsapp=by_kind["whatsapp"][0].value if by_kind["whatsapp"] else None,
        socials=dict(sorted(socials.items())),
        address={"text": complete[0].value, **complete[0].facts} if complete else None,
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """A contact as one page shows it; `values` are its sightings there, by kind and value."""

    identity: str
    owner: str
    name: str | None
    role: str | None
    email: str | None
    phone: str | None
    phone_kind: str | None
    confidence: float
    values: tuple[tuple[str, str], ...]


class DomainContacts:
    """One domain while its row is locked: two workers cannot merge into the same contacts at once."""

    def __init__(self, session: AsyncSession, content: PageContent, business_id: UUID | None) -> None:
        self._session, self._content, self._business_id = session, content, business_id

    async def lock(self) -> None:
        locked = select(Domain.id).where(Domain.id == self._content.domain_id).with_for_update(key_share=True)
        await self._session.execute(locked)

    async def merge(self, seen: Sequence[Seen], listed_phone: str | None) -> int:
        """Bring the contacts up to date with the evidence, which is there already. Returns how many were new."""
        before = await self._count()
        await self._write_people(await self._known_people(seen))
        bundle = bundle_of(await self._shared(), listed_phone)
        has_email = await self._has_business_email()
        await self._write_numbers(bundle, has_email=has_email)
        if has_email and bundle.phone is not None:
            await self._remove_untouched([f"phone:{bundle.phone.value}"])
        await self._write_bundle(bundle)
        await self._link_numbers()
        await self._count_sightings()
        return max(0, await self._count() - before)

    async def _known_people(self, seen: Sequence[Seen]) -> list[Seen]:
        """A person who has an address or a number is that contact, on whichever page the name stands alone."""
        named = {folded(one.name): one.identity for one in seen if one.name and not one.identity.startswith("person:")}
        known = select(Contact.name, Contact.identity).where(
            Contact.domain_id == self._content.domain_id, Contact.owner == "person", Contact.name.is_not(None)
        )
        for name, identity in await self._session.execute(known.order_by(Contact.identity).limit(MAX_CONTACTS)):
            if not identity.startswith("person:"):
                named.setdefault(folded(name or ""), identity)
        return [
            Seen(**asdict(one) | {"identity": named.get(folded(one.name or ""), one.identity)})
            if one.identity.startswith("person:")
            else one
            for one in seen
        ]

    async def _write_people(self, seen: Sequence[Seen]) -> None:
        existing = await self._existing([one.identity for one in seen])
        rows: dict[str, dict[str, Any]] = {}
        for one in seen:
            rows[one.identity] = self._merged(rows.get(one.identity) or existing.get(one.identity), one)
        await self._upsert(list(rows.values()))
        ids = await self._ids(rows)
        await self._link(ids, seen)
        replaced = [f"person:{folded(one.name)}" for one in seen if one.name and not one.identity.startswith("person:")]
        await self._remove_untouched(replaced)

    def _merged(self, known: Mapping[str, Any] | None, one: Seen) -> dict[str, Any]:
        """What is known stays; what a page adds fills gaps."""
        known = known or {}
        is_better = one.confidence > known.get("confidence", 0)
        return {
            "tenant_id": self._content.tenant_id,
            "domain_id": self._content.domain_id,
            "local_business_id": known.get("local_business_id") or self._business_id,
            "page_content_id": self._content.id if is_better else known.get("page_content_id"),
            "source_url": self._content.final_url if is_better else known.get("source_url"),
            "identity": one.identity,
            "owner": "person" if "person" in (one.owner, known.get("owner")) else one.owner,
            "name": known.get("name") or one.name,
            "role": known.get("role") or one.role,
            "email": known.get("email") or one.email,
            "phone": known.get("phone") or one.phone,
            "phone_kind": known.get("phone_kind") or one.phone_kind,
            "confidence": max(one.confidence, known.get("confidence", 0)),
        }

    async def _existing(self, identities: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        columns = (
            Contact.identity, Contact.local_business_id, Contact.page_content_id, Contact.source_url, Contact.owner,
            Contact.name, Contact.role, Contact.email, Contact.phone, Contact.phone_kind, Contact.confidence,
        )  # fmt: skip
        found = await self._session.execute(select(*columns).where(self._is_one_of(identities)))
        return {row.identity: dict(row._mapping) for row in found}  # noqa: SLF001  SQLAlchemy's public name for it

    def _is_one_of(self, identities: Iterable[str]) -> Any:
        return (Contact.domain_id == self._content.domain_id) & Contact.identity.in_(list(identities))

    async def _ids(self, identities: Iterable[str]) -> dict[str, UUID]:
        found = await self._session.execute(select(Contact.identity, Contact.id).where(self._is_one_of(identities)))
        return dict(found.all())

    async def _upsert(self, rows: list[dict[str, Any]]) -> None:
        await upsert(self._session, Contact, rows, key=("domain_id", "identity"), only_changed=True)

    async def _link(self, ids: Mapping[str, UUID], seen: Sequence[Seen]) -> None:
        """The sightings of this page to the contacts that they speak for."""
        for one in seen:
            for kind, value in one.values:
                await self._session.execute(
                    update(ContactValue)
                    .where(
                        ContactValue.page_content_id == self._content.id,
                        ContactValue.kind == kind,
                        ContactValue.value == value,
                        ContactValue.contact_id.is_distinct_from(ids[one.identity]),
                    )
                    .values(contact_id=ids[one.identity])
                )

    async def _shared(self) -> list[Value]:
        personal = self._evidence(ContactValue.value).where(
            ContactValue.owner == "person", ContactValue.kind == "phone"
        )
        taken = set(await self._session.scalars(personal.distinct()))
        pages = func.count().over(partition_by=(ContactValue.kind, ContactValue.value))
        columns = (ContactValue.kind, ContactValue.value, ContactValue.facts, ContactValue.confidence, pages)
        found = await self._session.execute(
            self._evidence(*columns, PageContent.final_url, PageContent.id)
            .where(ContactValue.owner == _BUSINESS, ContactValue.kind.in_(_SHARED_KINDS))
            .ext(distinct_on(ContactValue.kind, ContactValue.value))
            .order_by(ContactValue.kind, ContactValue.value, ContactValue.confidence.desc(), PageContent.id)
            .limit(MAX_SHARED)
        )
        values = [Value(*row) for row in found]
        return [one for one in values if one.kind != "phone" or one.value not in taken]

    def _evidence(self, *columns: Any) -> Select[Any]:
        return (
            select(*columns)
            .join(PageContent, PageContent.id == ContactValue.page_content_id)
            .where(PageContent.domain_id == self._content.domain_id)
        )

    async def _has_business_email(self) -> bool:
        found = select(Contact.id).where(
            Contact.domain_id == self._content.domain_id, Contact.owner == _BUSINESS, Contact.email.is_not(None)
        )
        return await self._session.scalar(found.limit(1)) is not None

    async def _write_numbers(self, bundle: Bundle, *, has_email: bool) -> None:
        """The main number is part of the e-mail contacts; without one, and for further numbers, each is a contact."""
        alone = bundle.others if has_email or bundle.phone is None else (bundle.phone, *bundle.others)
        rows = [
            {
                "tenant_id": self._content.tenant_id,
                "domain_id": self._content.domain_id,
                "local_business_id": self._business_id,
                "page_content_id": one.page_content_id,
                "source_url": one.source_url,
                "identity": f"phone:{one.value}",
                "owner": _BUSINESS,
                "phone": one.value,
                "phone_kind": one.facts.get("line"),
                "confidence": one.confidence,
            }
            for one in alone
        ]
        await self._upsert(rows)

    async def _write_bundle(self, bundle: Bundle) -> None:
        found = await self._session.execute(
            select(Contact.identity, Contact.owner, Contact.phone, Contact.phone_kind)
            .where(Contact.domain_id == self._content.domain_id, Contact.owner == _BUSINESS)
            .order_by(Contact.identity)
            .limit(MAX_CONTACTS)
        )
        main = bundle.phone
        common = {"fax": bundle.fax, "whatsapp": bundle.whatsapp, "socials": bundle.socials, "address": bundle.address}
        rows = [
            {
                "tenant_id": self._content.tenant_id,
                "domain_id": self._content.domain_id,
                "identity": identity,
                "owner": owner,
                "phone": phone if identity.startswith("phone:") or main is None else main.value,
                "phone_kind": kind if identity.startswith("phone:") or main is None else main.facts.get("line"),
            }
            | common
            for identity, owner, phone, kind in found
        ]
        key = ("domain_id", "identity")
        await upsert(self._session, Contact, rows, key=key, update=_OF_THE_BUSINESS, only_changed=True)

    async def _link_numbers(self) -> None:
        """Sightings of a number that is a contact of its own, on whatever page, speak for that contact."""
        await self._session.execute(
            update(ContactValue)
            .where(
                ContactValue.page_content_id == PageContent.id,
                PageContent.domain_id == self._content.domain_id,
                ContactValue.kind == "phone",
                ContactValue.owner == _BUSINESS,
                Contact.domain_id == self._content.domain_id,
                Contact.identity == literal("phone:") + ContactValue.value,
                ContactValue.contact_id.is_distinct_from(Contact.id),
            )
            .values(contact_id=Contact.id)
            .execution_options(synchronize_session=False)
        )

    async def _remove_untouched(self, identities: Iterable[str]) -> None:
        """Contacts that another one has taken up, unless a person has decided or said something about them."""
        curation = Contact.contact_delivery
        wanted = select(Contact.id).where(
            self._is_one_of(identities),
            curation.state == "New",
            Contact.edited_fields == [],
            Contact.delivered_at.is_(None),
            Contact.verified_at.is_(None),
        )
        ids = list(await self._session.scalars(wanted))
        if ids:
            freed = update(ContactValue).where(ContactValue.contact_id.in_(ids)).values(contact_id=None)
            await self._session.execute(freed)
            await self._session.execute(delete(Contact).where(Contact.id.in_(ids)))

    async def _count_sightings(self) -> None:
        count = select(func.count()).where(ContactValue.contact_id == Contact.id).scalar_subquery()
        await self._session.execute(
            update(Contact)
            .where(Contact.domain_id == self._content.domain_id, Contact.sightings != count)
            .values(sightings=count)
            .execution_options(synchronize_session=False)
        )

    async def _count(self) -> int:
        counted = select(func.count()).select_from(Contact).where(Contact.domain_id == self._content.domain_id)
        return await self._session.scalar(counted) or 0
