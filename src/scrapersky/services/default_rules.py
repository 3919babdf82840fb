"""What is queued when nobody clicks: one small rule per workflow, over the rows that one search led to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, case, false, func, select, true
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Link, State
from scrapersky.curation_sdk.lists import Origin, descendants
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.own_sites import is_page_of
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.extract.urls import normalise_url
from scrapersky.models.contact import Contact
from scrapersky.models.domain import Domain
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.page import Page
from scrapersky.models.page_content import PageContent
from scrapersky.models.place import Place
from scrapersky.models.place_search import PlaceSearch
from scrapersky.models.sitemap_file import LONGEST_URL, SitemapFile

READ_FIRST = ("contact", "about", "team", "legal_notice")
ENOUGH_OF_A_KIND = 3
OWN_OWNERS = ("business", "person")
MOST_LINKS_READ = 300


@dataclass(frozen=True, slots=True)
class PipelineRun:
    """A search, how far what it found is followed, and which rows of all workflows come from which."""

    tenant_id: UUID
    search_id: UUID
    links: Sequence[Link]
    pages_per_domain: int = 10

    def led_to(self, model: type[Any]) -> ColumnElement[bool]:
        """Whether a row of this table is the search or comes from it; a table without a way to it has no such rows."""
        if model is PlaceSearch:
            return PlaceSearch.id == self.search_id
        origin = Origin(PlaceSearch.__tablename__, self.search_id)
        ids = descendants(model.__table__, origin, self.tenant_id, self.links)
        return false() if ids is None else model.id.in_(ids)


class _Site(NamedTuple):
    """A domain, and where its home page was found."""

    domain_id: UUID
    domain: str
    home: str | None


def rows_to_queue(run: PipelineRun, workflow: AnyWorkflow) -> Select[Any]:
    """The ids that the workflow's rule takes, among rows that nobody decided about."""
    curation = workflow.curation
    rule = RULES.get(workflow.name, _everything)
    return (
        select(curation.id)
        .where(curation.tenant_id == run.tenant_id, run.led_to(workflow.model), curation.state == State.NEW.value)
        .where(rule(run))
        .order_by(curation.id)
    )


def _everything(_: PipelineRun) -> ColumnElement[bool]:
    return true()


def _open_places(_: PipelineRun) -> ColumnElement[bool]:
    return _is_open(Place.business_status)


def _open_businesses(_: PipelineRun) -> ColumnElement[bool]:
    return _is_open(LocalBusiness.business_status)


def _is_open(status: Any) -> ColumnElement[bool]:
    """Sources spell it permanently_closed, CLOSED_TEMPORARILY …; one that says nothing is taken to be open."""
    closed: ColumnElement[bool] = func.coalesce(status, "").icontains("closed")
    return ~closed


def _sitemaps_with_pages(_: PipelineRun) -> ColumnElement[bool]:
    """What the analysis found pages in. An index has none itself; its children are rows of their own."""
    return SitemapFile.url_count > 0


def _best_pages(run: PipelineRun) -> ColumnElement[bool]:
    """The pages of each domain most likely to have contacts; those decided on already count towards the number.

    A few of each kind come first: a hundred people's pages, or one page in ten languages, would leave no room.
    """
    of_kind = func.row_number().over(partition_by=(Page.domain_id, Page.kind), order_by=(Page.score.desc(), Page.id))
    is_new = (Page.page_curation.state == State.NEW.value).label("is_new")
    pages = (
        select(Page.id, Page.domain_id, Page.kind, Page.score, is_new, of_kind.label("of_kind"))
        .where(Page.tenant_id == run.tenant_id, run.led_to(Page), Page.score > 0)
        .subquery()
        .c
    )
    decided = func.count().filter(~pages.is_new).over(partition_by=pages.domain_id)
    is_one_of_many = case((pages.of_kind > ENOUGH_OF_A_KIND, 1), else_=0)
    is_read_later = case((pages.kind.in_(READ_FIRST), 0), else_=1)
    place = func.row_number().over(
        partition_by=(pages.domain_id, pages.is_new),
        order_by=(is_one_of_many, is_read_later, pages.score.desc(), pages.id),
    )
    ranked = select(pages.id, (place + decided).label("rank")).subquery()
    return Page.id.in_(select(ranked.c.id).where(ranked.c.rank <= run.pages_per_domain))


def _own_contacts(_: PipelineRun) -> ColumnElement[bool]:
    """Not the web designer's."""
    return Contact.owner.in_(OWN_OWNERS)


RULES: Mapping[str, Callable[[PipelineRun], ColumnElement[bool]]] = {
    "deep_scan": _open_places,
    "domain_extraction": _open_businesses,
    "sitemap_import": _sitemaps_with_pages,
    "page_curation": _best_pages,
    "contact_delivery": _own_contacts,
}


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
