"""Every sitemap is valid in its kind unless the truth says it is broken, and is found the ways the truth says."""

import gzip
import re
import zlib
from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given, settings
from lxml import etree
from protego import Protego
from tests.simulator.sites.visiting import Visit, all_sites, made_over, visits, with_site

from scrapersky.simulator.sites.dates import http_date, modified_at, written_date
from scrapersky.simulator.sites.site_truth import SitemapTruth
from scrapersky.simulator.world import World

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ATOM = "{http://www.w3.org/2005/Atom}"
WELL_KNOWN = (
    "/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/sitemapindex.xml", "/sitemap.xml.gz",
    "/sitemap_index.xml.gz", "/sitemap.txt", "/sitemap/sitemap.xml", "/sitemaps/sitemap.xml", "/sitemap1.xml",
    "/wp-sitemap.xml", "/sitemap.php", "/sitemap/", "/sitemap_news.xml", "/news-sitemap.xml", "/post-sitemap.xml",
)  # fmt: skip


def parse(body: bytes) -> etree._Element:
    return etree.fromstring(body, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))


def listed_addresses(sitemap: SitemapTruth, body: bytes) -> list[str]:
    if sitemap.kind == "text":
        return body.decode().split()
    root = parse(body)
    if sitemap.kind == "rss":
        assert root.tag == "rss"
        return [str(link.text) for link in root.iterfind("channel/item/link")]
    if sitemap.kind == "atom":
        assert root.tag == f"{ATOM}feed"
        return [str(link.get("href")) for link in root.iterfind(f"{ATOM}entry/{ATOM}link")]
    names = {"urlset": "url", "index": "sitemap"}
    assert root.tag == NAMESPACE + {"urlset": "urlset", "index": "sitemapindex"}[sitemap.kind]
    return [str(loc.text) for loc in root.iterfind(f"{NAMESPACE}{names[sitemap.kind]}/{NAMESPACE}loc")]


