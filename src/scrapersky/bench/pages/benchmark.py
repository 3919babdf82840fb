"""`scrapersky bench pages`: one worker of ours beside Scrapy, on the same pages, into the same database."""

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import column, insert, select, table
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, race
from scrapersky.bench.pages.made_sites import HOSTS, WARM_UP_PAGES, addresses, title_of
from scrapersky.bench.peers import PeerMissing, lap_of, peer_python
from scrapersky.bench.served import ScratchServer, child, line_of, plant_sites, scratch_server
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Page, PageContent

OURS, SCRAPY = "ScraperSky", "Scrapy"
PAGES, QUICK_PAGES = 2_000, 200
ROUNDS, QUICK_ROUNDS = 3, 1
AT_ONCE = 32
PACKAGES = ("scrapy==2.19.0", "asyncpg", "extruct", "uvloop", "zstandard")
_SPIDER = Path(__file__).with_name("scrapy_spider.py")
_SCRAPY_TABLE = """
CREATE TABLE scrapy_items (url text PRIMARY KEY, status int, title text, description text, language text, words int,
body text, headings text[], links jsonb, structured jsonb, hash text, html bytea)
"""


@dataclass(frozen=True, slots=True)
class PagesCourse:
    """Where everybody reads the same pages."""

    server: ScratchServer
    engine: AsyncEngine
    port: int
    pages: int

    async def our_lap(self) -> Lap:
        await administer(self.server.url, "TRUNCATE tenants CASCADE")
        await self._plant()
        command = [sys.executable, "-m", "scrapersky.bench.our_worker", "page_curation", self.server.address]
        words = [*command, str(self.port), str(AT_ONCE), str(WARM_UP_PAGES)]
        lap = await lap_of(words, self.server, self.pages)
        titles = select(Page.url, PageContent.title).join(PageContent, PageContent.page_id == Page.id)
        await self._check(OURS, titles, addresses(self.pages))
        return lap

    async def scrapy_lap(self, python: Path) -> Lap:
        await administer(self.server.url, "DROP TABLE IF EXISTS scrapy_items", _SCRAPY_TABLE)
        asked, listed = addresses(self.pages, self.port), self.server.folder / "addresses.json"
        listed.write_bytes(orjson.dumps(asked))
        command = [str(python), str(_SPIDER), self.server.plain_address, str(self.port), str(AT_ONCE), str(listed)]
        lap = await lap_of(command, self.server, self.pages)
        await self._check(SCRAPY, select(column("url"), column("title")).select_from(table("scrapy_items")), asked)
        return lap

    async def _plant(self) -> None:
        async with AsyncSession(self.engine) as session, session.begin():
            tenant, domains = await plant_sites(session, [f"site-{host}.com" for host in range(HOSTS)])
            pages = [
                {"tenant_id": tenant, "domain_id": domains[url.split("/")[2].removeprefix("www.")], "url": url}
                for url in addresses(self.pages)
            ]
            await session.execute(insert(Page), pages)

    async def _check(self, who: str, titles: Any, asked: Sequence[str]) -> None:
        async with AsyncSession(self.engine) as session:
            read = dict((await session.execute(titles)).tuples().all())
        wrong = [url for url in asked if read.get(url) != title_of(int(url.rpartition("/")[2]))]
        if wrong:
            raise ScraperSkyError(f"{who} did not read {len(wrong)} of {len(asked)} pages rightly, such as {wrong[0]}.")


@asynccontextmanager
async def served_sites(*folder: Path) -> AsyncIterator[int]:
    """The made-up pages, or the files of a folder, whatever the host."""
    async with child("scrapersky.bench.pages.made_sites", *map(str, folder)) as server:
        yield int(await line_of(server))


async def measure(run: BenchRun) -> BenchResult:
    """Ours and theirs in turn. Where Scrapy cannot be had, ours alone, and a note."""
    pages, rounds = run.choose((PAGES, ROUNDS), (QUICK_PAGES, QUICK_ROUNDS))
    versions, notes = dict[str, str](), list[str]()
    async with scratch_server() as (server, engine), served_sites() as port:
        course = PagesCourse(server, engine, port, pages)
        contenders: dict[str, Contender] = {OURS: course.our_lap}
        try:
            python = await peer_python(run.folder, "scrapy", PACKAGES, say=run.say)
            contenders[SCRAPY] = partial(course.scrapy_lap, python)
            versions["scrapy"] = PACKAGES[0].partition("==")[2]
        except PeerMissing as missing:
            notes.append(f"Scrapy is not beside us: {missing}")
        laps = await race(contenders, rounds)
    compared = [Comparison("scrapy", OURS, SCRAPY, goal=1.5, processor_goal=0.8)]
    return BenchResult("pages", laps, "pages", compared, versions, notes)
