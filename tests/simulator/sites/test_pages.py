"""Pages are whole, decode as they declare, and link to pages that exist."""

import re
from hashlib import sha256
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from tests.simulator.sites.reading import Reading, declared_charset
from tests.simulator.sites.visiting import Visit, all_sites, made_over, visits, with_site

from scrapersky.simulator import sites
from scrapersky.simulator.sites import site as site_module
from scrapersky.simulator.world import World


def sample(visit: Visit) -> list[str]:
    """Every page that is not numbered, and a few that are."""
    pages = visit.truth.pages
    fixed = [page.url for page in pages if page.kind not in {"post", "product"}]
    return fixed + [page.url for page in pages if page.kind in {"post", "product"}][:3]


@given(visits)
@settings(max_examples=20, deadline=None)
def test_every_page_is_html_that_decodes_as_declared(visit: Visit) -> None:
    for url in sample(visit):
        response = visit.ask(url)
        assert response.status == 200
        assert isinstance(response.body, bytes)
        charset = declared_charset(response.headers["Content-Type"], response.body)
        assert charset == visit.truth.charset
        html = response.body.decode(charset)
        if charset != "utf-8" and not response.body.isascii():
            with pytest.raises(UnicodeDecodeError):
                response.body.decode("utf-8")
        page = Reading(html, visit.business.country)
        assert [title.text().strip() for title in page.tree.css("head > title")] != [""]
        assert html.rstrip().lower().endswith("</html>")
        assert 4_000 < len(response.body) < 80_000
        assert not re.search(r"\{(?:name|city|token|assets)\}|\bNone\b", html)


@given(visits)
@settings(max_examples=20, deadline=None)
def test_whatever_a_page_links_to_on_its_own_site_exists(visit: Visit) -> None:
    if visit.truth.soft_404:
        return
    for url in sample(visit):
        for address in set(visit.read(url).addresses_of(url, "[href], [src]")):
            if address.startswith(visit.truth.origin + "/"):
                assert visit.get(address).status == 200, (url, address)


@given(visits)
@settings(max_examples=20, deadline=None)
def test_every_page_but_an_apps_links_to_the_home_and_contact_pages(visit: Visit) -> None:
    if visit.truth.platform == "spa":
        return
    for url in sample(visit):
        linked = {visit.settled(address) for address in visit.read(url).addresses_of(url)}
        wanted = {page.url for page in visit.truth.pages if page.kind in {"home", "contact", "legal"}}
        assert wanted <= linked


@given(visits)
@settings(max_examples=20, deadline=None)
def test_every_post_and_product_is_reached_by_turning_the_pages_of_its_list(visit: Visit) -> None:
    if visit.truth.platform == "spa" or visit.truth.page_count > 200:
        return
    listings = [page.url for page in visit.truth.pages if page.kind in {"blog", "shop"}]
    reached: set[str] = set()
    while listings:
        url = listings.pop()
        reached.add(url)
        page = visit.read(url)
        reached |= set(page.addresses_of(url))
        listings += page.addresses_of(url, 'a[rel="next"]')
    assert {page.url for page in visit.truth.pages if page.kind in {"post", "product"}} <= reached


@given(visits)
@settings(max_examples=20, deadline=None)
def test_a_site_gives_the_same_bytes_however_often_it_is_laid_out(visit: Visit) -> None:
    urls = [*sample(visit), "/robots.txt", *(sitemap.url for sitemap in visit.truth.sitemaps[:3])]
    before = [visit.body(url) for url in urls]
    truth = sites.truth(visit.world, visit.business)
    site_module._lay_out.cache_clear()
    fresh = Visit(World(visit.world.seed, len(visit.world)), visit.business)
    assert [fresh.body(url) for url in urls] == before
    assert sites.truth(fresh.world, fresh.business) == truth


def test_two_seeds_give_different_sites() -> None:
    first, second = (with_site(World(seed, 500), 10) for seed in (1, 2))
    assert sha256(first.body("/")).digest() != sha256(second.body("/")).digest()


