"""From a page's stored HTML to contacts, each with the evidence for it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.extensions.extractors import Extractors
from scrapersky.clients.html.store import HtmlStores, KeptHtml
from scrapersky.contact_fields import values_of
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.declaring import storable
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.contacts.cards import Card, PageContacts, page_contacts
from scrapersky.extract.contacts.extraction import Extraction
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.finding import Finding, Kind
from scrapersky.models.page import Page
from scrapersky.models.page_content import PageContent, uncompressed
from scrapersky.services.businesses.of_domains import DomainBusiness, businesses_of
from scrapersky.services.businesses.own_site import keep_own_site
from scrapersky.services.contacts.absences import absences_here, keep_absences
from scrapersky.services.contacts.branches import Branches
from scrapersky.services.contacts.evidence import LONGEST_VALUE, keep_evidence, links_of, stored_value
from scrapersky.services.contacts.of_domain import DomainContacts
from scrapersky.services.contacts.plan import plan
from scrapersky.services.contacts.profile import SHARED_KINDS, Profile, SourcePage, Value, shows_better
from scrapersky.services.page_curation_service import NEEDS_BROWSER
from scrapersky.services.suppression.findings import without_suppressed

_OWNERS_IN_WORDS = {
    "web_designer": "the web designer's",
    "other_firm": "another firm's",
    "unknown": "nobody knows whose",
}


class NoStoredPage(ScraperSkyError):
    """The HTML of a page is not kept any more."""

    code = outcome = "no_stored_page"


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page's HTML or the place where it is, where it came from, and the business it may speak for."""

    url: str
    kept: KeptHtml
    encoding: str | None
    business: DomainBusiness


class Helpers(Protocol):
    """Those of the clients that are needed here."""

    @property
    def html(self) -> HtmlStores: ...

    @property
    def extractors(self) -> Extractors: ...


@dataclass(frozen=True, slots=True)
class FoundContacts:
    """What a page gives. `troubles` are those of extractors that installed packages add."""

    found: PageContacts
    business: DomainBusiness
    troubles: tuple[str, ...] = ()


async def load_stored_pages(session: AsyncSession, contents: Sequence[PageContent]) -> Mapping[UUID, StoredPage]:
    """The HTML of a batch, and the businesses of its domains."""
    businesses = await businesses_of(session, {content.domain_id for content in contents})
    ids = [content.id for content in contents]
    rows = select(PageContent.id, PageContent.html, PageContent.html_place).where(PageContent.id.in_(ids))
    kept = {content_id: KeptHtml(html, place) for content_id, html, place in await session.execute(rows)}
    return {
        content.id: StoredPage(
            content.final_url,
            kept.get(content.id, KeptHtml()),
            content.encoding,
            businesses.get(content.domain_id, DomainBusiness()),
        )
        for content in contents
    }


async def find_contacts(page: StoredPage, clients: Helpers) -> FoundContacts:
    """Ask every extractor about the page. Reading its text happens in a thread, as theirs does."""
    if not page.kept:
        raise NoStoredPage("The HTML of this page is not kept; queue the page to be read again.")
    html = await asyncio.to_thread(_text_of, page, await clients.html.get(page.kept))
    found = await clients.extractors.look_at(html, page.url, page.business.region)
    extraction = Extraction(found.findings, rejected=(), region=found.region, absences=found.absences)
    return FoundContacts(page_contacts(extraction), page.business, found.troubles)


def _text_of(page: StoredPage, packed: bytes) -> str:
    return decode_html(uncompressed(packed), f"text/html; charset={page.encoding or ''}").text


