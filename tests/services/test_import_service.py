"""Domains, sitemaps and pages from files and lists, into the tables and, if wanted, into the queues."""

import io
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import pytest
from sqlalchemy import select, update
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.domains import make_domain

from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.models import Domain, Page, SitemapFile
from scrapersky.services.imports.addresses import (
    DOMAINS,
    PAGES,
    SITEMAPS,
    TARGETS,
    AddressImporter,
    AddressTable,
    submitted,
)
from scrapersky.services.imports.files import FileImport, NoKnownColumn, open_file
from scrapersky.services.imports.results import ImportedRow, Verdict
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark

ADDED, KNOWN, REPEATED, REFUSED = Verdict.ADDED, Verdict.KNOWN, Verdict.REPEATED, Verdict.REFUSED


@pytest.fixture
async def tenant_id(sessions: Sessions) -> UUID:
    async with sessions.begin() as session:
        return await make_tenant(session)


@dataclass
class Desk:
    """Imports files for one tenant."""

    sessions: Sessions
    importer: AddressImporter

    async def run(self, stream: io.BytesIO) -> AsyncIterator[ImportedRow]:
        table = await open_file(stream, self.importer.subject)
        async for row in FileImport(self.sessions, self.importer, table).run():
            yield row

    async def submit(self, addresses: Sequence[str]) -> AsyncIterator[ImportedRow]:
        async with self.sessions.begin() as session:
            for row in await self.importer.write(session, list(submitted(self.importer.target, addresses))):
                yield row


def importer(sessions: Sessions, tenant_id: UUID, target: AddressTable, *, queues: bool = False) -> Desk:
    return Desk(sessions, AddressImporter(Actor(tenant_id, "ana"), target, queues))


async def imported(sessions: Sessions, tenant_id: UUID, target: AddressTable, content: bytes) -> list[ImportedRow]:
    return [row async for row in importer(sessions, tenant_id, target).run(io.BytesIO(content))]


async def test_each_row_gets_its_result_and_no_row_fails_another(sessions: Sessions, tenant_id: UUID) -> None:
    content = b'domain\nwww.acme.example\nfacebook.com/acme\nhttp://acme.example/about\n"broken\nbolt.example\n'
    rows = await imported(sessions, tenant_id, DOMAINS, content)
    assert [(row.line, row.verdict) for row in rows] == [
        (2, ADDED),
        (3, REFUSED),
        (4, REPEATED),
        (5, REFUSED),
        (6, ADDED),
    ]
    assert rows[1].reason == "is only a Facebook page"
    assert rows[0].id == rows[2].id
    async with sessions() as session:
        domains = list(await session.scalars(select(Domain).order_by(Domain.name)))
    assert [(each.name, each.home_url) for each in domains] == [
        ("acme.example", "http://www.acme.example/"),
        ("bolt.example", "http://bolt.example/"),
    ]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.subject)
async def test_importing_twice_adds_nothing(sessions: Sessions, tenant_id: UUID, target: AddressTable) -> None:
    content = b"https://acme.example/a.xml\nhttps://bolt.example/b.xml\n"
    first = await imported(sessions, tenant_id, target, content)
    second = await imported(sessions, tenant_id, target, content)
    assert [row.verdict for row in (*first, *second)] == [ADDED, ADDED, KNOWN, KNOWN]
    assert [row.id for row in first] == [row.id for row in second]


async def test_a_domain_that_is_there_keeps_its_home_page(sessions: Sessions, tenant_id: UUID) -> None:
    async with sessions.begin() as session:
        known = await make_domain(session, tenant_id, name="acme.example", home_url="https://www.acme.example/")
    (row,) = await imported(sessions, tenant_id, DOMAINS, b"http://acme.example/")
    assert (row.verdict, row.id) == (KNOWN, known)
    async with sessions() as session:
        assert await session.scalar(select(Domain.home_url)) == "https://www.acme.example/"


