"""From a domain to what its home page tells, and to its sitemaps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.errors import RobotsRefused
from scrapersky.clients.fetching.policy import PRODUCT
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.own_sites import NotOwnSite, website_of
from scrapersky.extract.pages.home_page import PageLink
from scrapersky.extract.robots.rules import parse_robots
from scrapersky.models import Domain, SitemapFile
from scrapersky.models.sitemap_file import LONGEST_URL
from scrapersky.services.domain_visits.sitemaps import FoundSitemap, SitemapSearch
from scrapersky.services.domain_visits.tries import INSISTING_TRIES
from scrapersky.services.domain_visits.visit import Home, SiteVisit, find_home
from scrapersky.services.linked_pages import add_home_page, follow_links
from scrapersky.services.suppression.redaction import Erasures

MOST_NOTES = 5
NO_SITEMAP, UNREACHABLE = WITHOUT_SITEMAP = ("no_sitemap", "sitemaps_unreachable")


@dataclass(frozen=True, slots=True)
class DomainToVisit:
    """A domain's home page, and how often it was visited, this time included."""

    name: str
    home_url: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class VisitResult:
    """What a visit found. Facts are columns of the domain; without an outcome there are sitemaps.

    `links` are the home page's, of a site that has no sitemap.
    """

    facts: Mapping[str, Any]
    sitemaps: tuple[FoundSitemap, ...] = ()
    links: tuple[PageLink, ...] = ()
    outcome: str | None = None
    notes: tuple[str, ...] = field(default=())


async def load_tries(session: AsyncSession, domains: Sequence[Domain]) -> Mapping[UUID, DomainToVisit]:
    """How often each was tried already: the last try keeps what it can get."""
    curation = Domain.domain_curation
    ids = [domain.id for domain in domains]
    tries = dict((await session.execute(select(Domain.id, curation.attempts).where(Domain.id.in_(ids)))).all())
    return {domain.id: DomainToVisit(domain.name, domain.home_url, tries.get(domain.id, 1)) for domain in domains}


async def survey_domain(domain: DomainToVisit, clients: Clients) -> VisitResult:
    """Find the home page and read it, then look for sitemaps. A site that wants no visitors gets none."""
    visit = SiteVisit(clients.web)
    try:
        home = await find_home(visit, domain.home_url)
    except RobotsRefused as refused:
        return VisitResult({"robots_state": "forbids"}, outcome="robots", notes=(str(refused),))
    robots = (await visit.robots(home.url)).body or b""
    facts = _facts(home, robots)
    elsewhere = website_of(home.url, clients.site_builders)
    if isinstance(elsewhere, NotOwnSite):
        return VisitResult(facts, outcome=elsewhere.reason, notes=(f"{domain.name} leads to {home.url}",))
    if home.page.parked:
        return VisitResult(facts, outcome="parked", notes=(home.page.parked.words,))
    search = SitemapSearch(visit, insists=domain.number <= INSISTING_TRIES)
    await search.run(home, robots)
    moved = () if elsewhere.domain == domain.name else (f"the site is at {elsewhere.domain} now",)
    found = tuple(sitemap for sitemap in search.sitemaps.values() if len(sitemap.url) <= LONGEST_URL)
    nothing = UNREACHABLE if search.was_cut_short else NO_SITEMAP
    if found:
        return VisitResult(facts, found, notes=(*moved, *search.notes))
    return VisitResult(facts, links=home.page.links, outcome=nothing, notes=(*moved, *search.notes))


async def save_survey(session: AsyncSession, domain: Domain, survey: VisitResult) -> Saved:
    """Keep the facts, but not over what a person corrected, and add the sitemaps that are new."""
    redact = (await Erasures.of(session, domain.tenant_id)).redactor(domain.name)
    redacted = {name: redact.of_value(value) for name, value in survey.facts.items()}
    facts = {"tenant_id": domain.tenant_id, "name": domain.name, "home_url": domain.home_url, **redacted}
    await upsert(session, Domain, [facts], key=("tenant_id", "name"), update=tuple(survey.facts))
    await session.execute(
        update(Domain).where(Domain.id == domain.id).values(sitemaps_found=len(survey.sitemaps), checked_at=func.now())
    )
    inherited = {"tenant_id": domain.tenant_id, "domain_id": domain.id}
    rows = [inherited | {"url": each.url, "found_by": each.found_by, "kind": each.format} for each in survey.sitemaps]
    await upsert(session, SitemapFile, rows, key=("domain_id", "url"), update=(), only_changed=True)
    by_links = await _add_pages(session, domain, survey)
    notes = (f"{plural(by_links, 'page')} found by links", *survey.notes) if by_links else survey.notes
    return Saved(len(rows), survey.outcome, _in_short(notes))


async def _add_pages(session: AsyncSession, domain: Domain, survey: VisitResult) -> int:
    """The home page of a site that is read, and of one without a sitemap what it links to: so many."""
    home = survey.facts.get("final_url")
    if home is None or survey.outcome not in (None, *WITHOUT_SITEMAP):
        return 0
    await add_home_page(session, domain, home, survey.facts.get("title"))
    return await follow_links(session, domain.id, survey.links, 0) if survey.links else 0


def _in_short(notes: Sequence[str]) -> str | None:
    """A site may name a thousand sitemaps that are none; a person reads the first few.

    >>> _in_short(["a", "b", "a", "c", "d", "e", "f", "g"])
    'a; b; c; d; e; and 2 more'
    """
    once = list(dict.fromkeys(notes))
    more = [f"and {len(once) - MOST_NOTES} more"] if len(once) > MOST_NOTES else []
    return "; ".join([*once[:MOST_NOTES], *more]) or None


def _facts(home: Home, robots: bytes) -> dict[str, Any]:
    page = home.page
    return {
        "final_url": home.url,
        "http_status": home.status,
        "title": page.title,
        "description": page.description,
        "language": page.language,
        "cms": page.cms,
        "technologies": list(page.technologies),
        "robots_state": _robots_state(robots),
        "parked": page.parked is not None,
    }


def _robots_state(robots: bytes) -> str:
    if not robots:
        return "absent"
    return "restricts" if parse_robots(robots).rules_for(PRODUCT).rules else "allows"
