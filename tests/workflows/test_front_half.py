"""From businesses to sitemaps, judged against the simulated world's truth."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlsplit

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.front_half import FrontHalf, front_half
from tests.sitemaps import sites_of

from scrapersky.extract.own_sites import OwnSite, website_of
from scrapersky.models import Domain, LocalBusiness, SitemapFile
from scrapersky.simulator.hosts import SITE_BUILDERS
from scrapersky.simulator.sites import SiteTruth
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf4_domain_curation import domain_curation


@dataclass(frozen=True, slots=True)
class DomainRow:
    name: str
    state: str
    outcome: str | None
    error: str | None
    sitemaps: frozenset[str]


async def domain_rows(engine: AsyncEngine) -> dict[str, DomainRow]:
    curation = domain_curation.curation
    async with AsyncSession(engine) as session:
        columns = (Domain.name, curation.state, curation.outcome, curation.processing_error)
        rows = (await session.execute(select(*columns))).all()
        found = await session.execute(select(Domain.name, SitemapFile.url).join(Domain))
        urls = [(name, url) for name, url in found]
    return {row[0]: DomainRow(*row, frozenset(url for name, url in urls if name == row[0])) for row in rows}


def domain_of(site: SiteTruth) -> str:
    own = website_of(site.origin, SITE_BUILDERS)
    assert isinstance(own, OwnSite)
    return own.domain


async def judge_domains(engine: AsyncEngine, half: FrontHalf) -> None:
    """Each business with a website of its own is linked to that one domain; the others have the reason."""
    curation = domain_extraction.curation
    async with AsyncSession(engine) as session:
        query = select(LocalBusiness.source_id, Domain.name, curation.state, curation.outcome).outerjoin(
            Domain, Domain.id == LocalBusiness.domain_id
        )
        found = {row[0]: tuple(row)[1:] for row in await session.execute(query)}
        names = list(await session.scalars(select(Domain.name)))
    expected = {}
    reasons = {"social": "social_only", "directory": "directory_only", "link_page": "link_page_only"}
    for business in half.simulator.world:
        site = business.website
        kind = site.kind if site else None
        if site is not None and kind in ("own", "builder"):
            expected[business.id] = site.host
        else:
            name, state, outcome = found[business.id]
            assert (name, state) == (None, "Complete")
            assert outcome == reasons.get(kind or "", "no_website")
    linked = {source_id: row[0] for source_id, row in found.items() if row[0] is not None}
    assert linked == expected
    assert sorted(names) == sorted(set(expected.values()))


@dataclass(slots=True)
class Recall:
    discoverable: int = 0
    found: int = 0
    wrong: int = 0


def judge_sitemaps(half: FrontHalf, rows: dict[str, DomainRow]) -> Recall:
    """Of the sitemaps that can be found at sites without a fault of their own, how many were."""
    recall = Recall()
    for site in sites_of(half.simulator.world):
        row = rows[domain_of(site)]
        recall.wrong += len(row.sitemaps - {sitemap.url for sitemap in site.sitemaps})
        if half.simulator.faults.of_site(site.host) or site.robots.state in {"disallow_all", "server_error"}:
            continue
        has_index = any(each.kind == "index" and each.url in row.sitemaps for each in site.sitemaps)
        for url, ways in site.discoverable_sitemaps.items():
            # What only an index leads to is for the analysis of the index to find.
            if ways != ("index",):
                recall.discoverable += 1
                recall.found += url in row.sitemaps or (has_index and "index" in ways)
    return recall


def judge_manners(half: FrontHalf, interval: float) -> None:
    log = half.simulator.requests
    assert log.dropped == 0
    assert half.simulator.resolver.inward_dials == []
    for site in sites_of(half.simulator.world):
        for host in (site.host, f"www.{site.host}"):
            requests = log.to(host)
            assert log.most_at_once(host) <= 1
            assert all(later.at - earlier.at >= 0.9 * interval for earlier, later in pairwise(requests))
            for request in requests:
                assert "tests@scrapersky.example" in (request.header("User-Agent") or "")
                path = urlsplit(request.target).path
                assert path == "/robots.txt" or not path.startswith(site.robots.disallowed or ("\0",)), request.target


async def test_every_own_website_becomes_one_domain_and_its_sitemaps_are_found(engine: AsyncEngine) -> None:
    async with front_half(engine, seed=5, businesses=120, faults="default") as half:
        await half.run()
        await judge_domains(engine, half)
        rows = await domain_rows(engine)
        recall = judge_sitemaps(half, rows)
        judge_manners(half, interval=0.0)
    assert recall.wrong == 0
    assert recall.discoverable > 100
    assert recall.found / recall.discoverable >= 0.99
    assert {row.state for row in rows.values()} == {"Complete", "Error"}
    assert Counter(row.state for row in rows.values())["Complete"] > 0.85 * len(rows)


async def test_a_hostile_internet_ends_every_row_with_a_reason(engine: AsyncEngine) -> None:
    async with front_half(engine, seed=8, businesses=80, faults="hostile", interval=0.02) as half:
        await half.run()
        await judge_domains(engine, half)
        rows = await domain_rows(engine)
        recall = judge_sitemaps(half, rows)
        judge_manners(half, interval=0.02)
    assert recall.wrong == 0
    for row in rows.values():
        assert row.state in {"Complete", "Error"}
        assert row.outcome or row.sitemaps, row
        assert row.state == "Complete" or row.error, row
    assert {row.outcome for row in rows.values()} >= {"dns", "tls", "refused_address"}
