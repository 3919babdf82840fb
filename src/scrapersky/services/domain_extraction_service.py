"""From a business's website to its domain."""

from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable, State
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.own_sites import NO_HOSTS, NotOwnSite, OwnSite, website_of
from scrapersky.models import Domain, LocalBusiness

CORRECTED = "website_corrected"


async def find_domain(business: LocalBusiness, clients: Clients | None) -> OwnSite | NotOwnSite:
    """Judge the website; a page at a social network or a directory is nobody's domain."""
    return website_of(business.website, clients.site_builders if clients else NO_HOSTS)


async def save_domain(session: AsyncSession, business: LocalBusiness, site: OwnSite | NotOwnSite) -> Saved:
    """Link the business to its domain, made if it is new, or take back a link that no longer holds.

    The first business to name a domain gives its home page.
    """
    if isinstance(site, NotOwnSite):
        await _link(session, business, None, None)
        return Saved(0, site.reason, site.words)
    domain = {"tenant_id": business.tenant_id, "name": site.domain, "home_url": site.home_url}
    (made,) = await upsert(session, Domain, [domain], key=("tenant_id", "name"), update=())
    await _link(session, business, made.id, site.domain_for_people)
    return Saved(1)


async def _link(session: AsyncSession, business: LocalBusiness, domain_id: UUID | None, domain: str | None) -> None:
    former, found = business.domain_id, {"domain_id": domain_id, "domain": domain}
    await session.execute(update(LocalBusiness).where(LocalBusiness.id == business.id).values(found))
    if former is not None and former != domain_id:
        await _let_go(session, business.tenant_id, former)


async def _let_go(session: AsyncSession, tenant_id: UUID, domain_id: UUID) -> None:
    """A domain that failed, and that no business has any more, needs nobody: its error was mended by the correction."""
    curation = Domain.domain_curation
    is_anyones = select(LocalBusiness.id).where(LocalBusiness.domain_id == domain_id).exists()
    failed = select(Domain.id).where(Domain.id == domain_id, curation.state == State.ERROR, ~is_anyones)
    if await session.scalar(failed) is not None:
        actor = Actor(tenant_id, "a corrected website", is_machine=True)
        await change_status(session, curation, actor, [domain_id], Decision(Settable.SKIPPED, outcome=CORRECTED))


def domain_order(_: LocalBusiness, site: OwnSite | NotOwnSite) -> str:
    return site.domain if isinstance(site, OwnSite) else ""
