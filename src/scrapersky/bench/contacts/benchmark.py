"""`scrapersky bench contacts`: contact curation from stored page to merged contacts, beside extraction alone."""

import re
import sys
from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Lap, race
from scrapersky.bench.pages.made_sites import HOSTS, WARM_UP_PAGES, made_pages
from scrapersky.bench.peers import answer_of, lap_of
from scrapersky.bench.served import ScratchServer, plant_sites, scratch_server
from scrapersky.clients.reading.page_bodies import compressed
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Contact, LocalBusiness, Page, PageContent

OURS, ALONE = "contact curation", "extraction alone"
PAGES, QUICK_PAGES = 1_500, 250
ROUNDS, QUICK_ROUNDS = 3, 1
AT_ONCE = 8
_NUMBER = re.compile(rb"(512[) ]{0,2}555[ -]?)\d{4}")


def site_pages(pages: int) -> list[tuple[int, bytes]]:
    """Each with its host: all pages of a host end with the same number and the same address, as those of a firm do."""
    made = made_pages()
    numbers = [_NUMBER.sub(rb"\g<1>01%02d" % host, made[page % len(made)]) for page, host in _places(pages)]
    return [
        (host, html.replace(b"office@site.com", b"office@site-%d.com" % host))
        for (_, host), html in zip(_places(pages), numbers, strict=True)
    ]


def _places(pages: int) -> list[tuple[int, int]]:
    return [(page, page % HOSTS if page < 2 * HOSTS else page * HOSTS // pages) for page in range(pages)]


@dataclass(frozen=True, slots=True)
class ContactsCourse:
    server: ScratchServer
    engine: AsyncEngine
    pages: int

    async def our_lap(self) -> Lap:
        await administer(self.server.url, "TRUNCATE tenants CASCADE")
        await self._plant()
        worker = [sys.executable, "-m", "scrapersky.bench.our_worker", "contact_curation", self.server.address]
        lap = await lap_of([*worker, "9", str(AT_ONCE), str(WARM_UP_PAGES)], self.server, self.pages)
        await self._check()
        return lap

    async def lap_alone(self) -> Lap:
        folder = self.server.folder / "pages"
        folder.mkdir(exist_ok=True)
        for number, (_, html) in enumerate(site_pages(self.pages)):
            (folder / f"{number:05}.html").write_bytes(html)
        alone = [sys.executable, "-m", "scrapersky.bench.contacts.extraction_alone", str(folder)]
        return Lap(**await answer_of(alone))

    async def _plant(self) -> None:
        async with AsyncSession(self.engine) as session, session.begin():
            names = [f"site-{host}.com" for host in range(HOSTS)]
            tenant, domains = await plant_sites(session, names)
            known = {"tenant_id": tenant, "source": "benchmark", "country": "US"}
            businesses = [known | {"source_id": name, "name": name, "domain_id": domains[name]} for name in names]
            await session.execute(insert(LocalBusiness), businesses)
            for number, (host, html) in enumerate(site_pages(self.pages)):
                await self._plant_page(
                    session, tenant, domains[names[host]], f"https://www.{names[host]}/{number}", html
                )

    async def _plant_page(self, session: AsyncSession, tenant: object, domain: object, url: str, html: bytes) -> None:
        of_domain = {"tenant_id": tenant, "domain_id": domain, "url": url}
        page = await session.scalar(insert(Page).values(of_domain).returning(Page.id))
        read = {"page_id": page, "final_url": url, "http_status": 200, "kind": "other", "encoding": "utf-8"}
        await session.execute(
            insert(PageContent).values(of_domain | read | {"content_hash": url, "html": compressed(html)})
        )

    async def _check(self) -> None:
        async with AsyncSession(self.engine) as session:
            made = await session.scalar(select(func.count()).where(Contact.email.like("office@site-%")))
            unread = await session.scalar(select(func.count()).where(PageContent.contacts_found.is_(None)))
        if made != HOSTS or unread:
            raise ScraperSkyError(f"{made} of {HOSTS} sites have their contact, and {unread} pages were not read.")


async def measure(run: BenchRun) -> BenchResult:
    pages, rounds = run.choose((PAGES, ROUNDS), (QUICK_PAGES, QUICK_ROUNDS))
    async with scratch_server() as (server, engine):
        course = ContactsCourse(server, engine, pages)
        laps = await race({OURS: course.our_lap, ALONE: course.lap_alone}, rounds)
    return BenchResult("contacts", laps, "pages", [Comparison("extraction", OURS, ALONE, goal=0.7)])
