"""Where sitemaps may be, told without touching the network."""

from hypothesis import given
from hypothesis import strategies as st

from scrapersky.extract.pages.home_addresses import home_addresses
from scrapersky.extract.pages.home_page import read_home_page
from scrapersky.extract.sitemaps.announced import KNOWN_PATHS, MOST_FEEDS, SitemapPlace, known_places, named_places

HOME = "https://acme.example/"


def test_what_robots_and_the_page_both_name_is_looked_at_once_and_the_surest_way_is_kept() -> None:
    page = read_home_page('<link rel="sitemap" href="/map.xml"><a href="/other-sitemap.xml">x</a>', HOME)
    assert named_places(["https://acme.example/map.xml"], page) == [
        SitemapPlace("https://acme.example/map.xml", "robots"),
        SitemapPlace("https://acme.example/other-sitemap.xml", "home_link"),
    ]


def test_a_link_called_sitemap_counts_when_it_leads_to_a_file_of_addresses() -> None:
    page = read_home_page(
        '<a href="/xml/site-map.xml?x=1">Map</a><a href="/all.xml">Site map</a><a href="/sitemap.html">Sitemap</a>'
        '<a href="/prices.xml">Prices</a>',
        HOME,
    )
    assert [place.url for place in named_places([], page)] == [
        "https://acme.example/xml/site-map.xml?x=1",
        "https://acme.example/all.xml",
    ]


def test_feeds_are_few_and_not_of_comments() -> None:
    links = "".join(
        f'<link rel="alternate" type="application/rss+xml" href="/{name}/feed">' for name in ("comments", *"abcde")
    )
    places = named_places([], read_home_page(links, HOME))
    assert [place.url for place in places] == [f"https://acme.example/{name}/feed" for name in "abc"]
    assert len(places) == MOST_FEEDS
    assert all(place.found_by == "feed_link" and place.is_named for place in places)


def test_the_usual_places_are_each_tried_once_whatever_the_software() -> None:
    for cms in (None, "WordPress", "Joomla"):
        urls = [place.url for place in known_places("https://acme.example/en/?x=1", cms)]
        assert sorted(urls) == sorted(f"https://acme.example{path}" for path in KNOWN_PATHS)
    assert not any(place.is_named for place in known_places(HOME, None))


def test_a_home_page_with_a_port_has_no_other_address() -> None:
    assert home_addresses("http://acme.example:8080/") == ["http://acme.example:8080/"]


@given(st.text(max_size=60))
def test_any_text_has_itself_as_its_first_address(text: str) -> None:
    assert home_addresses(text)[0] == text
    assert 1 <= len(home_addresses(f"https://{text}/")) <= 5
