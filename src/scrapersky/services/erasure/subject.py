"""Whom a request is about: the contacts that are theirs, and everything by which they are known."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from uuid import UUID

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from scrapersky.curation_sdk.declaring import Change
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.domains import unicode_domain
from scrapersky.extract.finding import Owner
from scrapersky.models import Contact, ContactValue, Domain
from scrapersky.services.suppression.contacts import contacts_of
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark, mark_of_person, marks_in, marks_of, name_words
from scrapersky.services.suppression.redaction import TAIL

_OWN = ("email", "phone", "fax", "whatsapp", "social")
# Letters that languages put accents on; one sign stands for any.
_CHANGING = re.compile(r"[aceilnosuyz]|[^\x00-\x7f]")


class NobodyOfThatName(ScraperSkyError):
    """No contact has the name, and no domain says where to look."""

    http_status = 404

    def __init__(self, name: str) -> None:
        super().__init__(
            f"No contact is called {name!r}. Name the domain where they work as well, or ask by an e-mail address."
        )


@dataclass(frozen=True, slots=True)
class ErasureSubject:
    """`sites` are the domains, by id, whose pages are looked into."""

    tenant_id: UUID
    marks: frozenset[Mark]
    contact_ids: Sequence[UUID]
    sites: Mapping[UUID, str]

    @classmethod
    async def find(
        cls, session: AsyncSession, tenant_id: UUID, kind: SuppressionKind, text: str, domain: str | None = None
    ) -> Self:
        marks = frozenset(await _asked_for(session, tenant_id, kind, text, domain))
        ids = await contacts_of(session, tenant_id, marks)
        people = () if kind is SuppressionKind.DOMAIN else await _people(session, ids)
        own = await _own_values(session, [person.id for person, _ in people])
        own += await _former_names(session, {person.id: site for person, site in people})
        marks |= {mark for person, site in people for mark in _personal(person, site)} | set(own)
        sites = await _sites(session, tenant_id, marks, ids)
        return cls(tenant_id, marks, ids, sites)

    @property
    def patterns(self) -> list[str]:
        """Whatever mentions them is like one of these; much else is as well."""
        return sorted({pattern for mark in self.marks for pattern in _patterns(mark)})

    @property
    def hints(self) -> set[bytes]:
        """What a page of another site has in it, in whichever encoding, if it mentions them."""
        return {hint.encode() for mark in self.marks for hint in _hints(mark)}

    @property
    def domains(self) -> tuple[str, ...]:
        """Where they are known by name."""
        people = (mark.value.partition("/")[0] for mark in self.marks if mark.kind is SuppressionKind.PERSON)
        return tuple(sorted(set(people)))


async def _asked_for(
    session: AsyncSession, tenant_id: UUID, kind: SuppressionKind, text: str, domain: str | None
) -> list[Mark]:
    if kind is not SuppressionKind.PERSON:
        return [Mark.read(kind, text)]
    if domain is not None:
        return [Mark.read(kind, f"{domain}/{text}")]
    named = (
        select(Contact.name, Domain.name)
        .join(Domain, Domain.id == Contact.domain_id)
        .where(Contact.tenant_id == tenant_id, Contact.name.is_not(None))
    )
    wanted = name_words(text)
    rows = await session.stream(named)
    found = {site async for name, site in rows if wanted and name_words(name or "") == wanted}
    if not found:
        raise NobodyOfThatName(text)
    return [Mark.read(kind, f"{site}/{text}") for site in sorted(found)]


async def _people(session: AsyncSession, ids: Sequence[UUID]) -> Sequence[tuple[Contact, str]]:
    """A business is no person: what is shared with it stays."""
    rows = await session.execute(
        select(Contact, Domain.name)
        .join(Domain, Domain.id == Contact.domain_id)
        .where(Contact.id.in_(ids), Contact.owner == Owner.PERSON.value)
    )
    return [(contact, site) for contact, site in rows]


def _personal(person: Contact, site: str) -> Iterator[Mark]:
    hosts = SuppressionKind.DOMAIN, SuppressionKind.PHONE
    return (mark for mark in marks_of(person, site) if mark.kind not in hosts)


async def _own_values(session: AsyncSession, ids: Sequence[UUID]) -> list[Mark]:
    """Numbers and profiles that no page shows as somebody else's, or as the business's."""
    other = aliased(ContactValue)
    shared = (
        select(other.id)
        .where(other.tenant_id == ContactValue.tenant_id, other.kind == ContactValue.kind)
        .where(other.value == ContactValue.value, or_(other.contact_id.is_(None), other.contact_id.not_in(ids)))
        .exists()
    )
    rows = await session.execute(
        select(ContactValue.kind, ContactValue.value).where(
            ContactValue.contact_id.in_(ids), ContactValue.kind.in_(_OWN), ~shared
        )
    )
    return [mark for mark in marks_in((kind, value) for kind, value in rows) if mark.kind is not SuppressionKind.DOMAIN]


async def _former_names(session: AsyncSession, site_of: Mapping[UUID, str]) -> list[Mark]:
    """What pages call them, and what they were called before somebody corrected it."""
    ids = list(site_of)
    seen = select(ContactValue.contact_id, ContactValue.value).where(ContactValue.kind == "person")
    corrected = Change.table_name == Contact.__tablename__, Change.field == "name", Change.row_id.in_(ids)
    names = [
        *(await session.execute(seen.where(ContactValue.contact_id.in_(ids)))).all(),
        *(await session.execute(select(Change.row_id, Change.before).where(*corrected))).all(),
        *(await session.execute(select(Change.row_id, Change.after).where(*corrected))).all(),
    ]
    return [mark for row_id, name in names if row_id for mark in mark_of_person(site_of[row_id], name)]


async def _sites(
    session: AsyncSession, tenant_id: UUID, marks: Iterable[Mark], contact_ids: Sequence[UUID]
) -> dict[UUID, str]:
    hosts = {_host(mark) for mark in marks} - {""}
    named: ColumnElement[bool] = Domain.name.in_({name for host in hosts for name in (host, unicode_domain(host))})
    theirs = select(Contact.domain_id).where(Contact.id.in_(contact_ids))
    rows = await session.execute(
        select(Domain.id, Domain.name).where(Domain.tenant_id == tenant_id, or_(named, Domain.id.in_(theirs)))
    )
    return dict(rows.all())


def _host(mark: Mark) -> str:
    kinds = SuppressionKind
    if mark.kind is kinds.PERSON:
        return mark.value.partition("/")[0]
    return mark.value.rpartition("@")[2] if mark.kind in (kinds.EMAIL, kinds.DOMAIN) else ""


def _hints(mark: Mark) -> Iterator[str]:
    kinds = SuppressionKind
    if mark.kind in (kinds.EMAIL, kinds.DOMAIN):
        host = _host(mark)
        yield from ("gmail.com", "googlemail.com") if host == "gmail.com" else (host, unicode_domain(host))
    elif mark.kind is kinds.PHONE:
        yield mark.value[-2:]
    elif mark.kind is kinds.PROFILE:
        yield mark.value.rpartition("/")[2]


def _patterns(mark: Mark) -> Iterator[str]:
    """
    >>> list(_patterns(Mark(SuppressionKind.PERSON, "acme.example/jane doe")))
    ['%j___%d__%']
    """
    kinds, value = SuppressionKind, mark.value
    if mark.kind is kinds.PERSON:
        yield f"%{_CHANGING.sub('_', value.partition('/')[2]).replace(' ', '%')}%"
    elif mark.kind is kinds.PHONE:
        digits = re.sub(r"\D", "", value)[-TAIL:]
        yield f"%{'%'.join(digits)}%"
    elif mark.kind is kinds.EMAIL:
        local, _, host = value.rpartition("@")
        # Addresses at Gmail are compared without dots.
        letters = "%".join(local) if host == "gmail.com" else local
        hosts = ["g%mail.com"] if host == "gmail.com" else [host, unicode_domain(host)]
        yield from (f"%{_escaped(letters)}%{_escaped(name)}%" for name in hosts)
    elif mark.kind is kinds.PROFILE:
        yield f"%{_escaped(value.partition('/')[2])}%"
    else:
        yield from (f"%{_escaped(name)}%" for name in (value, unicode_domain(value)))


def _escaped(text: str) -> str:
    """An underscore stands for any one sign anyway; only what would make a pattern invalid is taken out."""
    return text.replace("\\", "_")
