"""The feeds of a site's blog, which also tell a crawler about pages."""

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.sitemaps.files import SimulatedSitemapFile, SitemapKind

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
