"""From a page's findings to its contacts: one per e-mail address, else per phone, else per person with a role."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scrapersky.contact_fields import Absence, ContactFields, declared_fields
from scrapersky.extract.finding import Extraction, Finding, Kind, Owner
from scrapersky.extract.folding import plain_spellings
from scrapersky.extract.phones.numbers import valid_e164

MAX_CARDS = 500
_NO_DIGIT = re.compile(r"\D+")
_OWN = (Owner.BUSINESS, Owner.PERSON)


@dataclass(frozen=True, slots=True)
class Card(ContactFields):
    """One contact as one page shows it, with the sightings that speak for it."""

    identity: str
    owner: Owner
    sightings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class PageContacts:
    """`shared` are values of the business as a whole: phones, faxes, profiles, addresses. `left_out` are others'."""

    cards: tuple[Card, ...] = ()
    shared: tuple[Finding, ...] = ()
    left_out: tuple[Finding, ...] = field(default=())
    absences: tuple[tuple[Kind, Absence], ...] = ()


def page_contacts(extraction: Extraction) -> PageContacts:
    """Sort what was found into contacts, values of the business, and what belongs to somebody else.

    A name alone is no contact, nor is one beside a number: streets and firms read like names. It takes a role or an
    address of the person's own.

    >>> from scrapersky.extract.contacts.extraction import extract_contacts
    >>> page = "<h3>Jane Doe</h3><p>Owner</p><p>jane@acme.example</p><footer>Fax (512) 555-0100</footer>"
    >>> found = page_contacts(extract_contacts(page, "https://acme.example/", "US"))
    >>> [(card.identity, card.name, card.role) for card in found.cards], [one.value for one in found.shared]
    ([('email:jane@acme.example', 'Jane Doe', 'Owner')], ['+15125550100'])
    """
    own = [finding for finding in extraction.findings if finding.owner in _OWN]
    emails = [finding for finding in own if finding.kind is Kind.EMAIL]
    phones = [finding for finding in own if finding.kind is Kind.PHONE]
    people = _people(own, emails, phones, extraction.region)
    personal = {who.phone.value for who in people if who.phone is not None and (who.email or _role(who.person))}
    cards = [*_email_cards(emails, people), *(card for who in people if (card := _person_card(who)) is not None)]
    shown = {finding.kind for finding in own}
    shared_kinds = (Kind.FAX, Kind.WHATSAPP, Kind.SOCIAL, Kind.ADDRESS, Kind.OPENING_HOURS)
    return PageContacts(
        cards=tuple(cards[:MAX_CARDS]),
        shared=(
            *(finding for finding in phones if finding.value not in personal),
            *(finding for finding in own if finding.kind in shared_kinds and finding.owner is Owner.BUSINESS),
        ),
        left_out=tuple(finding for finding in extraction.findings if finding.owner not in _OWN),
        absences=tuple((kind, reason) for kind, reason in extraction.absences if kind not in shown),
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """A person, with the address and the number on this page that are theirs alone."""

    person: Finding
    email: Finding | None
    phone: Finding | None


def _people(
    own: Sequence[Finding], emails: Sequence[Finding], phones: Sequence[Finding], region: str | None
) -> list[_Known]:
    people = [finding for finding in own if finding.kind is Kind.PERSON]
    by_address = {finding.value: finding for finding in emails}
    by_number = {finding.value: finding for finding in phones}
    numbers = [_number(finding.fact("phone") or "", by_number, region) for finding in people]
    known = []
    for person, number in zip(people, numbers, strict=True):
        email = by_address.get((person.fact("email") or "").lower()) or _named_after(person, emails, people)
        is_own = number is not None and numbers.count(number) == 1
        known.append(_Known(person, email, by_number.get(number or "") if is_own else None))
    return known


def _number(written: str, numbers: Iterable[str], region: str | None) -> str | None:
    """The international form of what is written; without a country, the number of the page that ends like it."""
    digits = _NO_DIGIT.sub("", written).lstrip("0")
    alike = (number for number in numbers if len(digits) >= 7 and number.endswith(digits))
    return valid_e164(written, region) or next(alike, None)


def _named_after(person: Finding, emails: Iterable[Finding], people: Sequence[Finding]) -> Finding | None:
    """The address whose local part spells this person's name, and nobody else's on the page."""
    spellings = spellings_of(person)
    others = {spelling for other in people if other.identity != person.identity for spelling in spellings_of(other)}
    for email in emails:
        local, _ = plain_spellings(email.value.partition("@")[0])
        if local in spellings and local not in others:
            return email
    return None


def spellings_of(person: Finding) -> frozenset[str]:
    """The local parts of addresses that name this person."""
    names = ((person.fact("given") or "").split(" ")[0], person.fact("family") or "")
    spellings: set[str] = set()
    for given, family in zip(*map(plain_spellings, names), strict=True):
        if len(given) > 1 and len(family) > 1:
            spellings.update((given + family, family + given, given[0] + family, family + given[0], given, family))
    return frozenset(spellings)


def _email_cards(emails: Iterable[Finding], people: Sequence[_Known]) -> Iterator[Card]:
    for email in emails:
        whose = next((linked for linked in people if linked.email is email), None)
        phone = whose.phone if whose else None
        sightings = (email, *((whose.person,) if whose else ()), *((phone,) if phone else ()))
        yield Card(
            identity=f"email:{email.identity}",
            owner=Owner.PERSON if whose else email.owner,
            sightings=sightings,
            name=whose.person.value if whose else None,
            email=email.value,
            phone=phone.value if phone else None,
            phone_kind=phone.fact("line") if phone else None,
            **(_fields(whose.person) if whose else {}),
        )


def _person_card(known: _Known) -> Card | None:
    person, phone = known.person, known.phone
    if known.email is not None or not _role(person):
        return None
    return Card(
        identity=f"phone:{phone.value}" if phone else f"person:{person.identity}",
        owner=Owner.PERSON,
        sightings=(person, phone) if phone else (person,),
        name=person.value,
        phone=phone.value if phone else None,
        phone_kind=phone.fact("line") if phone else None,
        **_fields(person),
    )


def _role(person: Finding) -> str | None:
    role: str | None = _fields(person)["role"]
    return role


def _fields(person: Finding) -> dict[str, Any]:
    """Those that are declared to come from a person's facts."""
    taken = {name: field.facts for name, field in declared_fields().items() if field.facts}
    return {name: next(filter(None, map(person.fact, facts)), None) for name, facts in taken.items()}
