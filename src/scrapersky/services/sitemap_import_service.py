"""Every address in a sitemap becomes a page, classified. Any size, in flat memory: addresses wait in a spooled file."""

import weakref
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Any
from uuid import UUID

import orjson
from sqlalchemy import ARRAY, Text, any_, cast, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.sitemap_stream import open_sitemap
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.own_sites import is_page_of
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.extract.sitemaps import Sitemap, SitemapEntry
from scrapersky.extract.urls import hostname, normalise_url
from scrapersky.models import Domain, Page, SitemapFile
from scrapersky.models.sitemap_file import LONGEST_URL
from scrapersky.services.linked_pages import without_erased

CHUNK = 5_000
IN_MEMORY_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class SitemapToImport:
    """A sitemap, and the domain whose pages may come out of it; `home` is where the domain's home page was found."""

    url: str
    domain: str
    home: str | None = None

    def lists(self, url: str) -> bool:
        """Whether the page is of the domain, or of the one to which its site moved; asked once for each host."""
        return _is_page_of(url[: url.index("/", len("https://")) + 1], self.domain, self.home)

    def as_addressed_today(self, url: str) -> str:
        """With https and www as the home page has them: old sitemaps list pages as they were addressed before."""
        origin, spellings = _spellings(self.home) if self.home else ("", ())
        old = next((one for one in spellings if url.startswith(one)), None)
        return url if old is None else origin + url.removeprefix(old)


