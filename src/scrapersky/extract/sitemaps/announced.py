"""Where a site's sitemaps may be: what robots.txt and the home page name, and the places where software puts them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from scrapersky.extract.pages.home_page import HomePage, PageLink
from scrapersky.extract.urls import normalise_url

FoundBy = Literal["robots", "home_link", "feed_link", "known_path"]

MOST_FEEDS = 3
MOST_LINKED = 5
# In the order of how often they are met. What is left out is found by robots.txt, or hardly ever there.
KNOWN_PATHS = (
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/wp-sitemap.xml",
    "/sitemap.xml.gz",
    "/sitemap.txt",
    "/sitemap-index.xml",
    "/sitemap/sitemap.xml",
    "/sitemap.php",
)
_BY_CMS = {"WordPress": ("/wp-sitemap.xml", "/sitemap_index.xml"), "WooCommerce": ("/wp-sitemap.xml",)}

_CALLED_SITEMAP = re.compile(r"site[-_ ]?map", re.IGNORECASE)
_FILE_OF_ADDRESSES = re.compile(r"\.(?:xml|txt)(?:\.gz)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SitemapPlace:
    """An address at which there may be a sitemap, and what led there."""

    url: str
    found_by: FoundBy

    @property
    def is_named(self) -> bool:
        """Whether the site itself says that it is there."""
        return self.found_by != "known_path"


def named_places(in_robots: Iterable[str], page: HomePage) -> list[SitemapPlace]:
    """The sitemaps and feeds that a site names, each once, the surest first."""
    ways: Sequence[tuple[FoundBy, Iterable[str]]] = (
        ("robots", in_robots),
        ("home_link", (*page.sitemaps, *islice(_linked_files(page.links), MOST_LINKED))),
        ("feed_link", islice(_feeds_of_pages(page.feeds), MOST_FEEDS)),
    )
    places: dict[str, SitemapPlace] = {}
    for found_by, urls in ways:
        for url in filter(None, map(normalise_url, urls)):
            places.setdefault(url, SitemapPlace(url, found_by))
    return list(places.values())


def known_places(home_url: str, cms: str | None) -> Iterator[SitemapPlace]:
    """The usual places at a site, those of its software first.

    >>> [place.url for place in known_places("https://acme.example/", "WordPress")][:2]
    ['https://acme.example/wp-sitemap.xml', 'https://acme.example/sitemap_index.xml']
    """
    for path in dict.fromkeys((*_BY_CMS.get(cms or "", ()), *KNOWN_PATHS)):
        url = normalise_url(path, home_url)
        if url is not None:
            yield SitemapPlace(url, "known_path")


def _feeds_of_pages(feeds: Iterable[str]) -> Iterator[str]:
    """A feed of comments lists no page that the feed of articles does not."""
    return (feed for feed in feeds if "comments" not in feed)


def _linked_files(links: Iterable[PageLink]) -> Iterator[str]:
    """Links to files called sitemap, by their name or by the words on the link; most are pages for people."""
    for link in links:
        path = link.url.partition("?")[0]
        if _FILE_OF_ADDRESSES.search(path) and (_CALLED_SITEMAP.search(path) or _CALLED_SITEMAP.search(link.text)):
            yield link.url
