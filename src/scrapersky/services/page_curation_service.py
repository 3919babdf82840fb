"""From a page's address to what it says."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from uuid import UUID

from multidict import CIMultiDict
from sqlalchemy import Row, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.document import FetchedDocument, NotModified, Validators
from scrapersky.clients.fetching.fetcher import PAGES
from scrapersky.clients.html.store import KeptHtml
from scrapersky.clients.reading.page_bodies import read_body
from scrapersky.clients.reading.readers import Readers
from scrapersky.clients.rendering.browser import RenderFailed
from scrapersky.curation_sdk import Nothing
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.own_sites import NotOwnSite, OwnSite, website_of
from scrapersky.models import Domain, Page, PageContent
from scrapersky.services.page_contents import PageReading, Unchanged
from scrapersky.services.suppression.redaction import Erasures, Redactor

_NO_VALIDATORS = Validators()
MOST_REFRESHES = 2


@dataclass(frozen=True, slots=True)
class PageToRead:
    """A page, what an earlier reading left to tell whether it has changed, and where its site's home page was found."""

    url: str
    validators: Validators = _NO_VALIDATORS
    content_hash: str | None = None
    is_built_by_scripts: bool = False
    home: str | None = None
    redact: Redactor | None = field(default=None, compare=False)


async def load_earlier_readings(session: AsyncSession, pages: Sequence[Page]) -> Mapping[UUID, PageToRead]:
    """The validators and the hash of each page that was read before and whose HTML is still there."""
    built = or_(PageContent.needs_browser, PageContent.rendered)
    told = (PageContent.page_id, PageContent.etag, PageContent.last_modified, PageContent.content_hash, built)
    kept = select(*told).where(
        PageContent.page_id.in_([page.id for page in pages]),
        or_(PageContent.html.is_not(None), PageContent.html_place.is_not(None)),
    )
    earlier = {told[0]: told for told in await session.execute(kept)}
    domains = {page.domain_id for page in pages}
    found = await session.execute(select(Domain.id, Domain.final_url, Domain.name).where(Domain.id.in_(domains)))
    sites = {domain_id: (home, name) for domain_id, home, name in found}
    erased = {one: await Erasures.of(session, one) for one in {page.tenant_id for page in pages}}
    return {
        page.id: _to_read(page, *sites.get(page.domain_id, (None, "")), erased[page.tenant_id], earlier.get(page.id))
        for page in pages
    }


def _to_read(
    page: Page,
    home: str | None,
    name: str,
    erased: Erasures,
    earlier: Row[UUID, str | None, str | None, str, bool] | None,
) -> PageToRead:
    redact = erased.redactor(name)
    if earlier is None:
        return PageToRead(page.url, home=home, redact=redact)
    _, etag, last_modified, content_hash, by_scripts = earlier
    return PageToRead(page.url, Validators(etag, last_modified), content_hash, by_scripts, home, redact)


async def read_page(page: PageToRead, clients: Clients) -> PageReading | Unchanged | Nothing:
    """Fetch the page if it has changed, and have it read elsewhere: a large one takes longer than others wait."""
    if page.is_built_by_scripts and clients.browser is not None:
        # What scripts build can change while what calls them does not.
        page = PageToRead(page.url, home=page.home, redact=page.redact)
    answer = await clients.web.fetch(page.url, accept=PAGES, validators=page.validators)
    if isinstance(answer, NotModified):
        return Unchanged()
    if sha256(answer.body).hexdigest() == page.content_hash:
        return Unchanged()
    reading = await _read_to_the_end(page, answer, clients)
    if isinstance(reading, Nothing):
        return reading
    packed = reading.kept.html or b""
    return replace(reading, kept=await clients.html.put(sha256(packed).hexdigest(), packed))


