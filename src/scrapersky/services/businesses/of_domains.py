"""The businesses that domains belong to, as far as one can speak for a domain."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.extract.pages.region import country_code
from scrapersky.extract.phones.numbers import valid_e164
from scrapersky.models.local_business import LocalBusiness


@dataclass(frozen=True, slots=True)
class DomainBusiness:
    """The one business of a domain, and what its listing says; without one, what all of its businesses share."""

    id: UUID | None = None
    region: str | None = None
    phone: str | None = None


async def businesses_of(session: AsyncSession, domains: set[UUID]) -> dict[UUID, DomainBusiness]:
    columns = (LocalBusiness.domain_id, LocalBusiness.id, LocalBusiness.country, LocalBusiness.phone)
    found = await session.execute(
        select(*columns).where(LocalBusiness.domain_id.in_(domains)).order_by(LocalBusiness.id).limit(100_000)
    )
    by_domain: dict[UUID, list[tuple[UUID, str | None, str | None]]] = defaultdict(list)
    for domain_id, business_id, country, phone in found:
        if domain_id is not None:
            by_domain[domain_id].append((business_id, country_code(country or ""), phone))
    return {domain_id: _business(listed) for domain_id, listed in by_domain.items()}


def _business(listed: Sequence[tuple[UUID, str | None, str | None]]) -> DomainBusiness:
    regions = {region for _, region, _ in listed}
    region = regions.pop() if len(regions) == 1 else None
    if len(listed) > 1:
        return DomainBusiness(region=region)
    business_id, _, phone = listed[0]
    return DomainBusiness(business_id, region, valid_e164(phone, region) if phone else None)
