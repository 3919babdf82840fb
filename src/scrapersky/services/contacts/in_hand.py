"""Pages whose contacts are saved together. Their domains are locked: two workers cannot merge into one at once."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from sqlalchemy import ARRAY, Uuid, any_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.models.domain import Domain
from scrapersky.models.page_content import PageContent
from scrapersky.services.businesses.of_domains import DomainBusiness

Result = TypeVar("Result")

_LOCK = (
    select(Domain.id, Domain.name, Domain.home_url, Domain.title)
    .where(Domain.id == any_(bindparam("ids", type_=ARRAY(Uuid))))
    .order_by(Domain.id)
    .with_for_update(key_share=True)
)


@dataclass(frozen=True, slots=True)
class LockedDomain:
    id: UUID
    name: str
    home_url: str
    title: str | None


@dataclass(frozen=True, slots=True)
class PageInHand:
    """A page, its domain, and the business it may speak for."""

    content: PageContent
    domain: LockedDomain
    business: DomainBusiness


async def lock_domains(session: AsyncSession, ids: Collection[UUID]) -> dict[UUID, LockedDomain]:
    """All in one order, so that no two workers wait for each other."""
    locked = await session.execute(_LOCK, {"ids": sorted(ids)})
    return {row.id: LockedDomain(*row) for row in locked}


def in_rounds(pages: Iterable[tuple[PageContent, Result]]) -> list[list[tuple[PageContent, Result]]]:
    """Of each domain one page, then the second of each, and so on: a page is merged into what those before it gave."""
    by_domain: dict[UUID, list[tuple[PageContent, Result]]] = defaultdict(list)
    for content, result in pages:
        by_domain[content.domain_id].append((content, result))
    most = max(map(len, by_domain.values()), default=0)
    return [[of_domain[place] for of_domain in by_domain.values() if len(of_domain) > place] for place in range(most)]
