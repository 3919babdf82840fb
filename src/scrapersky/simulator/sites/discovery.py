"""By which ways a crawler can come upon each sitemap of a site."""

from collections import defaultdict
from collections.abc import Iterator

from scrapersky.simulator.sites.site import Site
from scrapersky.simulator.sites.sitemaps.files import KNOWN_PATHS, Discovery


def discoveries(site: Site) -> dict[str, tuple[Discovery, ...]]:
    """Path of a sitemap to the ways that lead there, the surest first. What no way leads to is left out."""
    ways: defaultdict[str, list[Discovery]] = defaultdict(list)
    for path, way in _direct(site):
        if way not in ways[path]:
            ways[path].append(way)
    waiting = list(ways)
    while waiting:
        file = site.sitemaps.files[waiting.pop()]
        for child in file.children:
            if child not in ways:
                waiting.append(child)
            if "index" not in ways[child]:
                ways[child].append("index")
    return {path: tuple(found) for path, found in ways.items()}


def _direct(site: Site) -> Iterator[tuple[str, Discovery]]:
    plan = site.sitemaps
    if site.robots.sitemap_lines in {"one", "several", "relative"}:
        for path in plan.top:
            yield path, "robots"
    for path in plan.files:
        if path in KNOWN_PATHS:
            yield path, "known_path"
    for old, new in plan.redirects.items():
        if old in KNOWN_PATHS:
            yield new, "known_path"
    if plan.home_link:
        yield plan.home_link, "home_link"
    for path in plan.feeds:
        yield path, "feed_link"
