"""The HTML of pages that mention somebody: taken out of it, wherever it is kept."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.html.store import HtmlElsewhere, HtmlMissing, HtmlStores, KeptHtml
from scrapersky.clients.reading.page_bodies import StoredPageBroken, compressed, uncompressed
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.pages.facts import read_page_facts
from scrapersky.models import ContactValue, PageContent
from scrapersky.services.erasure.subject import ErasureSubject
from scrapersky.services.page_contents import told_by
from scrapersky.services.suppression.redaction import Erasures


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page whose HTML mentions them. Without `text` it cannot be read, so that nobody knows."""

    id: UUID
    url: str
    place: str | None
    text: str | None

    async def take_out(self, session: AsyncSession, stores: HtmlStores) -> None:
        if self.text is None:
            values: dict[str, object] = {"html": None, "html_place": None}
        else:
            packed = compressed(self.text.encode("utf-8", "replace"))
            kept = await stores.put(sha256(packed).hexdigest(), packed)
            facts = told_by(await asyncio.to_thread(read_page_facts, self.text, self.url, {}))
            values = {**facts, "html": kept.html, "html_place": kept.place, "encoding": "utf-8"}
        await session.execute(update(PageContent).where(PageContent.id == self.id).values(values))
        # Words of neighbouring links run together in what surrounds a value.
        own = ContactValue.page_content_id == self.id
        await session.execute(update(ContactValue).where(own).values(snippet=None))


async def kept_pages(session: AsyncSession, subject: ErasureSubject, stores: HtmlStores) -> AsyncIterator[KeptPage]:
    """All of the tenant are looked into: an address may stand where neither text nor links tell."""
    erased = Erasures.by(subject.tenant_id, subject.marks)
    is_kept = or_(PageContent.html.is_not(None), PageContent.html_place.is_not(None))
    ids = list(await session.scalars(select(PageContent.id).where(PageContent.tenant_id == subject.tenant_id, is_kept)))
    columns = (
        PageContent.final_url,
        PageContent.html,
        PageContent.html_place,
        PageContent.encoding,
        PageContent.domain_id,
    )
    for content_id in ids:
        row = (await session.execute(select(*columns).where(PageContent.id == content_id))).one_or_none()
        if row is None:
            continue
        site = subject.sites.get(row.domain_id)
        try:
            plain = uncompressed(await stores.get(KeptHtml(row.html, row.html_place)))
        except (HtmlMissing, HtmlElsewhere, StoredPageBroken):
            if site:
                yield KeptPage(content_id, row.final_url, row.html_place, None)
            continue
        if site is None and not _may_mention(plain.lower(), subject):
            continue
        html = decode_html(plain, f"text/html; charset={row.encoding or ''}").text
        redacted = await asyncio.to_thread(erased.redactor(*((site,) if site else ())), html)
        if redacted != html:
            yield KeptPage(content_id, row.final_url, row.html_place, redacted)


def _may_mention(plain: bytes, subject: ErasureSubject) -> bool:
    """Quickly, for most pages do not. Letters that are written as numbers can be any."""
    return b"&#" in plain or any(hint in plain for hint in subject.hints)