async def save_contacts(session: AsyncSession, content: PageContent, found: FoundContacts) -> Saved:
    """Keep every sighting as evidence and merge it into the domain's contacts. Twice changes nothing.

    Values of the web designer, of other firms and of nobody known are named in the note and not kept. Of whoever is on
    the suppression list nothing is.
    """
    domain = DomainContacts(session, content, found.business.id)
    await domain.lock()
    business, elsewhere = found.business, await domain.values_elsewhere()
    left = await without_suppressed(session, content, found.found, elsewhere, business.phone)
    if left.site is not None:
        return Saved(0, "suppressed", left.site)
    cards, shared = left.found.cards, left.found.shared
    source = SourcePage(content.id, content.final_url)
    seen = [_profile(card, source) for card in cards]
    values = _everywhere(left.elsewhere, shared, source)
    known = await domain.known(seen, values)
    touched = {identity for identity, one in known.items() if not one.is_untouched}
    branches = Branches.of(business.branches)
    absences = await keep_absences(session, content, absences_here(content, found.found, left.found))
    profiles = [one.profile for one in known.values()]
    planned = absences.told_in(plan(profiles, seen, values, left.listed_phone, touched, branches=branches))
    ids = await domain.write(planned, known)
    await domain.link_branches({ids[one.identity]: branches.of_contact(one) for one in planned.contacts})
    await keep_evidence(session, content, left.found, links_of(planned, ids))
    await domain.count_sightings(ids.values())
    await keep_own_site(session, content, business, values, [one for one in shared if one.kind is Kind.OPENING_HOURS])
    stand_ins = {one.identity for one in planned.contacts if one.is_stand_in}
    count = len(cards) + sum(one.kind is Kind.PHONE or _identity(one) in stand_ins for one in shared)
    await _note_count(session, content, count)
    new = sum(one.identity not in known for one in planned.contacts)
    spared = f"{left.left_alone} left alone, they are on the suppression list" if left.left_alone else None
    note = "; ".join(filter(None, (_left_out(left.found.left_out), spared, *map(storable, found.troubles)))) or None
    if count:
        return Saved(new, None if new else "nothing_new", note)
    return Saved(0, "suppressed" if spared else "no_contacts", note or _why_none(content, shared))


def _everywhere(elsewhere: Sequence[Value], shared: Sequence[Finding], source: SourcePage) -> list[Value]:
    """The business's values on all pages of the domain, this one included."""
    merged = {(one.kind, one.value): one for one in elsewhere}
    for one in shared:
        if one.kind.value not in SHARED_KINDS:
            continue
        facts = {name: storable(value) for name, value in one.facts}
        here = Value(one.kind.value, stored_value(one), facts, one.confidence, 1, source)
        there = merged.get((here.kind, here.value))
        best = here if there is None or shows_better(here, there) else there
        merged[here.kind, here.value] = replace(best, pages=1 + (there.pages if there else 0))
    return list(merged.values())


def _identity(one: Finding) -> str:
    return f"{one.kind.value}:{stored_value(one)}"


def _profile(card: Card, source: SourcePage) -> Profile:
    said = values_of(card)
    fields: dict[str, Any] = said | {name: storable(value) for name, value in said.items() if isinstance(value, str)}
    return Profile(
        identity=storable(card.identity)[:LONGEST_VALUE],
        owner=card.owner.value,
        confidence=card.sightings[0].confidence,
        source=source,
        values=tuple((one.kind.value, stored_value(one)) for one in card.sightings),
        **fields,
    )


async def _note_count(session: AsyncSession, content: PageContent, count: int) -> None:
    await session.execute(update(PageContent).where(PageContent.id == content.id).values(contacts_found=count))
    await session.execute(update(Page).where(Page.id == content.page_id).values(contacts=count))


def _left_out(others: Sequence[Finding]) -> str | None:
    named = [
        f"{one.value} ({_OWNERS_IN_WORDS[one.owner.value]})" for one in others if one.kind in (Kind.EMAIL, Kind.PHONE)
    ]
    if not named:
        return None
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    return storable(f"Left out: {', '.join(named[:3])}{more}")


def _why_none(content: PageContent, shared: Sequence[Finding]) -> str:
    if content.needs_browser:
        return NEEDS_BROWSER
    kept = len(shared)
    return (
        f"no address, number or person; {kept} other values were kept"
        if kept
        else "nothing on it tells how to reach anybody"
    )
