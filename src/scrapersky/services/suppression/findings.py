"""What a page shows of those who are to be left alone, taken out before anything of it is kept."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.extract.contacts.cards import Card, PageContacts
from scrapersky.extract.people.person import person_key
from scrapersky.services.contacts.in_hand import PageInHand
from scrapersky.services.contacts.profile import Value
from scrapersky.services.suppression.entries import suppressed_marks, why_suppressed
from scrapersky.services.suppression.marks import Mark, mark_of_person, marks_in


@dataclass(frozen=True, slots=True)
class Remaining:
    """What may be kept, and how much may not. `site` says why nothing of the whole website may be."""

    found: PageContacts
    elsewhere: Sequence[Value]
    listed_phone: str | None
    left_alone: int = 0
    site: str | None = None


async def suppressed_on(
    session: AsyncSession, pages: Sequence[PageInHand], elsewhere: Iterable[Value]
) -> Mapping[Mark, str | None]:
    """Who of those that the pages of one tenant and others of their domains show must be left alone; one query."""
    marks = chain(marks_in((value.kind, value.value) for value in elsewhere), *map(_marks_on, pages))
    return await suppressed_marks(session, pages[0].content.tenant_id, marks)


def _marks_on(page: PageInHand) -> Iterator[Mark]:
    found = page.found
    findings = [*found.shared, *found.left_out, *(sighting for card in found.cards for sighting in card.sightings)]
    yield from _marks_of_site(page)
    yield from marks_in([*((one.kind.value, one.value) for one in findings), ("phone", page.business.phone)])
    for card in found.cards:
        yield from mark_of_person(page.domain.name, card.name)


def _marks_of_site(page: PageInHand) -> Iterator[Mark]:
    return marks_in([("domain", page.domain.name), ("url", page.content.final_url)])


def without_suppressed(page: PageInHand, elsewhere: Sequence[Value], listed: Mapping[Mark, str | None]) -> Remaining:
    """A person goes as a whole, also where the page names them again. `elsewhere` is what the domain's others show."""
    found, phone = page.found, page.business.phone
    if not listed:
        return Remaining(found, elsewhere, phone)
    cards = _without_people(found.cards, listed, page.domain.name)
    shared, left_out = (
        tuple(finding for finding in some if not _is_listed([(finding.kind.value, finding.value)], listed))
        for some in (found.shared, found.left_out)
    )
    return Remaining(
        replace(found, cards=cards, shared=shared, left_out=left_out),
        [value for value in elsewhere if not _is_listed([(value.kind, value.value)], listed)],
        None if _is_listed([("phone", phone)], listed) else phone,
        len(found.cards) - len(cards) + len(found.shared) - len(shared),
        next((why_suppressed(mark, listed[mark]) for mark in _marks_of_site(page) if mark in listed), None),
    )


def _without_people(cards: Sequence[Card], listed: Collection[Mark], domain: str | None) -> tuple[Card, ...]:
    gone = [card for card in cards if any(mark in listed for mark in _marks(card, domain))]
    names = {person_key(card.name) for card in gone if card.name}
    return tuple(card for card in cards if card not in gone and person_key(card.name or "") not in names)


def _marks(card: Card, domain: str | None) -> Iterator[Mark]:
    yield from marks_in((sighting.kind.value, sighting.value) for sighting in card.sightings)
    yield from mark_of_person(domain, card.name)


def _is_listed(values: Iterable[tuple[str, str | None]], listed: Collection[Mark]) -> bool:
    return any(mark in listed for mark in marks_in(values))