class Import:
    """What a sitemap listed: pages of the domain in a spooled file, sitemaps, and how many addresses were left out."""

    def __init__(self) -> None:
        self.pages = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115  closed by `close`
        weakref.finalize(self, self.pages.close)
        self.children: dict[str, None] = {}
        self.count = self.foreign = self.unusable = 0
        self.summary: Sitemap | None = None

    def take(self, entry: SitemapEntry, source: SitemapToImport) -> None:
        url = normalise_url(entry.url)
        if url is None or len(url) > LONGEST_URL:
            self.unusable += 1
        elif entry.is_sitemap:
            if url != source.url:
                self.children[url] = None
        elif not source.lists(url):
            self.foreign += 1
        else:
            self.count += 1
            self.pages.write(orjson.dumps([source.as_addressed_today(url), entry.modified]) + b"\n")

    def chunks(self) -> Iterator[list[tuple[str, str | None]]]:
        self.pages.seek(0)
        while lines := list(islice(self.pages, CHUNK)):
            yield [tuple(orjson.loads(line)) for line in lines]

    def close(self) -> None:
        self.pages.close()

    def __getstate__(self) -> dict[str, Any]:
        """For another process, which reads the same pages from a file of its own."""
        self.pages.seek(0)
        return self.__dict__ | {"pages": self.pages.read()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Import.__init__(self)
        pages = state.pop("pages")
        self.__dict__ |= state
        self.pages.write(pages)


async def load_domains(session: AsyncSession, rows: Sequence[SitemapFile]) -> Mapping[UUID, SitemapToImport]:
    """The domain of each sitemap: addresses elsewhere are not its pages."""
    wanted = {row.domain_id for row in rows}
    found = await session.execute(select(Domain.id, Domain.name, Domain.final_url).where(Domain.id.in_(wanted)))
    domains = {domain_id: (name, home) for domain_id, name, home in found}
    return {row.id: SitemapToImport(row.url, *domains[row.domain_id]) for row in rows if row.domain_id in domains}


_is_page_of = lru_cache(maxsize=1024)(is_page_of)


@lru_cache(maxsize=1024)
def _spellings(home: str) -> tuple[str, tuple[str, ...]]:
    """A home page's origin and the other ways to write it; none of a site without https, or at a port of its own."""
    host = hostname(home) or ""
    origin, bare = f"https://{host}/", host.removeprefix("www.")
    if not home.startswith(origin):
        return "", ()
    written = (f"{scheme}://{www}{bare}/" for scheme in ("http", "https") for www in ("", "www."))
    return origin, tuple(one for one in written if one != origin)


async def read_addresses(source: SitemapToImport, clients: Clients) -> Import:
    """Read the sitemap to its end; what is broken is rescued as far as it goes, and said so."""
    listed = Import()
    async with open_sitemap(clients.web, source.url) as stream:
        async for entry in stream.entries():
            listed.take(entry, source)
    listed.summary = stream.summary()
    return listed


async def save_pages(session: AsyncSession, row: SitemapFile, listed: Import) -> Saved:
    """Add pages that are new, note new dates, and hand the children of an index on to import. Twice changes nothing."""
    new = 0
    async for changed in _added(session, row, listed):
        new += changed
    problems = _problems(listed)
    await session.execute(
        update(SitemapFile)
        .where(SitemapFile.id == row.id)
        .values(pages_imported=listed.count, imported_at=func.now(), problems=problems)
    )
    handed_on = await _hand_on_children(session, row, listed)
    if handed_on:
        return Saved(
            handed_on,
            None,
            f"{plural(handed_on, 'sitemap of the index is', 'sitemaps of the index are')} imported next",
        )
    if not listed.count and listed.children:
        return Saved(0, "nothing_new", "the sitemaps it lists were decided on before; import those again by themselves")
    if not listed.count:
        return Saved(0, "empty", "; ".join(problems) or "it lists no page of this domain")
    return Saved(new, "nothing_new" if not new else None, "; ".join(problems) or None)


async def _added(session: AsyncSession, row: SitemapFile, listed: Import) -> AsyncIterator[int]:
    """A date that only another sitemap tells stays."""
    of_file = {"tenant_id": row.tenant_id, "domain_id": row.domain_id, "sitemap_file_id": row.id}
    for chunk in listed.chunks():
        newest = _newest(chunk)
        for update_columns in (("changed_at",), ()):
            listed_so = [(url, date) for url, date in newest.items() if bool(date) == bool(update_columns)]
            pages = await without_erased(session, [of_file | _page(url, date) for url, date in listed_so])
            changed = await upsert(
                session, Page, pages, key=("domain_id", "url"), update=update_columns, only_changed=True
            )
            yield len(changed)


def _newest(chunk: list[tuple[str, str | None]]) -> dict[str, str | None]:
    newest: dict[str, str | None] = {}
    for url, modified in chunk:
        newest[url] = max(newest.get(url) or "", modified or "") or None
    return newest


def _page(url: str, modified: str | None) -> dict[str, Any]:
    kind = classify_page(url)
    return {"url": url, "kind": kind.kind, "score": kind.score, "changed_at": modified}


def _problems(listed: Import) -> list[str]:
    problems = list(listed.summary.problems_for_people) if listed.summary else []
    if listed.foreign:
        problems.append(
            f"{plural(listed.foreign, 'address of another domain was', 'addresses of other domains were')} left out"
        )
    if listed.unusable:
        problems.append(f"{plural(listed.unusable, 'address', 'addresses')} could not be used")
    return problems


async def _hand_on_children(session: AsyncSession, row: SitemapFile, listed: Import) -> int:
    """Only those that nobody decided on, wherever they were found first: indexes may list each other."""
    children = row.children(listed.children)
    if not children:
        return 0
    await upsert(session, SitemapFile, children, key=("domain_id", "url"), update=(), only_changed=True)
    curation = SitemapFile.sitemap_import
    waiting = select(SitemapFile.id).where(
        SitemapFile.domain_id == row.domain_id,
        SitemapFile.url == any_(cast([child["url"] for child in children], ARRAY(Text))),
        SitemapFile.id != row.id,
        curation.state == "New",
        SitemapFile.imported_at.is_(None),
    )
    ids = list(await session.scalars(waiting))
    if not ids:
        return 0
    actor = Actor(row.tenant_id, f"import of {row.url}", is_machine=True)
    changed = await change_status(session, curation, actor, ids, Decision(Settable.QUEUED))
    return len(changed.updated_ids)