async def test_tenants_share_no_row(sessions: Sessions, tenant_id: UUID) -> None:
    async with sessions.begin() as session:
        other = await make_tenant(session)
    for target in TARGETS:
        (mine,) = await imported(sessions, tenant_id, target, b"https://acme.example/a")
        (theirs,) = await imported(sessions, other, target, b"https://acme.example/a")
        assert mine.id != theirs.id


async def test_sitemaps_and_pages_find_or_make_their_domain(sessions: Sessions, tenant_id: UUID) -> None:
    async with sessions.begin() as session:
        acme = await make_domain(session, tenant_id, name="acme.example")
    await imported(sessions, tenant_id, SITEMAPS, b"sitemap\nacme.example/sitemap.xml\n")
    await imported(sessions, tenant_id, PAGES, b"https://acme.example/contact\nhttps://new.example/team\n")
    async with sessions() as session:
        (sitemap,) = await session.scalars(select(SitemapFile))
        contact, team = await session.scalars(select(Page).order_by(Page.url))
    assert (sitemap.domain_id, sitemap.found_by, sitemap.url) == (acme, "person", "http://acme.example/sitemap.xml")
    assert (contact.domain_id, contact.kind, contact.sitemap_file_id) == (acme, "contact", None)
    assert (team.kind, team.score > 0, team.domain_id != acme) == ("team", True, True)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.subject)
async def test_queueing_takes_what_nobody_decided_about(
    sessions: Sessions, tenant_id: UUID, target: AddressTable
) -> None:
    (first,) = await imported(sessions, tenant_id, target, b"https://acme.example/a")
    curation = target.curation
    async with sessions.begin() as session:
        await session.execute(update(target.model).values({curation.curation_status: "Skipped"}))
    addresses = ["https://acme.example/a", "https://bolt.example/b", "https://bolt.example/b", "nonsense"]
    rows = [row async for row in importer(sessions, tenant_id, target, queues=True).submit(addresses)]
    assert [row.verdict for row in rows] == [KNOWN, ADDED, KNOWN, REFUSED]
    async with sessions() as session:
        states = dict((await session.execute(select(curation.id, curation.state))).all())
    assert states == {first.id: "Skipped", rows[1].id: "Queued"}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.subject)
async def test_what_is_of_a_suppressed_website_is_kept_and_not_queued(
    sessions: Sessions, tenant_id: UUID, target: AddressTable
) -> None:
    async with sessions.begin() as session:
        await suppress(session, Actor(tenant_id, "ana"), [Mark.read(SuppressionKind.DOMAIN, "acme.example")])
    addresses = ["https://acme.example/a", "https://bolt.example/b"]
    rows = [row async for row in importer(sessions, tenant_id, target, queues=True).submit(addresses)]
    why = "is not queued: The domain acme.example is on the suppression list."
    assert [(row.verdict, row.reason) for row in rows] == [(ADDED, why), (ADDED, None)]
    async with sessions() as session:
        states = dict((await session.execute(select(target.curation.id, target.curation.state))).all())
    assert states == {rows[0].id: "New", rows[1].id: "Queued"}
    rows = [row async for row in importer(sessions, tenant_id, target).submit(addresses)]
    assert [row.reason for row in rows] == [None, None], "nobody asked"


async def test_more_rows_than_one_transaction_takes_are_all_there(sessions: Sessions, tenant_id: UUID) -> None:
    content = b"".join(b"https://acme-%d.example/%d\n" % (number % 7, number) for number in range(2_345))
    rows = await imported(sessions, tenant_id, PAGES, content)
    assert {row.verdict for row in rows} == {ADDED}
    assert len({row.id for row in rows}) == 2_345
    async with sessions() as session:
        assert len(list(await session.scalars(select(Domain.id)))) == 7


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.subject)
async def test_a_file_of_something_else_is_refused_whole(
    sessions: Sessions, tenant_id: UUID, target: AddressTable
) -> None:
    with pytest.raises(NoKnownColumn, match=f"No column of {target.subject} was found.*There are: title, site"):
        await imported(sessions, tenant_id, target, b"title,site\na,b\n")