@given(visits)
@settings(max_examples=20, deadline=None)
def test_the_site_has_as_many_pages_as_the_world_says(visit: Visit) -> None:
    assert visit.business.website is not None
    assert visit.truth.page_count == visit.business.website.pages
    assert sum(visit.truth.page_counts.values()) == visit.truth.page_count
    if visit.truth.page_count < 3_000:
        urls = [page.url for page in sites.pages(visit.world, visit.business)]
        assert len(set(urls)) == len(urls) == visit.truth.page_count


def test_a_page_that_does_not_exist_is_not_found_unless_the_site_says_otherwise() -> None:
    for visit in all_sites()[:300]:
        response = visit.ask("/no-such-page-9999999")
        assert response.status == (200 if visit.truth.soft_404 else 404)
        assert response.headers["Content-Type"].startswith("text/html")


def test_some_sites_answer_anything_with_a_page_even_for_a_sitemap() -> None:
    pretending = [
        visit
        for visit in all_sites()
        if visit.truth.soft_404 and not any(urlsplit(s.url).path == "/sitemap.xml" for s in visit.truth.sitemaps)
    ]
    assert pretending
    html = [visit for visit in pretending[:20] if visit.ask("/sitemap.xml").status == 200]
    assert html
    assert all(b"<html" in visit.body("/sitemap.xml").lower() for visit in html)


@pytest.mark.parametrize(
    ("platform", "sign"),
    [
        ("wordpress", "/wp-content/"),
        ("wordpress_seo", "Yoast SEO"),
        ("handwritten_1990s", "<FONT "),
        ("handwritten_2000s", "XHTML 1.0 Transitional"),
        ("spa", "<noscript>"),
    ],
)
def test_a_platform_shows_in_its_pages(platform: str, sign: str) -> None:
    found = [visit for visit in all_sites() if visit.truth.platform == platform]
    assert found
    assert all(sign in visit.page("/") for visit in found[:20])


def test_pages_of_the_nineties_have_no_tag_in_lower_case() -> None:
    found = [visit for visit in all_sites() if visit.truth.platform == "handwritten_1990s"]
    for visit in found[:20]:
        outside_scripts = re.sub(r"(?is)<script.*?</script>", "", visit.page("/"))
        assert not re.findall(r"</?[a-z]+[\s>]", outside_scripts)


def test_every_way_to_declare_a_charset_and_legacy_encodings_occur() -> None:
    truths = [visit.truth for visit in all_sites()]
    assert {truth.charset_declared for truth in truths} == {"header", "meta", "header_and_meta", "bom"}
    assert {"utf-8", "iso-8859-1", "windows-1252", "iso-8859-2", "iso-8859-15"} <= {truth.charset for truth in truths}


def test_a_site_of_a_hundred_thousand_pages_answers_any_of_them() -> None:
    visit = made_over(with_site(World(1, 100), 3), "shop", 100_000)
    urls = {page.kind: page.url for page in sites.pages(visit.world, visit.business)}
    assert visit.truth.page_count == 100_000
    assert {"product", "post"} <= set(urls)
    assert all(visit.ask(url).status == 200 for url in urls.values())
    assert len(visit.truth.pages) < 20


def test_some_sites_tell_their_pages_apart_by_query() -> None:
    found = [visit for visit in all_sites() if visit.truth.software == "php-query"]
    assert found
    for visit in found[:5]:
        urls = [page.url for page in visit.truth.pages if page.kind != "home"]
        assert all("/index.php?page=" in url for url in urls)
        assert len({visit.body(url) for url in urls}) == len(urls)


def test_some_paths_carry_letters_beyond_ascii() -> None:
    encoded = [
        (visit, page.url)
        for visit in all_sites()
        for page in visit.truth.pages
        if "%C3" in page.url and page.kind == "about"
    ]
    assert encoded
    assert all(visit.ask(url).status == 200 for visit, url in encoded[:20])


def test_some_sites_link_from_a_base() -> None:
    found = [visit for visit in all_sites() if visit.truth.software == "joomla"]
    assert found
    for visit in found[:5]:
        assert f'<base href="{visit.truth.origin}/" />' in visit.page("/")
        assert not any(link.startswith("/") for link in visit.read("/").links())
