"""Pages that no sitemap lists: a site's home page, and what its pages link to, the likeliest to have contacts first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import storable
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.own_sites import is_page_of
from scrapersky.extract.pages.home_page import PageLink
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.extract.urls import normalise_url
from scrapersky.models import Domain, FoundBy, Page
from scrapersky.models.sitemap_file import LONGEST_URL
from scrapersky.services.suppression.redaction import GONE, Erasures

READ_FIRST = ("contact", "about", "team", "legal_notice")
MOST_LINKS_READ = 300
MOST_PAGES = 25
DEEPEST = 2


@dataclass(frozen=True, slots=True)
class KnownPages:
    """What is known of a site's pages so far. `home` is where its home page was found."""

    tenant_id: UUID
    domain_id: UUID
    domain: str
    home: str | None
    listed: int = 0
    linked: int = 0
    read_first: int = 0

    @classmethod
    async def of(cls, session: AsyncSession, domain_id: UUID) -> Self:
        by = Page.found_by
        counts = (
            func.count().filter(by == FoundBy.SITEMAP.value),
            func.count().filter(by == FoundBy.LINK.value),
            func.count().filter(Page.kind.in_(READ_FIRST)),
        )
        known = (
            select(Domain.tenant_id, Domain.id, Domain.name, Domain.final_url, *counts)
            .outerjoin(Page, Page.domain_id == Domain.id)
            .where(Domain.id == domain_id)
            .group_by(Domain.id)
        )
        return cls(*(await session.execute(known)).one())

    def row(self, url: str, title: str | None, found_by: FoundBy, depth: int) -> dict[str, Any] | None:
        """Until it is read, a page is called what the link to it says."""
        address = normalise_url(url)
        if address is None or len(address) > LONGEST_URL or not is_page_of(address, self.domain, self.home):
            return None
        # A home page's title is made of the firm's name and what it sells, and says nothing of the page.
        kind = classify_page(address, link_text=None if found_by is FoundBy.HOME else title)
        row = {
            "tenant_id": self.tenant_id,
            "domain_id": self.domain_id,
            "url": address,
            "title": storable(title) or None,
        }
        return row | {"kind": kind.kind, "score": kind.score, "found_by": found_by.value, "depth": depth}

    def worth_reading(self, links: Iterable[PageLink], depth: int) -> list[dict[str, Any]]:
        """Where a sitemap lists pages, it is the site's own word, unless it lists none of those that are read first."""
        rows = (self.row(link.url, link.text, FoundBy.LINK, depth) for link in links)
        wanted = [row for row in rows if row is not None and row["score"] > 0]
        if self.listed:
            wanted = [row for row in wanted if row["kind"] in READ_FIRST] if not self.read_first else []
        best: dict[str, dict[str, Any]] = {}
        for row in sorted(wanted, key=_worth):
            best.setdefault(row["url"], row)
        return list(best.values())


def _worth(row: Mapping[str, Any]) -> tuple[bool, int]:
    return row["kind"] not in READ_FIRST, -row["score"]


async def add_home_page(session: AsyncSession, domain: Domain, home: str, title: str | None) -> int:
    known = KnownPages(domain.tenant_id, domain.id, domain.name, home)
    row = known.row(home, title, FoundBy.HOME, 0)
    return await _add(session, [row] if row else [])


async def follow_links(session: AsyncSession, domain_id: UUID, links: Iterable[PageLink], depth: int) -> int:
    """Add what a page at this depth links to and nobody knows yet. Returns how many pages are new."""
    if depth >= DEEPEST:
        return 0
    known = await KnownPages.of(session, domain_id)
    rows = known.worth_reading(islice(links, MOST_LINKS_READ), depth + 1)
    there = select(Page.url).where(Page.domain_id == domain_id, Page.url.in_([row["url"] for row in rows]))
    urls = frozenset(await session.scalars(there)) if rows else frozenset()
    new = [row for row in rows if row["url"] not in urls]
    return await _add(session, new[: max(0, MOST_PAGES - known.linked)])


async def _add(session: AsyncSession, rows: list[dict[str, Any]]) -> int:
    rows = await without_erased(session, rows)
    return len(await upsert(session, Page, rows, key=("domain_id", "url"), update=(), only_changed=True))


async def without_erased(session: AsyncSession, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pages of one site whose address names nobody who was erased, under titles that name them neither."""
    erased = await Erasures.of(session, rows[0]["tenant_id"]) if rows else None
    if erased is None or not erased.hashes:
        return rows
    domain = await session.scalar(select(Domain.name).where(Domain.id == rows[0]["domain_id"]))
    redact = erased.redactor(domain or "")
    nameless = [row for row in rows if GONE not in row["url"] and redact(row["url"]) == row["url"]]
    return [row | {"title": redact.of_value(row["title"])} if "title" in row else row for row in nameless]