async def _read_to_the_end(page: PageToRead, answer: FetchedDocument, clients: Clients) -> PageReading | Nothing:
    """Read what was answered or, of a page that only sends the reader on, what it leads to."""
    reading = await _read_own(page, answer, clients)
    for _ in range(MOST_REFRESHES):
        onward = reading.facts.sends_on_to if isinstance(reading, PageReading) else None
        if onward is None or onward in (answer.url, page.url):
            break
        answer = await clients.web.fetch(onward, accept=PAGES)
        reading = await _read_own(page, answer, clients)
        if isinstance(reading, PageReading):  # next time, the page that sends on is asked for
            reading = replace(reading, etag=None, last_modified=None)
    if isinstance(reading, Nothing):
        return reading
    if reading.facts.needs_browser and clients.browser is not None:
        reading = await _rendered(reading, answer, clients, page.redact)
    return reading


async def _read_own(page: PageToRead, answer: FetchedDocument, clients: Clients) -> PageReading | Nothing:
    """What a page of the same site says, unless there is none behind its address."""
    site = website_of(answer.url, clients.site_builders)
    if isinstance(site, NotOwnSite):
        return Nothing("moved_away", f"it leads to {answer.url[:200]}: {site.words}")
    if _name_of(site) not in (_name_of(website_of(url, clients.site_builders)) for url in (page.url, page.home or "")):
        return Nothing("moved_away", f"it leads to {answer.url[:200]}, another website")
    reading = await _read(answer, page.redact, clients.readers)
    parked, stand_in = reading.facts.parked, reading.facts.stand_in
    # An unfinished page may still tell how to reach the business; the others belong to registrars and hosts.
    if parked is not None and parked.reason != "under_construction":
        return Nothing("parked", parked.words)
    if stand_in is not None and stand_in.reason == "not_found":
        return Nothing("not_found", stand_in.words)
    return reading


def _name_of(site: OwnSite | NotOwnSite) -> str | None:
    """What a firm's sites in several countries have in common: acme of acme.com and acme.co.uk."""
    return site.domain.partition(".")[0] if isinstance(site, OwnSite) else None


async def _read(answer: FetchedDocument, redact: Redactor | None, readers: Readers) -> PageReading:
    """Of who was erased nothing is read, and in the HTML that is kept they are not either."""
    body, headers = answer.body, CIMultiDict(answer.headers)
    if redact and redact.erasures.hashes:
        body, headers = await asyncio.to_thread(_redacted, body, headers, redact)
    read = await readers.call(read_body, body, answer.url, headers)
    return PageReading(
        final_url=answer.url,
        http_status=answer.status,
        encoding=read.encoding,
        content_hash=sha256(answer.body).hexdigest(),
        etag=answer.etag,
        last_modified=answer.last_modified,
        kept=KeptHtml(read.packed),
        facts=read.facts,
        redacted_by=redact,
    )


def _redacted(body: bytes, headers: CIMultiDict[str], redact: Redactor) -> tuple[bytes, CIMultiDict[str]]:
    """As it came, where nobody is in it."""
    text = decode_html(body, headers.get("Content-Type")).text
    cleaned = redact(text)
    if cleaned == text:
        return body, headers
    told = CIMultiDict(headers)
    told["Content-Type"] = "text/html; charset=utf-8"
    return cleaned.encode("utf-8", "replace"), told


async def _rendered(
    reading: PageReading, answer: FetchedDocument, clients: Clients, redact: Redactor | None
) -> PageReading:
    """The page as its scripts build it. One that the browser cannot read is kept as it came."""
    assert clients.browser is not None  # noqa: S101  the caller looked
    try:
        html = await clients.browser.render(answer, clients.web)
    except RenderFailed as error:
        return replace(reading, why_not_rendered=str(error))
    html = await asyncio.to_thread(redact, html) if redact else html
    headers = CIMultiDict(answer.headers)
    headers["Content-Type"] = "text/html; charset=utf-8"
    read = await clients.readers.call(read_body, html.encode("utf-8", "replace"), answer.url, headers)
    return replace(reading, encoding="utf-8", kept=KeptHtml(read.packed), facts=read.facts, rendered=True)
