"""How each kind of software lays out its sitemaps, and how people do without such software."""

from collections.abc import Iterator
from dataclasses import replace

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.dates import DateStyle
from scrapersky.simulator.sites.routes import PageKind
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.sitemaps.files import SimulatedSitemapFile, SitemapKind, SitemapPlan

LARGEST_FILE = 50_000
_LARGEST_FEED = 200
_DATES: tuple[tuple[DateStyle, int], ...] = (
    ("day", 6), ("utc", 4), ("offset", 6), ("none", 3), ("mixed", 3), ("fraction", 2), ("month", 1), ("mail", 1),
)  # fmt: skip
_BY_HAND = (
    ("none", 20), ("urlset", 20), ("index", 6), ("nested", 6), ("gzip", 6), ("fake_gzip", 3), ("text", 6),
    ("odd_place", 8), ("home_link", 6), ("hidden", 4), ("cut_off", 4), ("bad_entity", 4), ("wrong_type", 5),
    ("bom", 4), ("news", 2), ("video", 2), ("image", 3), ("rss", 3), ("atom", 3), ("several", 4),
)  # fmt: skip


def draw_sitemaps(setting: Setting) -> SitemapPlan:
    dice = setting.dice("sitemaps")
    if setting.platform == "wordpress":
        plan = _wordpress(setting, dice) if dice.chance(0.85) else SitemapPlan({}, {}, ())
    elif setting.platform == "wordpress_seo":
        plan = _seo_plugin(setting, dice)
    elif setting.variant.name in {"shopify", "wix"}:
        plan = _hosted(setting, dice)
    else:
        plan = _by_hand(setting, dice, dice.weighted(_BY_HAND))
    feeds = draw_feeds(setting, dice)
    files = plan.files | {feed.path: feed for feed in feeds}
    return replace(plan, files=files, feeds=tuple(feed.path for feed in feeds))


def _plan(
    top: SimulatedSitemapFile, children: list[SimulatedSitemapFile], *, in_robots: bool, **redirects: str
) -> SitemapPlan:
    files = {file.path: file for file in (top, *children)}
    return SitemapPlan(files, {f"/{old}.xml": new for old, new in redirects.items()}, (top.path,), in_robots)


def _wordpress(setting: Setting, dice: Dice) -> SitemapPlan:
    children = list(_split(setting, "/wp-sitemap-posts-{kind}-{part}.xml", 2_000, "none"))
    top = SimulatedSitemapFile("/wp-sitemap.xml", "index", children=tuple(file.path for file in children), dates="none")
    return _plan(top, children, in_robots=dice.chance(0.8), sitemap="/wp-sitemap.xml")


def _seo_plugin(setting: Setting, dice: Dice) -> SitemapPlan:
    parts = _split(setting, "/{kind}-sitemap{part}.xml", 1_000, "offset")
    children = [
        replace(file, path=file.path.replace("sitemap1.", "sitemap."), extension="image", has_stylesheet=True)
        for file in parts
    ]
    paths = tuple(file.path for file in children)
    top = SimulatedSitemapFile("/sitemap_index.xml", "index", children=paths, content_type="text/xml; charset=UTF-8",
                      dates="offset", has_stylesheet=True)  # fmt: skip
    return _plan(top, children, in_robots=dice.chance(0.7), sitemap=top.path, **{"wp-sitemap": top.path})


def _hosted(setting: Setting, dice: Dice) -> SitemapPlan:
    pattern = "/sitemap_{kind}s_{part}.xml" if setting.variant.name == "shopify" else "/{kind}s-sitemap-{part}.xml"
    children = [replace(file, extension="image") for file in _split(setting, pattern, 5_000, dice.weighted(_DATES))]
    top = SimulatedSitemapFile("/sitemap.xml", "index", children=tuple(file.path for file in children))
    return _plan(top, children, in_robots=dice.chance(0.95))


def _split(setting: Setting, pattern: str, size: int, dates: DateStyle) -> Iterator[SimulatedSitemapFile]:
    """One file per kind of page and per `size` pages."""
    routes = setting.routes
    kinds: tuple[PageKind, ...] = ("product", "post")
    spans = [("page", range(len(routes.fixed))), *((kind, routes.span(kind)) for kind in kinds)]
    for kind, span in spans:
        for part, start in enumerate(range(span.start, span.stop, size), 1):
            path = pattern.format(kind=kind, part=part)
            yield SimulatedSitemapFile(path, "urlset", range(start, min(span.stop, start + size)), dates=dates)


