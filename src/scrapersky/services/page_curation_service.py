"""From a page's address to what it says, kept with the HTML itself."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.document import Document, NotModified, Validators
from scrapersky.clients.fetcher import PAGES
from scrapersky.clients.html_store import KeptHtml
from scrapersky.clients.rendering import Renderer, RenderFailed
from scrapersky.curation_sdk import Nothing, Saved
from scrapersky.curation_sdk.upsert import upsert
from scrapersky.extract.encodings import decode_html
from scrapersky.extract.own_sites import NotOwnSite, website_of
from scrapersky.extract.page_facts import PageFacts, read_page_facts
from scrapersky.models.page import Page
from scrapersky.models.page_content import PageContent, compressed
from scrapersky.models.storable import storable, storable_values

_NO_VALIDATORS = Validators()
NEEDS_BROWSER = "scripts build this page; without a browser there is little to read"


@dataclass(frozen=True, slots=True)
class PageToRead:
    """A page, and what an earlier reading left to tell whether it has changed."""

    url: str
    validators: Validators = _NO_VALIDATORS
    content_hash: str | None = None
    is_built_by_scripts: bool = False


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The page is as it was when it was last read."""


@dataclass(frozen=True, slots=True)
class PageReading:
    """What a page says; `kept` is the body as it came or as a browser made it, compressed, or the place it was put."""

    final_url: str
    http_status: int
    encoding: str
    content_hash: str
    etag: str | None
    last_modified: str | None
    kept: KeptHtml
    facts: PageFacts
    rendered: bool = False
    why_not_rendered: str = ""


async def load_earlier_readings(session: AsyncSession, pages: Sequence[Page]) -> Mapping[UUID, PageToRead]:
    """The validators and the hash of each page that was read before and whose HTML is still there."""
    built = or_(PageContent.needs_browser, PageContent.rendered)
    told = (PageContent.page_id, PageContent.etag, PageContent.last_modified, PageContent.content_hash, built)
    kept = select(*told).where(
        PageContent.page_id.in_([page.id for page in pages]),
        or_(PageContent.html.is_not(None), PageContent.html_place.is_not(None)),
    )
    earlier = {
        page_id: (Validators(etag, last_modified), content_hash, by_scripts)
        for page_id, etag, last_modified, content_hash, by_scripts in await session.execute(kept)
    }
    return {page.id: PageToRead(page.url, *earlier.get(page.id, ())) for page in pages}


async def read_page(page: PageToRead, clients: Clients) -> PageReading | Unchanged | Nothing:
    """Fetch the page if it has changed, and read it in a thread: a large one takes longer than others should wait."""
    if page.is_built_by_scripts and clients.browser is not None:
        page = PageToRead(page.url)  # what scripts build can change while the page that calls them does not
    answer = await clients.web.fetch(page.url, accept=PAGES, validators=page.validators)
    if isinstance(answer, NotModified):
        return Unchanged()
    content_hash = sha256(answer.body).hexdigest()
    if content_hash == page.content_hash:
        return Unchanged()
    site = website_of(answer.url, clients.site_builders)
    if isinstance(site, NotOwnSite):
        return Nothing("moved_away", f"it leads to {answer.url[:200]}: {site.words}")
    reading = await asyncio.to_thread(_read, answer, content_hash)
    parked = reading.facts.parked
    # An unfinished page may still tell how to reach the business; the others belong to registrars and hosts.
    if parked is not None and parked.reason != "under_construction":
        return Nothing("parked", parked.words)
    if reading.facts.needs_browser and clients.browser is not None:
        reading = await _rendered(reading, answer, clients.browser)
    packed = reading.kept.html or b""
    return replace(reading, kept=await clients.html.put(sha256(packed).hexdigest(), packed))


def _read(answer: Document, content_hash: str) -> PageReading:
    decoded = decode_html(answer.body, answer.headers.get("Content-Type"))
    return PageReading(
        final_url=answer.url,
        http_status=answer.status,
        encoding=decoded.encoding,
        content_hash=content_hash,
        etag=answer.etag,
        last_modified=answer.last_modified,
        kept=KeptHtml(compressed(answer.body)),
        facts=read_page_facts(decoded.text, answer.url, answer.headers),
    )


async def _rendered(reading: PageReading, answer: Document, browser: Renderer) -> PageReading:
    """The page as its scripts build it. One that the browser cannot read is kept as it came."""
    try:
        html = await browser.render(answer)
    except RenderFailed as error:
        return replace(reading, why_not_rendered=str(error))
    facts = await asyncio.to_thread(read_page_facts, html, answer.url, answer.headers)
    kept = KeptHtml(compressed(html.encode("utf-8", "replace")))
    return replace(reading, encoding="utf-8", kept=kept, facts=facts, rendered=True)


async def save_page_content(session: AsyncSession, page: Page, reading: PageReading | Unchanged) -> Saved:
    """Keep what the page said, in place of what it said before. Twice changes nothing."""
    if isinstance(reading, Unchanged):
        seen_again = update(PageContent).where(PageContent.page_id == page.id).values(fetched_at=func.now())
        await session.execute(seen_again)
        return Saved(0, "unchanged", "as it was when it was last read")
    facts = reading.facts
    (kept,) = await upsert(session, PageContent, [_content(page, reading)], key=("page_id",))
    # Apart from the other columns: those travel as JSON, which would double the size of bytes.
    where = {"html": reading.kept.html, "html_place": reading.kept.place}
    await session.execute(update(PageContent).where(PageContent.id == kept.id).values(**where, fetched_at=func.now()))
    told = {"tenant_id": page.tenant_id, "domain_id": page.domain_id, "url": page.url}
    told |= {"title": storable(facts.title), "words": facts.words}
    await upsert(session, Page, [told], key=("domain_id", "url"), update=("title", "words"))
    return Saved(1, "needs_browser", _why_little(reading)) if facts.needs_browser else Saved(1)


def _why_little(reading: PageReading) -> str:
    if reading.rendered:
        return "scripts build this page; a browser found little to read as well"
    return storable(f"{NEEDS_BROWSER}. {reading.why_not_rendered}") if reading.why_not_rendered else NEEDS_BROWSER


def _content(page: Page, reading: PageReading) -> dict[str, object]:
    facts = reading.facts
    return {
        "tenant_id": page.tenant_id,
        "page_id": page.id,
        "domain_id": page.domain_id,
        "url": page.url,
        "final_url": storable(reading.final_url),
        "http_status": reading.http_status,
        "kind": page.kind,
        "title": storable(facts.title),
        "description": storable(facts.description),
        "language": facts.language,
        "encoding": reading.encoding,
        "words": facts.words,
        "body_text": storable(facts.text),
        "headings": [storable(heading) for heading in facts.headings],
        "links": [{"url": storable(link.url), "text": storable(link.text)} for link in facts.links],
        "structured": storable_values(facts.structured),
        "needs_browser": facts.needs_browser,
        "rendered": reading.rendered,
        "content_hash": reading.content_hash,
        "etag": storable(reading.etag),
        "last_modified": storable(reading.last_modified),
    }