@given(visits)
@settings(max_examples=50, deadline=None)
def test_a_sound_sitemap_lists_pages_of_the_site_that_exist(visit: Visit) -> None:
    for sitemap in visit.truth.sitemaps[:6]:
        response = visit.ask(sitemap.url)
        assert (response.status, response.headers["Content-Type"]) == (200, sitemap.content_type)
        if sitemap.defect:
            continue
        body = visit.body(sitemap.url)
        addresses = listed_addresses(sitemap, gzip.decompress(body) if sitemap.gzipped else body)
        assert len(addresses) == len(set(addresses)) == sitemap.listed
        assert len(addresses) <= 50_000
        for address in addresses[:: max(1, len(addresses) // 8)]:
            assert address.startswith(visit.truth.origin + "/")
            assert visit.ask(address).status == 200


@given(visits)
@settings(max_examples=20, deadline=None)
def test_the_sitemaps_of_a_platform_list_every_page(visit: Visit) -> None:
    if visit.truth.platform not in {"wordpress", "wordpress_seo"} or visit.truth.page_count > 200:
        return
    listed = [
        address
        for sitemap in visit.truth.sitemaps
        if sitemap.kind == "urlset"
        for address in listed_addresses(sitemap, visit.body(sitemap.url))
    ]
    if listed:
        assert sorted(listed) == sorted(page.url for page in visit.truth.pages)


def defective(defect: str) -> list[tuple[Visit, SitemapTruth]]:
    found = [(visit, sitemap) for visit in all_sites() for sitemap in visit.truth.sitemaps if sitemap.defect == defect]
    assert found, f"No sitemap is {defect}."
    return found[:10]


@pytest.mark.parametrize("defect", ["cut_off", "bad_entity"])
def test_a_broken_sitemap_does_not_parse_but_still_names_pages(defect: str) -> None:
    for visit, sitemap in defective(defect):
        body = visit.body(sitemap.url)
        with pytest.raises(etree.XMLSyntaxError):
            parse(body)
        assert len(re.findall(rb"<loc>([^<]+)</loc>", body)) == sitemap.listed


def test_a_file_called_gz_need_not_be_gzip() -> None:
    for visit, sitemap in defective("not_gzip"):
        assert sitemap.url.endswith(".gz")
        body = visit.body(sitemap.url)
        with pytest.raises(zlib.error):
            zlib.decompress(body, 31)
        assert len(listed_addresses(sitemap, body)) == sitemap.listed


def sitemaps_found_by_looking(visit: Visit) -> set[str]:
    """What a crawler finds that reads robots.txt, tries known names, looks at the home page and follows indexes."""
    waiting = [visit.truth.origin + path for path in WELL_KNOWN]
    robots = visit.ask("/robots.txt")
    if robots.status == 200 and robots.headers["Content-Type"].startswith("text/plain"):
        lines = Protego.parse(visit.body("/robots.txt").decode("utf-8-sig")).sitemaps
        waiting += [urljoin(visit.truth.origin, line) for line in lines]
    home = visit.read("/")
    waiting += home.addresses_of(visit.truth.origin, 'link[rel="alternate"], link[rel="sitemap"]')
    waiting += [link for link in home.addresses_of(visit.truth.origin) if link.endswith(".xml")]
    found: set[str] = set()
    while waiting:
        url = waiting.pop()
        while (response := visit.ask(url)).status == 301:
            url = response.headers["Location"]
        if response.status != 200 or url in found or not isinstance(response.body, bytes):
            continue
        body = response.body.removeprefix(b"\xef\xbb\xbf").lstrip()
        looks_right = body.startswith((b"<?xml", b"\x1f\x8b")) or urlsplit(url).path.endswith(".txt")
        if looks_right and b"<html" not in body[:300].lower():
            found.add(url)
            if b"<sitemapindex" in body[:500]:
                waiting += [loc.decode() for loc in re.findall(rb"<loc>([^<]+)</loc>", body)]
    return found


@given(visits)
@settings(max_examples=40, deadline=None)
def test_a_crawler_finds_exactly_the_sitemaps_that_the_truth_calls_discoverable(visit: Visit) -> None:
    assert sitemaps_found_by_looking(visit) == set(visit.truth.discoverable_sitemaps)


def test_every_kind_defect_extension_and_way_of_discovery_occurs() -> None:
    visited = all_sites()
    sitemaps = [sitemap for visit in visited for sitemap in visit.truth.sitemaps]
    assert {sitemap.kind for sitemap in sitemaps} == {"urlset", "index", "text", "rss", "atom"}
    assert {sitemap.defect for sitemap in sitemaps} == {None, "cut_off", "bad_entity", "not_gzip"}
    assert {way for sitemap in sitemaps for way in sitemap.found_by} == {
        "robots", "known_path", "home_link", "feed_link", "index",
    }  # fmt: skip
    assert any(sitemap.gzipped for sitemap in sitemaps)
    assert any(not sitemap.found_by for sitemap in sitemaps), "No sitemap is hidden."
    assert any(not visit.truth.sitemaps for visit in visited), "Every site has a sitemap."
    assert {"text/html; charset=UTF-8", "text/xml"} <= {sitemap.content_type for sitemap in sitemaps}


@pytest.mark.parametrize("extension", [b"sitemap-image/1.1", b"sitemap-news/0.9", b"sitemap-video/1.1"])
def test_sitemaps_carry_the_usual_extensions(extension: bytes) -> None:
    small = (visit for visit in all_sites() if visit.truth.page_count < 200)
    assert any(extension in visit.body(s.url) for visit in small for s in visit.truth.sitemaps if not s.gzipped)


def test_an_index_may_hold_an_index() -> None:
    def nested(visit: Visit) -> bool:
        indexes = [sitemap for sitemap in visit.truth.sitemaps if sitemap.kind == "index"]
        return any(inner.found_by[-1:] == ("index",) for inner in indexes)

    assert any(nested(visit) for visit in all_sites())


def test_a_very_large_site_has_an_index_of_many_files() -> None:
    visit = made_over(with_site(World(1, 100), 3), "wordpress_seo", 100_000)
    assert len(visit.truth.sitemaps) > 90
    assert sum(sitemap.listed for sitemap in visit.truth.sitemaps if sitemap.kind == "urlset") == 100_000


def test_a_file_may_hold_fifty_thousand_addresses() -> None:
    visits_in_turn = (with_site(World(seed, 100), 3) for seed in range(50))
    large = (made_over(visit, "handwritten", 100_000) for visit in visits_in_turn)
    visit, sitemap = next((v, s) for v in large for s in v.truth.sitemaps if s.listed == 50_000 and not s.gzipped)
    assert len(listed_addresses(sitemap, visit.body(sitemap.url))) == 50_000


def test_mixed_dates_take_every_form_in_turn() -> None:
    moment = modified_at(7, "/contact")
    written = [written_date("mixed", moment, position) for position in range(7)]
    assert written == [
        f"{moment:%Y-%m-%d}",
        f"{moment:%Y-%m-%dT%H:%M:%SZ}",
        f"{moment:%Y-%m-%dT%H:%M:%S}+01:00",
        f"{moment:%Y-%m}",
        f"{moment:%Y-%m-%dT%H:%M:%S}.000Z",
        "",
        http_date(moment),
    ]
