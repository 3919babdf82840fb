"""Domains, sitemaps and pages that a person hands in: each row gets its result, and no row fails another."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO, ClassVar
from uuid import UUID

from sqlalchemy import any_, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import Actor, Curation, curations_of
from scrapersky.curation_sdk.queue import upsert
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.extract.submitted.addresses import SubmittedAddress, read_domain, read_page, read_sitemap
from scrapersky.extract.submitted.csv_rows import BadRow, GoodRow
from scrapersky.extract.submitted.rows import UnknownColumns, submitted_rows
from scrapersky.models.domain import Domain
from scrapersky.models.page import FoundBy, Page
from scrapersky.models.sitemap_file import SitemapFile
from scrapersky.services.imports.results import ImportedRow, Verdict, queue_undecided

ROWS_PER_TRANSACTION = 1_000

Write = Callable[[AsyncSession, UUID, Sequence[SubmittedAddress]], Awaitable["Written"]]


@dataclass(frozen=True, slots=True)
class Written:
    """The rows of some addresses, and which of them are new."""

    ids: Mapping[SubmittedAddress, UUID]
    new: frozenset[UUID]


@dataclass(frozen=True, slots=True)
class AddressTable:
    """A table that takes addresses. `columns` are the names under which an address may stand, the usual one first."""

    model: type[Any]
    columns: tuple[str, ...]
    read: Callable[[Mapping[str, str], Sequence[str]], SubmittedAddress | str]
    write: Write

    @property
    def curation(self) -> Curation:
        return curations_of(self.model)[0]

    @property
    def name(self) -> str:
        name: str = self.model.__tablename__
        return name.removesuffix("_files") + "s" if name.endswith("_files") else name


class NoAddresses(ScraperSkyError):
    """The file has no column of addresses."""

    http_status = 422
    code = "no_addresses"

    def __init__(self, target: AddressTable, columns: Sequence[str]) -> None:
        found = ", ".join(column[:40] for column in columns[:20] if column) or "none"
        super().__init__(
            f"No column of {target.name} was found: the first line must name the columns, one of them"
            f" {' or '.join(target.columns)}. Found: {found}. A plain list, one address a line, will do too."
        )


@dataclass(frozen=True, slots=True)
class AddressImporter:
    """Whose rows they become; if `queues`, those that nobody decided about yet are queued for the table's workflow."""

    sessions: async_sessionmaker[AsyncSession]
    actor: Actor
    target: AddressTable
    queues: bool = False

    verdicts: ClassVar = (Verdict.ADDED, Verdict.KNOWN, Verdict.REFUSED)

    async def run(self, stream: BinaryIO, *, is_json: bool = False) -> AsyncIterator[ImportedRow]:
        """Import a file that can be rewound, of any form and size."""
        try:
            rows = await asyncio.to_thread(submitted_rows, stream, self.target.columns, is_json=is_json)
        except UnknownColumns as unknown:
            raise NoAddresses(self.target, unknown.columns) from unknown
        async for result in self._import_all(rows):
            yield result

    def submit(self, addresses: Sequence[str]) -> AsyncIterator[ImportedRow]:
        """Import what was typed or sent, line 1 being the first."""
        column = self.target.columns[0]
        return self._import_all(GoodRow(line, {column: text}) for line, text in enumerate(addresses, 1))

    async def _import_all(self, rows: Iterable[GoodRow | BadRow]) -> AsyncIterator[ImportedRow]:
        """In batches, each committed: an import cut short is continued by importing again."""
        waiting = iter(rows)
        while batch := list(islice(waiting, ROWS_PER_TRANSACTION)):
            for result in await self._import(batch):
                yield result

    async def _import(self, batch: Sequence[GoodRow | BadRow]) -> list[ImportedRow]:
        read = [(row.line, self._read(row)) for row in batch]
        addresses = [address for _, address in read if isinstance(address, SubmittedAddress)]
        async with self.sessions.begin() as session:
            written = await self.target.write(session, self.actor.tenant_id, addresses)
            if self.queues and written.ids:
                await queue_undecided(session, self.target.curation, self.actor, list(set(written.ids.values())))
        return list(_results(read, written))

    def _read(self, row: GoodRow | BadRow) -> SubmittedAddress | str:
        return row.reason if isinstance(row, BadRow) else self.target.read(row.cells, self.target.columns)


