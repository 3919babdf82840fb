"""From a page's stored HTML to contacts, each with the evidence for it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol
from uuid import UUID

import orjson
from sqlalchemy import ARRAY, Integer, Text, Uuid, any_, bindparam, cast, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.extensions.extractors import Extractors
from scrapersky.clients.html.store import HtmlStores, KeptHtml
from scrapersky.clients.reading.page_bodies import PackedPage
from scrapersky.clients.reading.readers import Readers
from scrapersky.curation_sdk import Saved
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.contacts.cards import page_contacts
from scrapersky.extract.finding import Extraction
from scrapersky.models import Page, PageContent
from scrapersky.services.businesses.of_domains import DomainBusiness, businesses_of
from scrapersky.services.businesses.own_site import keep_own_sites
from scrapersky.services.contacts.absences import absences_elsewhere
from scrapersky.services.contacts.in_hand import FoundContacts, PageInHand, first_run, left_of, take_in_hand
from scrapersky.services.contacts.merging import PageMerge, keep_evidence
from scrapersky.services.contacts.of_domain import ByIdentity, DomainContacts
from scrapersky.services.contacts.run import DomainRun
from scrapersky.services.suppression.findings import suppressed_on

_KEPT_HTML = select(PageContent.id, PageContent.html, PageContent.html_place).where(
    PageContent.id == any_(bindparam("ids", type_=ARRAY(Uuid)))
)


class NoStoredPage(ScraperSkyError):
    """The HTML of a page is not kept any more."""

    outcome = "no_stored_page"


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

    @property
    def readers(self) -> Readers: ...


async def load_stored_pages(session: AsyncSession, contents: Sequence[PageContent]) -> Mapping[UUID, StoredPage]:
    """The HTML of a batch, and the businesses of its domains."""
    businesses = await businesses_of(session, {content.domain_id for content in contents})
    ids = [content.id for content in contents]
    rows = await session.execute(_KEPT_HTML, {"ids": ids})
    kept = {content_id: KeptHtml(html, place) for content_id, html, place in rows}
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
    """Ask every extractor about the page. Whatever takes a processor for a while is done beside this process."""
    if not page.kept:
        raise NoStoredPage("The HTML of this page is not kept; queue the page to be read again.")
    packed = PackedPage(await clients.html.get(page.kept), page.encoding)
    found = await clients.extractors.look_at(packed, page.url, page.business.region, clients.readers)
    extraction = Extraction(found.findings, rejected=(), region=found.region, absences=found.absences)
    return FoundContacts(page_contacts(extraction), page.business, found.troubles)


def domain_of(content: PageContent, _: FoundContacts) -> UUID:
    return content.domain_id


async def save_contacts(session: AsyncSession, content: PageContent, found: FoundContacts) -> Saved:
    """Keep every sighting as evidence and merge it into the domain's contacts. Twice changes nothing.

    Values of the web designer, of other firms and of nobody known are named in the note and not kept. Of whoever is on
    the suppression list nothing is.
    """
    (saved,) = await save_contacts_of_pages(session, [(content, found)])
    return saved


async def save_contacts_of_pages(
    session: AsyncSession, pages: Sequence[tuple[PageContent, FoundContacts]]
) -> Sequence[Saved]:
    """The same for many of one tenant: those of different domains in as many statements as for one.

    Those of one domain are merged one after the other, and written at once as far as that can be.
    """
    waiting = await take_in_hand(session, pages)
    saved: dict[UUID, Saved] = {}
    while waiting:
        for run in await _save_round(session, [first_run(of_domain) for of_domain in waiting]):
            saved |= run.saved
        waiting = left_of(waiting, saved)
    return [saved[content.id] for content, _ in pages]


async def _save_round(session: AsyncSession, pages: Sequence[Sequence[PageInHand]]) -> list[DomainRun]:
    """A run of each domain; what is known is by domain."""
    contacts = DomainContacts(session, [first for first, *_ in pages])
    elsewhere = await contacts.values_elsewhere()
    listed = await suppressed_on(session, list(chain(*pages)), chain(*elsewhere.values()))
    runs = [DomainRun(some, elsewhere[some[0].domain.id], listed) for some in pages]
    begun = {run.page.domain.id: run.first for run in runs if run.first}
    if begun:
        known = await contacts.known(begun)
        absences = await absences_elsewhere(session, (one.page.content for one in begun.values()))
        merged = {run.page.domain.id: run for run in runs if run.first}
        for key, run in merged.items():
            run.merge(known[key], absences[key])
            await asyncio.sleep(0)  # readers that have answered are given the next page
        await _write(session, contacts, merged, known)
    return runs


async def _write(
    session: AsyncSession, contacts: DomainContacts, runs: Mapping[UUID, DomainRun], known: Mapping[UUID, ByIdentity]
) -> None:
    merges = [one for run in runs.values() for one in run.merges]
    ids = await contacts.write({key: run.planned for key, run in runs.items()}, known)
    await contacts.link_branches(dict(pair for one in merges for pair in one.branches(ids[one.page.domain.id])))
    await keep_evidence(session, [row for one in merges for row in one.evidence(ids[one.page.domain.id])])
    await contacts.link_channels(ids, known)
    await contacts.count_sightings(each for of_domain in ids.values() for each in of_domain.values())
    await keep_own_sites(session, [[one.own_site for one in run.merges] for run in runs.values()])
    await _note(session, merges)


async def _note(session: AsyncSession, merges: Sequence[PageMerge]) -> None:
    """How many contacts each page speaks of, and why it shows none; of what is noted already nothing is written."""
    contents = [one.page.content for one in merges]
    counts = [one.count for one in merges]
    absences = [orjson.dumps(one.absences).decode() for one in merges]
    ids = [content.id for content in contents]
    await session.execute(_NOTE_ON_CONTENTS, {"ids": ids, "counts": counts, "absences": absences})
    await session.execute(_NOTE_ON_PAGES, {"ids": [content.page_id for content in contents], "counts": counts})


def _noting(model: type[PageContent] | type[Page], column: str, *more: str) -> Any:
    """One statement, since each writes its rows anew."""
    arrays = bindparam("ids", type_=ARRAY(Uuid)), bindparam("counts", type_=ARRAY(Integer))
    given = func.unnest(*arrays, *(bindparam(name, type_=ARRAY(Text)) for name in more))
    noted = given.table_valued("id", "count", *more, name="noted").render_derived()
    values = {column: noted.c.count} | {name: cast(noted.c[name], JSONB) for name in more}
    is_new = or_(*(getattr(model, name).is_distinct_from(value) for name, value in values.items()))
    noting = update(model).where(model.id == noted.c.id, is_new).values(values)
    return noting.execution_options(synchronize_session=False)


_NOTE_ON_CONTENTS = _noting(PageContent, "contacts_found", "absences")
_NOTE_ON_PAGES = _noting(Page, "contacts")
