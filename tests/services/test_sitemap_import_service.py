"""Addresses become pages: all of them, once, classified, in flat memory."""

import tracemalloc
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import func, insert, select
from tests.conftest import Sessions
from tests.simulated import simulated_internet
from tests.sitemaps import Planted, make_sitemap, sites_of

from scrapersky.curation_sdk import Saved
from scrapersky.extract.sitemaps import SitemapEntry, SitemapReader
from scrapersky.models import Page, SitemapFile
from scrapersky.services.sitemap_import_service import Import, SitemapToImport, load_domains, read_addresses, save_pages

URL = "https://a.example/sitemap.xml"
SOURCE = SitemapToImport(URL, "a.example")


def imported(*entries: SitemapEntry) -> Import:
    listed = Import()
    for entry in entries:
        listed.take(entry, SOURCE)
    return listed


def pages(*urls: str) -> Import:
    return imported(*(SitemapEntry(url) for url in urls))


async def planted(sessions: Sessions) -> Planted:
    async with sessions.begin() as session:
        return await make_sitemap(session, URL)


async def save(sessions: Sessions, sitemap_id: UUID, listed: Import) -> Saved:
    async with sessions.begin() as session:
        return await save_pages(session, await session.get_one(SitemapFile, sitemap_id), listed)


async def test_pages_are_classified_by_their_address(sessions: Sessions) -> None:
    row = await planted(sessions)
    await save(sessions, row.sitemap_id, pages("https://a.example/kontakt", "https://a.example/blog/contact-lenses"))
    async with sessions() as session:
        found = dict((await session.execute(select(Page.url, Page.kind))).all())
        scores = dict((await session.execute(select(Page.kind, Page.score))).all())
    assert found == {"https://a.example/kontakt": "contact", "https://a.example/blog/contact-lenses": "blog"}
    assert scores["contact"] > 80 > scores["blog"]


async def test_importing_the_same_sitemap_twice_adds_nothing(sessions: Sessions) -> None:
    row = await planted(sessions)
    first = await save(sessions, row.sitemap_id, pages("https://a.example/1", "https://a.example/2"))
    second = await save(sessions, row.sitemap_id, pages("https://a.example/1", "https://a.example/2"))
    assert (first.produced, first.outcome) == (2, None)
    assert (second.produced, second.outcome) == (0, "nothing_new")
    async with sessions() as session:
        assert await session.scalar(select(func.count()).select_from(Page)) == 2


async def test_spellings_of_one_address_are_one_page(sessions: Sessions) -> None:
    row = await planted(sessions)
    listed = pages("https://a.example/x#top", "https://A.example:443/x", "https://a.example/./x?utm_source=mail")
    assert (await save(sessions, row.sitemap_id, listed)).produced == 1


def test_old_spellings_of_the_site_are_the_one_it_has_today() -> None:
    source = SitemapToImport(URL, "a.example", "https://www.a.example/")
    urls = ("http://a.example/x", "https://a.example/x", "http://www.a.example/x", "https://www.a.example/x")
    assert {source.as_addressed_today(url) for url in urls} == {"https://www.a.example/x"}
    assert source.as_addressed_today("http://shop.a.example/x") == "http://shop.a.example/x"
    for home in (None, "http://a.example/", "https://a.example:8443/"):
        assert SitemapToImport(URL, "a.example", home).as_addressed_today(urls[0]) == urls[0]


async def test_a_date_that_another_sitemap_told_stays(sessions: Sessions) -> None:
    row, url, date = await planted(sessions), "https://a.example/1", datetime(2024, 5, 1, tzinfo=UTC)
    dated, undated = SitemapEntry(url, date), SitemapEntry(url)
    assert (await save(sessions, row.sitemap_id, imported(undated, dated, undated))).produced == 1
    assert (await save(sessions, row.sitemap_id, imported(undated))).outcome == "nothing_new"
    async with sessions() as session:
        assert await session.scalar(select(Page.changed_at)) == date


async def test_addresses_of_other_domains_are_left_out_and_counted(sessions: Sessions) -> None:
    row = await planted(sessions)
    listed = pages("https://www.a.example/in", "https://b.example/out", "javascript:alert(1)")
    await save(sessions, row.sitemap_id, listed)
    async with sessions() as session:
        sitemap = await session.get_one(SitemapFile, row.sitemap_id)
    assert sitemap.pages_imported == 1
    assert sitemap.problems == ["1 address of another domain was left out", "1 address could not be used"]


