"""What is known of a sitemap file before it is written."""

from dataclasses import dataclass
from typing import Literal

from scrapersky.simulator.sites.dates import DateStyle

SitemapKind = Literal["urlset", "index", "text", "rss", "atom"]
Defect = Literal["cut_off", "bad_entity", "not_gzip"]
Extension = Literal["image", "news", "video"]
Discovery = Literal["robots", "known_path", "home_link", "feed_link", "index"]

# Where crawlers look without being told.
KNOWN_PATHS = frozenset(
    {
        "/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/sitemapindex.xml", "/sitemap.xml.gz",
        "/sitemap_index.xml.gz", "/sitemap.txt", "/sitemap/sitemap.xml", "/sitemaps/sitemap.xml", "/sitemap1.xml",
        "/wp-sitemap.xml", "/sitemap.php", "/sitemap/", "/sitemap_news.xml", "/news-sitemap.xml", "/post-sitemap.xml",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SimulatedSitemapFile:
    path: str
    kind: SitemapKind
    span: range = range(0)
    """The places of its pages in the order of the site's pages."""
    children: tuple[str, ...] = ()
    content_type: str = "application/xml"
    gzipped: bool = False
    defect: Defect | None = None
    has_bom: bool = False
    dates: DateStyle = "day"
    extension: Extension | None = None
    has_stylesheet: bool = False

    @property
    def listed(self) -> int:
        """How many addresses a reader finds in it: all, or those before the place where it is cut off."""
        total = len(self.children) if self.kind == "index" else len(self.span)
        return max(1, total * 2 // 3) if self.defect == "cut_off" and total else total


@dataclass(frozen=True, slots=True)
class SitemapPlan:
    files: dict[str, SimulatedSitemapFile]
    redirects: dict[str, str]
    top: tuple[str, ...]
    """The paths an owner would name: not the children of an index."""
    in_robots: bool = False
    home_link: str | None = None
    feeds: tuple[str, ...] = ()