def _results(read: Iterable[tuple[int, SubmittedAddress | str]], written: Written) -> Iterator[ImportedRow]:
    new = set(written.new)
    for line, address in read:
        if isinstance(address, str):
            yield ImportedRow(line, Verdict.REFUSED, reason=address)
            continue
        row_id = written.ids[address]
        yield ImportedRow(line, Verdict.ADDED if row_id in new else Verdict.KNOWN, row_id)
        new.discard(row_id)


async def write_domains(session: AsyncSession, tenant_id: UUID, addresses: Sequence[SubmittedAddress]) -> Written:
    """A domain that is there keeps the home page it has; of several given for a new one the first counts."""
    first = {each.domain: each.home_url for each in reversed(addresses)}
    rows = [{"tenant_id": tenant_id, "name": name, "home_url": home_url} for name, home_url in first.items()]
    made = await upsert(session, Domain, rows, key=("tenant_id", "name"), update=(), only_changed=True)
    names = literal(list(first), ARRAY(TEXT))
    found = await session.execute(
        select(Domain.name, Domain.id).where(Domain.tenant_id == tenant_id, Domain.name == any_(names))
    )
    ids = dict(found.all())
    return Written({each: ids[each.domain] for each in addresses}, frozenset(row.id for row in made))


async def write_sitemaps(session: AsyncSession, tenant_id: UUID, addresses: Sequence[SubmittedAddress]) -> Written:
    return await _write_below_domains(session, tenant_id, addresses, SitemapFile, lambda _: {"found_by": "person"})


async def write_pages(session: AsyncSession, tenant_id: UUID, addresses: Sequence[SubmittedAddress]) -> Written:
    def classified(url: str) -> dict[str, Any]:
        kind = classify_page(url)
        return {"kind": kind.kind, "score": kind.score, "found_by": FoundBy.PERSON.value}

    return await _write_below_domains(session, tenant_id, addresses, Page, classified)


async def _write_below_domains(
    session: AsyncSession,
    tenant_id: UUID,
    addresses: Sequence[SubmittedAddress],
    model: type[SitemapFile] | type[Page],
    facts: Callable[[str], dict[str, Any]],
) -> Written:
    domains = (await write_domains(session, tenant_id, addresses)).ids
    rows = [
        {"tenant_id": tenant_id, "domain_id": domains[each], "url": each.url, **facts(each.url)} for each in addresses
    ]
    made = await upsert(session, model, rows, key=("domain_id", "url"), update=(), only_changed=True)
    ids = {(row.domain_id, row.url): row.id for row in made}
    ids |= await _known_ids(session, model, {(row["domain_id"], row["url"]) for row in rows} - ids.keys())
    return Written({each: ids[domains[each], each.url] for each in addresses}, frozenset(row.id for row in made))


async def _known_ids(
    session: AsyncSession, model: type[SitemapFile] | type[Page], keys: Collection[tuple[UUID, str]]
) -> dict[tuple[UUID, str], UUID]:
    """Pair by pair: a thousand addresses in three hundred domains would be three hundred thousand looks."""
    domain_ids = literal([domain_id for domain_id, _ in keys], ARRAY(PG_UUID(as_uuid=True)))
    urls = literal([url for _, url in keys], ARRAY(TEXT))
    wanted = func.unnest(domain_ids, urls).table_valued("domain_id", "url", name="wanted").render_derived()
    found = await session.execute(
        select(model.domain_id, model.url, model.id).join(
            wanted, (model.domain_id == wanted.c.domain_id) & (model.url == wanted.c.url)
        )
    )
    return {(domain_id, url): row_id for domain_id, url, row_id in found}


DOMAINS = AddressTable(Domain, ("domain", "website", "url", "home_url"), read_domain, write_domains)
SITEMAPS = AddressTable(SitemapFile, ("url", "sitemap", "loc"), read_sitemap, write_sitemaps)
PAGES = AddressTable(Page, ("url", "page", "loc"), read_page, write_pages)
TARGETS = (DOMAINS, SITEMAPS, PAGES)
