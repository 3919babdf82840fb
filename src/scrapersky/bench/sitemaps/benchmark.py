"""`scrapersky bench sitemaps`: URLs in gzipped files, read beside ultimate-sitemap-parser, imported beside COPY."""

import gzip
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, race, timed
from scrapersky.bench.pages.benchmark import served_sites
from scrapersky.bench.peers import PeerMissing, answer_of, lap_of, peer_python
from scrapersky.bench.served import ScratchServer, plant_sites, scratch_server
from scrapersky.db.scratch import administer
from scrapersky.errors import ScraperSkyError
from scrapersky.models import SitemapFile

READING, PARSER, IMPORT, COPY = "ScraperSky, reading", "ultimate-sitemap-parser", "ScraperSky, import", "COPY"
FILES, QUICK_FILES = 20, 2
IN_A_FILE, QUICK_IN_A_FILE = 50_000, 2_000
ROUNDS, QUICK_ROUNDS = 3, 1
AT_ONCE = 8
PACKAGES = ("ultimate-sitemap-parser==1.8.0",)
_SITE = "site-0.com"
_HOST = f"www.{_SITE}"
_QUERY = ("", "?item=1&amp;x=1")
_COLUMNS = ("tenant_id", "domain_id", "sitemap_file_id", "url", "kind", "score", "changed_at")


def made_sitemap(number: int, urls: int) -> bytes:
    """A valid one in which every address and most dates differ."""
    listed = "\n".join(
        f"<url>\n<loc>http://{_HOST}/category-{each % 97}/product-{number}-{each}{_QUERY[each % 10 == 0]}</loc>\n"
        f"<lastmod>2024-{each % 12 + 1:02}-{each % 28 + 1:02}T{each % 24:02}:{each % 60:02}:00+00:00</lastmod>\n"
        "<changefreq>weekly</changefreq>\n<priority>0.8</priority>\n</url>"
        for each in range(urls)
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return f"{head}\n{listed}\n</urlset>".encode()


@dataclass(frozen=True, slots=True)
class SitemapCourse:
    """The first file is small and for warming up."""

    server: ScratchServer
    engine: AsyncEngine
    driver: Any
    port: int
    urls: int

    @property
    def folder(self) -> Path:
        return self.server.folder / "sitemaps"

    async def reading_lap(self, command: Sequence[str]) -> Lap:
        lap = Lap(**await answer_of([*command, str(self.folder)]))
        self._check(command[-1], lap.units)
        return lap

    async def import_lap(self) -> Lap:
        await administer(self.server.url, "TRUNCATE tenants CASCADE")
        await self._plant()
        worker = [sys.executable, "-m", "scrapersky.bench.our_worker", "sitemap_import", self.server.address]
        lap = await lap_of([*worker, str(self.port), str(AT_ONCE), "1"], self.server)
        self._check(IMPORT, await self.driver.fetchval("SELECT count(*) FROM pages WHERE kind IS NOT NULL") - 1)
        return replace(lap, units=self.urls)

    async def copy_lap(self) -> Lap:
        """What the import wrote, into the same table with the same indexes."""
        file = self.server.folder / "pages.copy"
        await self.driver.copy_from_table("pages", columns=_COLUMNS, output=str(file), format="binary")
        await self.driver.execute("TRUNCATE pages CASCADE")
        copying = self.driver.copy_to_table("pages", columns=_COLUMNS, source=str(file), format="binary")
        lap = await timed(copying, self.urls, self.server.process)
        self._check(COPY, await self.driver.fetchval("SELECT count(*) FROM pages") - 1)
        return lap

    def _check(self, who: str, urls: int) -> None:
        if urls != self.urls:
            raise ScraperSkyError(f"{who} came to {urls} of {self.urls} addresses.")

    async def _plant(self) -> None:
        async with AsyncSession(self.engine) as session, session.begin():
            tenant, domains = await plant_sites(session, [_SITE])
            of_domain = {"tenant_id": tenant, "domain_id": domains[_SITE], "found_by": "robots"}
            for file in sorted(self.folder.iterdir()):  # one by one: the small one has the first id
                await session.execute(insert(SitemapFile).values(of_domain | {"url": f"http://{_HOST}/{file.name}"}))


async def measure(run: BenchRun) -> BenchResult:
    files, urls, rounds = run.choose((FILES, IN_A_FILE, ROUNDS), (QUICK_FILES, QUICK_IN_A_FILE, QUICK_ROUNDS))
    notes, versions = list[str](), dict[str, str]()
    async with scratch_server() as (server, engine):
        folder = server.folder / "sitemaps"
        folder.mkdir()
        for number in range(files + 1):
            (folder / f"{number:03}.xml.gz").write_bytes(gzip.compress(made_sitemap(number, urls if number else 1)))
        driver = await asyncpg.connect(server.plain_address)
        async with served_sites(folder) as port:
            course = SitemapCourse(server, engine, driver, port, files * urls)
            ours = [sys.executable, "-m", "scrapersky.bench.sitemaps.our_reading"]
            contenders: dict[str, Contender] = {READING: partial(course.reading_lap, ours)}
            try:
                python = await peer_python(run.folder, "sitemaps", PACKAGES, install=not run.quick, say=run.say)
                script = str(Path(__file__).with_name("usp_reading.py"))
                contenders[PARSER] = partial(course.reading_lap, [str(python), script])
                versions = dict(package.split("==") for package in PACKAGES)
            except PeerMissing as missing:
                notes.append(f"{PARSER} is not beside us: {missing}")
            contenders |= {IMPORT: course.import_lap, COPY: course.copy_lap}
            laps = await race(contenders, rounds)
        await driver.close()
    compared = [
        Comparison("usp", READING, PARSER, goal=8, memory_goal=0.01),
        Comparison("copy", IMPORT, COPY, goal=0.5),
    ]
    return BenchResult("sitemaps", laps, "URLs", compared, versions, notes)
