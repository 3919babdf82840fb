"""What a sitemap holds, judged against the simulated world's truth."""

from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.conftest import Sessions
from tests.simulated import simulated_internet
from tests.sitemaps import make_sitemap, sites_of

from scrapersky.extract.sitemaps import read_sitemap
from scrapersky.models import SitemapFile
from scrapersky.models.sitemap_file import DEEPEST
from scrapersky.services.sitemap_curation_service import Analysis, analyse_sitemap, save_analysis


async def test_every_sound_sitemap_of_the_world_is_counted_right() -> None:
    judged = 0
    async with simulated_internet(seed=3, businesses=60) as internet:
        for site in sites_of(internet.simulator.world):
            for sitemap in site.sitemaps:
                if sitemap.listed > 2_000 or site.robots.state in ("disallow_all", "error"):
                    continue
                row = SitemapFile(url=sitemap.url, depth=0)
                found = (await analyse_sitemap(row, internet.clients)).sitemap
                assert (sitemap.url, found.count) == (sitemap.url, sitemap.listed)
                judged += 1
    assert judged > 50


def analysis_of(body: bytes, url: str) -> Analysis:
    sitemap, entries = read_sitemap(body, url)
    children = tuple(entry.url for entry in entries if entry.is_sitemap)
    return Analysis(sitemap, children, "tag", None)


INDEX = b"<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap><sitemap><loc>https://a.example/2.xml</loc></sitemap></sitemapindex>"


async def save(sessions: Sessions, sitemap_id: UUID, analysis: Analysis) -> tuple[int, str | None]:
    async with sessions.begin() as session:
        row = await session.get_one(SitemapFile, sitemap_id)
        saved = await save_analysis(session, row, analysis)
    return saved.produced, saved.outcome


async def sitemaps(session: AsyncSession) -> list[SitemapFile]:
    return list(await session.scalars(select(SitemapFile).order_by(SitemapFile.url)))


async def test_the_children_of_an_index_become_rows_once(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        planted = await make_sitemap(session, "https://a.example/sitemap.xml")
    for _ in range(2):
        produced, outcome = await save(
            sessions, planted.sitemap_id, analysis_of(INDEX, "https://a.example/sitemap.xml")
        )
        assert (produced, outcome) == (2, None)
    async with sessions() as session:
        first, second, index = await sitemaps(session)
    assert (first.parent_id, first.depth, first.found_by) == (index.id, 1, "index")
    assert second.url == "https://a.example/2.xml"
    assert (index.kind, index.child_count, index.url_count, index.etag) == ("sitemapindex", 2, 0, "tag")


async def test_indexes_nested_without_end_are_not_followed(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        planted = await make_sitemap(session, "https://a.example/sitemap.xml")
        (await session.get_one(SitemapFile, planted.sitemap_id)).depth = DEEPEST
    assert await save(sessions, planted.sitemap_id, analysis_of(INDEX, "https://a.example/")) == (0, "too_deep")


@pytest.mark.parametrize(
    ("body", "outcome"), [(b"<html><body>Not found</body></html>", "not_a_sitemap"), (b"<urlset></urlset>", "empty")]
)
async def test_what_holds_nothing_says_so(sessions: Sessions, body: bytes, outcome: str) -> None:
    async with sessions.begin() as session:
        planted = await make_sitemap(session, "https://a.example/sitemap.xml")
    assert await save(sessions, planted.sitemap_id, analysis_of(body, "https://a.example/sitemap.xml")) == (0, outcome)