async def test_the_children_of_an_index_are_queued_for_import_once(sessions: Sessions) -> None:
    row = await planted(sessions)
    children = [SitemapEntry(f"https://a.example/{n}.xml", is_sitemap=True) for n in range(3)]
    itself = SitemapEntry(URL, is_sitemap=True)
    first = await save(sessions, row.sitemap_id, imported(*children, itself))
    second = await save(sessions, row.sitemap_id, imported(*children, itself))
    assert (first.produced, second.produced, second.outcome) == (3, 0, "nothing_new")
    async with sessions() as session:
        states = (await session.scalars(select(SitemapFile.sitemap_import.state))).all()
    assert sorted(states) == ["New", "Queued", "Queued", "Queued"]


async def test_a_child_that_was_found_before_its_index_is_queued_and_a_skipped_one_is_not(sessions: Sessions) -> None:
    row = await planted(sessions)
    async with sessions.begin() as session:
        for name, status in (("found", "New"), ("skipped", "Skipped")):
            known = {"tenant_id": row.tenant_id, "domain_id": row.domain_id, "url": f"https://a.example/{name}.xml"}
            state = {SitemapFile.sitemap_import.curation_status: status}
            await session.execute(insert(SitemapFile).values({**known, "found_by": "robots"} | state))
    children = (SitemapEntry(f"https://a.example/{name}.xml", is_sitemap=True) for name in ("found", "skipped"))
    assert (await save(sessions, row.sitemap_id, imported(*children))).produced == 1


async def test_a_person_s_correction_survives_another_import(sessions: Sessions) -> None:
    row = await planted(sessions)
    await save(sessions, row.sitemap_id, pages("https://a.example/x"))
    async with sessions.begin() as session:
        page = (await session.scalars(select(Page))).one()
        page.kind, page.edited_fields = "contact", ["kind"]
    await save(sessions, row.sitemap_id, pages("https://a.example/x"))
    async with sessions() as session:
        assert (await session.scalars(select(Page.kind))).one() == "contact"


def test_fifty_thousand_addresses_are_read_in_flat_memory() -> None:
    reader, listed = SitemapReader(URL), Import()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    reader_input = [
        b"<urlset>",
        *(f"<url><loc>https://a.example/page/{n:09}</loc></url>".encode() for n in range(50_000)),
    ]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    for chunk in reader_input:
        for entry in reader.feed(chunk):
            listed.take(entry, SOURCE)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert listed.count == 50_000
    assert peak - held < 30_000_000
    assert before < held
    assert sum(len(chunk) for chunk in listed.chunks()) == 50_000
    listed.close()


async def test_every_small_site_of_the_world_is_imported_whole(sessions: Sessions) -> None:
    judged = 0
    async with simulated_internet(seed=5, businesses=40) as internet:
        for site in sites_of(internet.simulator.world):
            sound = [s for s in site.sitemaps if s.kind in ("urlset", "text") and s.defect is None and s.listed < 500]
            if not sound or site.robots.state in ("disallow_all", "error"):
                continue
            async with sessions.begin() as session:
                row = await make_sitemap(session, sound[0].url)
            async with sessions() as session:
                sitemap = await session.get_one(SitemapFile, row.sitemap_id)
                sources = await load_domains(session, [sitemap])
            listed = await read_addresses(sources[row.sitemap_id], internet.clients)
            assert (sound[0].url, listed.count + listed.foreign + listed.unusable) == (sound[0].url, sound[0].listed)
            await save(sessions, row.sitemap_id, listed)
            judged += 1
    assert judged > 5


def test_pages_of_the_domain_to_which_a_site_moved_are_its_pages() -> None:
    moved = SitemapToImport("https://new.example/sitemap.xml", "a.example", "https://www.new.example/")
    listed = {
        url: moved.lists(url) for url in ("https://new.example/1", "https://www.a.example/", "https://b.example/")
    }
    assert list(listed.values()) == [True, True, False]


def test_customers_of_a_site_builder_are_told_apart() -> None:
    customer = SitemapToImport("https://acme.jimdofree.com/sitemap.xml", "acme.jimdofree.com")
    assert customer.lists("https://acme.jimdofree.com/team")
    assert not customer.lists("https://bolt.jimdofree.com/team")
    assert not SitemapToImport("https://a.example/", "a.example").lists("https://www.facebook.com/a")
