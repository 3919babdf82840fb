"""From a business's website to its domain."""

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import Nothing
from scrapersky.curation_sdk.upsert import upsert
from scrapersky.extract.own_sites import NotOwnSite, OwnSite, website_of
from scrapersky.models.domain import Domain
from scrapersky.models.local_business import LocalBusiness


async def find_domain(business: LocalBusiness, _: object) -> OwnSite | Nothing:
    """Judge the website; a page at a social network or a directory is nobody's domain."""
    site = website_of(business.website)
    if isinstance(site, NotOwnSite):
        return Nothing(site.reason, site.words)
    return site


async def save_domain(session: AsyncSession, business: LocalBusiness, site: OwnSite) -> int:
    """Link the business to the domain, made if it is new. The first business to name a domain gives its home page."""
    domain = {"tenant_id": business.tenant_id, "name": site.domain, "home_url": site.home_url}
    (made,) = await upsert(session, Domain, [domain], key=("tenant_id", "name"), update=())
    found = {"domain_id": made.id, "domain": site.domain_for_people}
    await session.execute(update(LocalBusiness).where(LocalBusiness.id == business.id).values(found))
    return 1
