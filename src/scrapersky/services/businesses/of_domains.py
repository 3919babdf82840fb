"""The businesses that domains belong to, as far as one can speak for a domain."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Uuid, any_, bindparam, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.extract.pages.region import country_code
from scrapersky.extract.phones.numbers import valid_e164
from scrapersky.models import LocalBusiness
from scrapersky.services.places.likeness import door_of

_LISTED = (
    select(
        LocalBusiness.domain_id,
        LocalBusiness.id,
        LocalBusiness.country,
        LocalBusiness.phone,
        LocalBusiness.street,
        LocalBusiness.city,
    )
    .where(LocalBusiness.domain_id == any_(bindparam("ids", type_=ARRAY(Uuid))))
    .order_by(LocalBusiness.id)
    .limit(100_000)
)


@dataclass(frozen=True, slots=True)
class Branch:
    """One of several businesses on a domain. `door` is its number and street, as addresses are compared."""

    id: UUID
    phone: str | None
    door: tuple[str | None, str | None]
    city: str | None = None


@dataclass(frozen=True, slots=True)
class DomainBusiness:
    """The one business of a domain, and what its listing says; without one, what all of its businesses share."""

    id: UUID | None = None
    region: str | None = None
    phone: str | None = None
    branches: tuple[Branch, ...] = ()


async def businesses_of(session: AsyncSession, domains: set[UUID]) -> dict[UUID, DomainBusiness]:
    found = await session.execute(_LISTED, {"ids": list(domains)})
    by_domain: dict[UUID, list[tuple[str | None, Branch]]] = defaultdict(list)
    for domain_id, business_id, country, phone, street, city in found:
        if domain_id is not None:
            region = country_code(country or "")
            number = valid_e164(phone, region) if phone else None
            by_domain[domain_id].append((region, Branch(business_id, number, door_of(street or ""), city)))
    return {domain_id: _business(listed) for domain_id, listed in by_domain.items()}


def _business(listed: Sequence[tuple[str | None, Branch]]) -> DomainBusiness:
    regions = {region for region, _ in listed}
    region = regions.pop() if len(regions) == 1 else None
    branches = tuple(branch for _, branch in listed)
    if len(branches) > 1:
        return DomainBusiness(region=region, branches=branches)
    return DomainBusiness(branches[0].id, region, branches[0].phone)