def _by_hand(setting: Setting, dice: Dice, way: str) -> SitemapPlan:
    everything = range(setting.routes.count)
    plain = SimulatedSitemapFile("/sitemap.xml", "urlset", everything, dates=dice.weighted(_DATES))
    if way == "none":
        return SitemapPlan({}, {}, ())
    if way in {"index", "nested", "several"} or len(everything) > LARGEST_FILE:
        return _divided(plain, dice, way)
    if way == "hidden":
        hidden = replace(plain, path=f"/export/{dice.bits():016x}.xml")
        return SitemapPlan({hidden.path: hidden}, {}, ())
    if way == "home_link":
        linked = replace(plain, path="/xml/site-map.xml")
        return SitemapPlan({linked.path: linked}, {}, (linked.path,), home_link=linked.path)
    file = _single(plain, way)
    return SitemapPlan({file.path: file}, {}, (file.path,), in_robots=way in _ROBOTS_ONLY or dice.chance(0.5))


_ROBOTS_ONLY = frozenset({"odd_place", "rss", "atom"})
_GZIP_TYPE = "application/x-gzip"
_SINGLES: dict[str, SimulatedSitemapFile] = {
    "gzip": SimulatedSitemapFile("/sitemap.xml.gz", "urlset", gzipped=True, content_type=_GZIP_TYPE),
    "fake_gzip": SimulatedSitemapFile("/sitemap.xml.gz", "urlset", defect="not_gzip", content_type=_GZIP_TYPE),
    "text": SimulatedSitemapFile("/sitemap.txt", "text", content_type="text/plain; charset=utf-8"),
    "odd_place": SimulatedSitemapFile("/media/maps/google-map.xml", "urlset"),
    "cut_off": SimulatedSitemapFile("/sitemap.xml", "urlset", defect="cut_off"),
    "bad_entity": SimulatedSitemapFile("/sitemap.xml", "urlset", defect="bad_entity"),
    "wrong_type": SimulatedSitemapFile("/sitemap.xml", "urlset", content_type="text/html; charset=UTF-8"),
    "bom": SimulatedSitemapFile("/sitemap.xml", "urlset", has_bom=True, content_type="text/xml"),
    "news": SimulatedSitemapFile("/sitemap.xml", "urlset", extension="news"),
    "video": SimulatedSitemapFile("/sitemap.xml", "urlset", extension="video"),
    "image": SimulatedSitemapFile("/sitemap.xml", "urlset", extension="image"),
    "rss": SimulatedSitemapFile("/export/all.rss", "rss", content_type="application/rss+xml"),
    "atom": SimulatedSitemapFile("/export/all.atom", "atom", content_type="application/atom+xml"),
}


def _single(plain: SimulatedSitemapFile, way: str) -> SimulatedSitemapFile:
    span = plain.span[:_LARGEST_FEED] if way in {"rss", "atom"} else plain.span
    return replace(_SINGLES.get(way, plain), span=span, dates=plain.dates)


def _divided(plain: SimulatedSitemapFile, dice: Dice, way: str) -> SitemapPlan:
    size = LARGEST_FILE if len(plain.span) > LARGEST_FILE else max(1, -(-len(plain.span) // dice.between(2, 4)))
    parts = [
        replace(plain, path=f"/sitemaps/part-{part}.xml", span=plain.span[start : start + size])
        for part, start in enumerate(range(0, len(plain.span), size), 1)
    ]
    files = {file.path: file for file in parts}
    if way == "several":
        return SitemapPlan(files, {}, tuple(files), in_robots=True)
    paths = tuple(files)
    if way == "nested":
        middle = SimulatedSitemapFile("/sitemaps/all.xml", "index", children=paths[1:] or paths)
        files[middle.path] = middle
        paths = (paths[0], middle.path) if paths[1:] else (middle.path,)
    top = SimulatedSitemapFile("/sitemap.xml", "index", children=paths, dates=plain.dates)
    return SitemapPlan(files | {top.path: top}, {}, (top.path,), in_robots=dice.chance(0.5))


FEED_LENGTH = 10
_RSS_TYPE = "application/rss+xml; charset=UTF-8"
_ATOM_TYPE = "application/atom+xml; charset=utf-8"


def draw_feeds(setting: Setting, dice: Dice) -> tuple[SimulatedSitemapFile, ...]:
    posts = setting.routes.span("post")
    if not posts:
        return ()
    address = _address(setting, dice)
    if address is None:
        return ()
    path, kind = address
    newest = posts[-FEED_LENGTH:]
    return (SimulatedSitemapFile(path, kind, newest, content_type=_RSS_TYPE if kind == "rss" else _ATOM_TYPE),)


def _address(setting: Setting, dice: Dice) -> tuple[str, SitemapKind] | None:
    if setting.platform in {"wordpress", "wordpress_seo"} or setting.variant.name == "woocommerce":
        return "/feed/", "rss"
    by_variant: dict[str, tuple[str, SitemapKind]] = {
        "shopify": (f"{setting.routes.kinds['blog'].path}.atom", "atom"),
        "wix": ("/blog-feed.xml", "rss"),
        "static-generator": ("/index.xml", "rss"),
        "joomla": ("/index.php/feed.atom", "atom"),
    }
    drawn: tuple[tuple[str, SitemapKind] | None, ...] = (None, None, ("/rss.xml", "rss"), ("/atom.xml", "atom"))
    return by_variant.get(setting.variant.name) or dice.choice(drawn)
