"""Sitemaps of every format, read as they arrive."""

from scrapersky.extract.sitemaps.dates import parse_date
from scrapersky.extract.sitemaps.entries import PROBLEM_WORDS, Sitemap, SitemapEntry, SitemapLimits
from scrapersky.extract.sitemaps.known_paths import KNOWN_SITEMAP_PATHS
from scrapersky.extract.sitemaps.reader import SitemapReader

__all__ = [
    "KNOWN_SITEMAP_PATHS",
    "PROBLEM_WORDS",
    "Sitemap",
    "SitemapEntry",
    "SitemapLimits",
    "SitemapReader",
    "parse_date",
    "read_sitemap",
]


def read_sitemap(
    body: bytes, url: str, content_type: str | None = None, limits: SitemapLimits | None = None
) -> tuple[Sitemap, list[SitemapEntry]]:
    """Read a sitemap that is already whole; for large ones use SitemapReader.

    >>> sitemap, entries = read_sitemap(b"https://example.com/a", "https://example.com/sitemap.txt")
    >>> sitemap.kind, sitemap.format, entries[0].url
    ('pages', 'text', 'https://example.com/a')
    """
    reader = SitemapReader(url, content_type, limits)
    entries = [*reader.feed(body), *reader.close()]
    return reader.summary(), entries
