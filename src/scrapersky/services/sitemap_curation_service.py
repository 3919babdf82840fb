"""From the address of a sitemap to what is in it, so that a person can decide whether to import it."""

from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.sitemap_stream import open_sitemap
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.sitemaps import Sitemap
from scrapersky.extract.urls import normalise_url
from scrapersky.models import Domain, SitemapFile
from scrapersky.models.sitemap_file import DEEPEST, LONGEST_URL
from scrapersky.services.suppression.redaction import Erasures


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a sitemap holds. Children are kept only for an index."""

    sitemap: Sitemap
    children: tuple[str, ...]
    etag: str | None
    last_modified: str | None


async def analyse_sitemap(row: SitemapFile, clients: Clients) -> Analysis:
    """Read it to the end in flat memory: pages are counted, sitemaps remembered."""
    children: dict[str, None] = {}
    async with open_sitemap(clients.web, row.url) as stream:
        async for entry in stream.entries():
            url = normalise_url(entry.url) if entry.is_sitemap else None
            if url is not None and url != row.url and len(url) <= LONGEST_URL:
                children[url] = None
    return Analysis(stream.summary(), tuple(children), stream.etag, stream.last_modified)


async def save_analysis(session: AsyncSession, row: SitemapFile, analysis: Analysis) -> Saved:
    """Keep the facts on the row; the children of an index become rows of their own."""
    sitemap = analysis.sitemap
    is_index = sitemap.kind == "index"
    domain = await session.scalar(select(Domain.name).where(Domain.id == row.domain_id))
    redact = (await Erasures.of(session, row.tenant_id)).redactor(domain or "")
    await session.execute(
        update(SitemapFile)
        .where(SitemapFile.id == row.id)
        .values(
            kind=sitemap.format if sitemap.kind != "none" else "none",
            size_bytes=sitemap.bytes_read,
            url_count=0 if is_index else sitemap.count,
            child_count=len(analysis.children) if is_index else None,
            newest_at=sitemap.newest,
            problems=list(sitemap.problems_for_people),
            sample_urls=redact.of_value(sitemap.sample),
            etag=analysis.etag,
            last_modified=analysis.last_modified,
            analysed_at=func.now(),
        )
    )
    if sitemap.kind == "none":
        return Saved(0, "not_a_sitemap", "; ".join(sitemap.problems_for_people) or "it is no sitemap")
    if not is_index:
        return Saved(sitemap.count, "empty" if not sitemap.count else None)
    if row.depth >= DEEPEST:
        return Saved(0, "too_deep", f"indexes are followed {DEEPEST} deep")
    children = row.children(analysis.children)
    await upsert(session, SitemapFile, children, key=("domain_id", "url"), update=(), only_changed=True)
    return Saved(len(children), "empty" if not children else None)
