"""What a page shows of those who are to be left alone, taken out before anything of it is kept."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.extract.contacts.cards import Card, PageContacts
from scrapersky.extract.people import person_key
from scrapersky.models.domain import Domain
from scrapersky.models.page_content import PageContent
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


async def without_suppressed(
    session: AsyncSession,
    content: PageContent,
    found: PageContacts,
    elsewhere: Sequence[Value],
    listed_phone: str | None,
) -> Remaining:
    """One query for all that the page shows. A person goes as a whole, also where the page names them again."""
    domain = await session.scalar(select(Domain.name).where(Domain.id == content.domain_id))
    site = list(marks_in([("domain", domain), ("url", content.final_url)]))
    findings = [*found.shared, *found.left_out, *(one for card in found.cards for one in card.sightings)]
    shown = [(one.kind.value, one.value) for one in findings] + [(one.kind, one.value) for one in elsewhere]
    people = [mark for card in found.cards for mark in mark_of_person(domain, card.name)]
    listed = await suppressed_marks(
        session, content.tenant_id, (*site, *people, *marks_in([*shown, ("phone", listed_phone)]))
    )
    why = next((why_suppressed(mark, listed[mark]) for mark in site if mark in listed), None)
    cards = _without_people(found.cards, listed, domain)
    shared, left_out = (
        tuple(one for one in some if not _is_listed([(one.kind.value, one.value)], listed))
        for some in (found.shared, found.left_out)
    )
    return Remaining(
        replace(found, cards=cards, shared=shared, left_out=left_out),
        [one for one in elsewhere if not _is_listed([(one.kind, one.value)], listed)],
        None if _is_listed([("phone", listed_phone)], listed) else listed_phone,
        len(found.cards) - len(cards) + len(found.shared) - len(shared),
        why,
    )


def _without_people(cards: Sequence[Card], listed: Collection[Mark], domain: str | None) -> tuple[Card, ...]:
    gone = [card for card in cards if any(mark in listed for mark in _marks(card, domain))]
    names = {person_key(card.name) for card in gone if card.name}
    return tuple(card for card in cards if card not in gone and person_key(card.name or "") not in names)


def _marks(card: Card, domain: str | None) -> Iterator[Mark]:
    yield from marks_in((one.kind.value, one.value) for one in card.sightings)
    yield from mark_of_person(domain, card.name)


def _is_listed(values: Iterable[tuple[str, str | None]], listed: Collection[Mark]) -> bool:
    return any(mark in listed for mark in marks_in(values))
