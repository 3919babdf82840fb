"""Pages whose contacts are saved together. Their domains are locked: two workers cannot merge into one at once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Uuid, any_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.extract.contacts.cards import PageContacts
from scrapersky.models import Domain, PageContent
from scrapersky.services.businesses.of_domains import DomainBusiness

_IDS = bindparam("ids", type_=ARRAY(Uuid))
_LOCK = (
    select(Domain.id, Domain.name, Domain.home_url, Domain.title)
    .where(Domain.id == any_(_IDS))
    .order_by(Domain.id)
    .with_for_update(key_share=True)
)
_CONTENTS = select(PageContent.id, PageContent.structured, PageContent.contacts_found).where(
    PageContent.id == any_(_IDS)
)


@dataclass(frozen=True, slots=True)
class FoundContacts:
    """What a page gives. `troubles` are those of extractors that installed packages add."""

    found: PageContacts
    business: DomainBusiness
    troubles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LockedDomain:
    id: UUID
    name: str
    home_url: str
    title: str | None


@dataclass(frozen=True, slots=True)
class PageInHand:
    """A page with what was found on it, its domain, and the business it may speak for.

    `structured` is what it tells machines. `was_saved` means that contacts of it were saved before.
    """

    content: PageContent
    domain: LockedDomain
    found: PageContacts
    business: DomainBusiness
    troubles: tuple[str, ...]
    structured: Mapping[str, Any]
    was_saved: bool


async def take_in_hand(
    session: AsyncSession, pages: Sequence[tuple[PageContent, FoundContacts]]
) -> list[list[PageInHand]]:
    """By domain. These are locked in one order, so that no two workers wait for each other."""
    locked = await session.execute(_LOCK, {"ids": sorted({content.domain_id for content, _ in pages})})
    domains = {row.id: LockedDomain(*row) for row in locked}
    kept = {row.id: row for row in await session.execute(_CONTENTS, {"ids": [content.id for content, _ in pages]})}
    by_domain: dict[UUID, list[PageInHand]] = defaultdict(list)
    for content, told in pages:
        domain, row = domains[content.domain_id], kept[content.id]
        told_machines, was_saved = row.structured or {}, row.contacts_found is not None
        by_domain[domain.id].append(
            PageInHand(content, domain, told.found, told.business, told.troubles, told_machines, was_saved)
        )
    return list(by_domain.values())


def first_run(pages: Sequence[PageInHand]) -> Sequence[PageInHand]:
    """Those of a domain's pages that may be merged before anything is written.

    What a page gave when it was saved before is with the evidence of all others, except for that page itself: it is
    merged alone.
    """
    first = pages[0]
    if first.was_saved:
        return pages[:1]
    return list(takewhile(lambda page: not page.was_saved and page.business == first.business, pages))


def left_of(pages: Iterable[Sequence[PageInHand]], saved: Mapping[UUID, object]) -> list[list[PageInHand]]:
    left = ([page for page in of_domain if page.content.id not in saved] for of_domain in pages)
    return [of_domain for of_domain in left if of_domain]
