"""Domains, sitemaps and pages that a person hands in: each row gets its result, and no row fails another."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import any_, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, Curation, curations_of
from scrapersky.curation_sdk.queue import upsert
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.extract.submitted.addresses import SubmittedAddress, read_domain, read_page, read_sitemap
from scrapersky.extract.submitted.csv_rows import BadRow, GoodRow
from scrapersky.extract.submitted.headings import Subject
from scrapersky.models import Domain, FoundBy, Page, SitemapFile
from scrapersky.services.imports.files import Refuses, SubmittedRow, queue_undecided
from scrapersky.services.imports.results import ImportedRow, Verdict
from scrapersky.services.suppression.refusing import refuse_domains, refuse_pages, refuse_sitemaps

Write = Callable[[AsyncSession, UUID, Sequence[SubmittedAddress]], Awaitable["Written"]]


@dataclass(frozen=True, slots=True)
class Written:
    """The rows of some addresses, and which of them are new."""

    ids: Mapping[SubmittedAddress, UUID]
    new: frozenset[UUID]


@dataclass(frozen=True, slots=True)
class AddressTable:
    model: type[Any]
    subject: Subject
    read: Callable[[Mapping[str, str], Sequence[str]], SubmittedAddress | str]
    write: Write
    refuses: Refuses

    @property
    def curation(self) -> Curation:
        return curations_of(self.model)[0]


@dataclass(frozen=True, slots=True)
class AddressImporter:
    """Whose rows they become; if `queues`, those that nobody decided about yet are queued for the table's workflow."""

    actor: Actor
    target: AddressTable
    queues: bool = False

    verdicts: ClassVar = (Verdict.ADDED, Verdict.KNOWN, Verdict.REPEATED, Verdict.REFUSED)

    @property
    def subject(self) -> Subject:
        return self.target.subject

    @property
    def model(self) -> type[Any]:
        return self.target.model

    async def write(
        self,
        session: AsyncSession,
        rows: Sequence[SubmittedRow],
        fields: Sequence[str] = (),  # noqa: ARG002  each row says where its address is
    ) -> list[ImportedRow]:
        read = [(row.line, self._read(row)) for row in rows]
        addresses = [address for _, address in read if isinstance(address, SubmittedAddress)]
        written = await self.target.write(session, self.actor.tenant_id, addresses)
        results = list(_results(read, written))
        if self.queues and written.ids:
            ids, target = list(set(written.ids.values())), self.target
            refused = await queue_undecided(session, target.curation, self.actor, ids, target.refuses)
            results = [row.unless_queued(refused) for row in results]
        return results

    def _read(self, row: SubmittedRow) -> SubmittedAddress | str:
        return row.reason if isinstance(row, BadRow) else self.target.read(row.cells, self.subject.needed)


def submitted(target: AddressTable, addresses: Iterable[str]) -> Iterator[SubmittedRow]:
    """What was typed or sent, line 1 being the first."""
    column = target.subject.needed[0]
    return (GoodRow(line, {column: text}) for line, text in enumerate(addresses, 1))


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


DOMAINS = AddressTable(Domain, Subject.DOMAINS, read_domain, write_domains, refuse_domains)
SITEMAPS = AddressTable(SitemapFile, Subject.SITEMAPS, read_sitemap, write_sitemaps, refuse_sitemaps)
PAGES = AddressTable(Page, Subject.PAGES, read_page, write_pages, refuse_pages)
TARGETS = (DOMAINS, SITEMAPS, PAGES)
