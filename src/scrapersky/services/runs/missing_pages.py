"""Pages that no sitemap lists and a person would add by hand: home pages, and what they link to."""

from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import select, true
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.own_sites import is_page_of
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.extract.urls import normalise_url
from scrapersky.models.domain import Domain
from scrapersky.models.page import Page
from scrapersky.models.page_content import PageContent
from scrapersky.models.sitemap_file import LONGEST_URL
from scrapersky.services.runs.rules import READ_FIRST
from scrapersky.services.runs.run import PipelineRun
from scrapersky.services.runs.sites import sites_being_mapped

MOST_LINKS_READ = 300


class _Site(NamedTuple):
    """A domain, and where its home page was found."""

    domain_id: UUID
    domain: str
    home: str | None


async def add_pages_without_sitemap(session: AsyncSession, run: PipelineRun) -> int:
    """The home page of each site that was visited, and what it links to of the pages that are read first."""
    return await _add_home_pages(session, run) + await _add_linked_pages(session, run)


async def _add_home_pages(session: AsyncSession, run: PipelineRun) -> int:
    visited = await session.execute(
        select(Domain.id, Domain.name, Domain.final_url, Domain.title).where(
            Domain.tenant_id == run.tenant_id,
            run.led_to(Domain),
            Domain.final_url.is_not(None),
            Domain.parked.is_not(true()),
            Domain.id.not_in(sites_being_mapped(run)),
            ~select(Page.id).where(Page.domain_id == Domain.id, Page.kind == "home").exists(),
        )
    )
    rows = [_page(run, _Site(domain_id, name, home), home, title=title) for domain_id, name, home, title in visited]
    return await _add(session, [row for row in rows if row is not None])


async def _add_linked_pages(session: AsyncSession, run: PipelineRun) -> int:
    """Only of sites whose sitemaps named no such page: a sitemap is the site's own word."""
    named = select(Page.id).where(Page.domain_id == PageContent.domain_id, Page.kind.in_(READ_FIRST)).exists()
    found = await session.execute(
        select(PageContent.domain_id, Domain.name, Domain.final_url, PageContent.links)
        .join(Domain, Domain.id == PageContent.domain_id)
        .where(PageContent.tenant_id == run.tenant_id, run.led_to(PageContent), PageContent.kind == "home", ~named)
        .where(PageContent.domain_id.not_in(sites_being_mapped(run)))
    )
    rows = [
        row
        for domain_id, name, home, links in found
        for link in links[:MOST_LINKS_READ]
        if (row := _page(run, _Site(domain_id, name, home), link.get("url"), title=link.get("text")))
        and row["kind"] in READ_FIRST
    ]
    return await _add(session, rows)


def _page(run: PipelineRun, site: _Site, url: str | None, *, title: str | None) -> dict[str, Any] | None:
    """Until it is read, it is called what the link to it says."""
    address = normalise_url(url or "")
    if address is None or len(address) > LONGEST_URL or not is_page_of(address, site.domain, site.home):
        return None
    kind = classify_page(address, link_text=title)
    return {
        "tenant_id": run.tenant_id,
        "domain_id": site.domain_id,
        "url": address,
        "kind": kind.kind,
        "score": kind.score,
        "title": title or None,
    }


async def _add(session: AsyncSession, rows: list[dict[str, Any]]) -> int:
    return len(await upsert(session, Page, rows, key=("domain_id", "url"), update=(), only_changed=True))
