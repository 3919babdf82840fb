"""What pages said when they were read, kept with the HTML itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.html.store import KeptHtml
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.declaring import storable
from scrapersky.curation_sdk.queue import upsert
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.pages.facts import PageFacts
from scrapersky.models import FoundBy, Page, PageContent
from scrapersky.services.linked_pages import follow_links
from scrapersky.services.suppression.redaction import Redactor

FOLLOWED = (FoundBy.HOME.value, FoundBy.LINK.value)
NEEDS_BROWSER = "scripts build this page; without a browser there is little to read"


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
    redacted_by: Redactor | None = None


class ErasedMeanwhile(ScraperSkyError):
    """While the page was read, somebody was erased who may be on it."""

    outcome = "erased_meanwhile"

    worth_retrying = True


async def save_page_content(session: AsyncSession, page: Page, reading: PageReading | Unchanged) -> Saved:
    """Keep what the page said, in place of what it said before. Twice changes nothing."""
    (saved,) = await save_page_contents(session, [(page, reading)])
    return saved


async def save_page_contents(
    session: AsyncSession, pages: Sequence[tuple[Page, PageReading | Unchanged]]
) -> Sequence[Saved]:
    """The same for many, in as many statements as for one."""
    read = [(page, reading) for page, reading in pages if isinstance(reading, PageReading)]
    unchanged = [page.id for page, reading in pages if isinstance(reading, Unchanged)]
    if unchanged:
        seen_again = update(PageContent).where(PageContent.page_id.in_(unchanged)).values(fetched_at=func.now())
        await session.execute(seen_again)
    if read:
        await _refuse_erased([reading for _, reading in read], session)
        await _keep(session, read)
    for page, reading in read:
        if page.kind == "home" or page.found_by in FOLLOWED:
            await follow_links(session, page.domain_id, reading.facts.links, page.depth)
    return [_saved(reading) for _, reading in pages]


async def _refuse_erased(readings: Sequence[PageReading], session: AsyncSession) -> None:
    erasures = {reading.redacted_by.erasures for reading in readings if reading.redacted_by}
    for each in erasures:
        if not await each.are_still_all(session):
            raise ErasedMeanwhile("Somebody was erased while this page was read; it is read again.")


async def _keep(session: AsyncSession, read: Sequence[tuple[Page, PageReading]]) -> None:
    await upsert(session, PageContent, [_content(page, reading) for page, reading in read], key=("page_id",))
    named = [
        {"tenant_id": page.tenant_id, "domain_id": page.domain_id, "url": page.url}
        | {"title": storable(reading.facts.title), "words": reading.facts.words}
        for page, reading in read
    ]
    await upsert(session, Page, named, key=("domain_id", "url"), update=("title", "words"), only_changed=True)


def _saved(reading: PageReading | Unchanged) -> Saved:
    if isinstance(reading, Unchanged):
        return Saved(0, "unchanged", "as it was when it was last read")
    facts = reading.facts
    if facts.needs_browser:
        return Saved(1, "needs_browser", _why_little(reading))
    return Saved(1, facts.stand_in.reason, facts.stand_in.words) if facts.stand_in else Saved(1)


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
        "encoding": reading.encoding,
        **told_by(facts),
        "needs_browser": facts.needs_browser,
        "rendered": reading.rendered,
        "content_hash": reading.content_hash,
        "etag": storable(reading.etag),
        "last_modified": storable(reading.last_modified),
        "html": reading.kept.html,
        "html_place": reading.kept.place,
        "fetched_at": "now",  # as PostgreSQL reads it
    }


def told_by(facts: PageFacts) -> dict[str, object]:
    """Columns of a page's content."""
    return {
        "title": storable(facts.title),
        "description": storable(facts.description),
        "language": facts.language,
        "words": facts.words,
        "body_text": storable(facts.text),
        "headings": [storable(heading) for heading in facts.headings],
        "links": [{"url": storable(link.url), "text": storable(link.text)} for link in facts.links],
        "structured": {storable(name): [storable(text) for text in texts] for name, texts in facts.structured.items()},
    }
