"""What is true about a site: its pages, sitemaps, robots.txt, every planted contact and every trap."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from scrapersky.simulator.business import Platform, SimulatedBusiness
from scrapersky.simulator.sites.charsets import Declared
from scrapersky.simulator.sites.contacts.planting import ENDPOINT, Pages, Planting, ValueKind, Way
from scrapersky.simulator.sites.robots import SimulatedRobots
from scrapersky.simulator.sites.routes import PageKind, SimulatedPage
from scrapersky.simulator.sites.site import Site, site_of
from scrapersky.simulator.sites.sitemaps.files import KNOWN_PATHS, Defect, Discovery, SimulatedSitemapFile, SitemapKind
from scrapersky.simulator.world import World

_PAGES_LISTED = 200


@dataclass(frozen=True, slots=True)
class PageTruth:
    url: str
    kind: PageKind
    allowed_by_robots: bool


@dataclass(frozen=True, slots=True)
class SitemapTruth:
    url: str
    kind: SitemapKind
    content_type: str
    gzipped: bool
    defect: Defect | None
    listed: int
    """How many addresses can be read from it; fewer than it should have when it is cut off."""
    found_by: tuple[Discovery, ...]
    """Every way that leads to it; none if it cannot be found."""


@dataclass(frozen=True, slots=True)
class PlantedTruth:
    kind: ValueKind
    value: str
    way: Way
    whose: str
    """"business", or the name of a person."""
    detail: str
    on_every_page: bool
    urls: tuple[str, ...]
    visible_without_script: bool


@dataclass(frozen=True, slots=True)
class TrapTruth:
    kind: ValueKind
    value: str
    why: str
    on_every_page: bool
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiteTruth:
    host: str
    origin: str
    platform: Platform
    software: str
    language: str
    charset: str
    charset_declared: Declared
    soft_404: bool
    robots: SimulatedRobots
    sitemaps: tuple[SitemapTruth, ...]
    page_count: int
    page_counts: dict[str, int]
    pages: tuple[PageTruth, ...]
    """All pages of a small site; of a large one those that are not numbered posts or products."""
    planted: tuple[PlantedTruth, ...]
    traps: tuple[TrapTruth, ...]

    @property
    def discoverable_sitemaps(self) -> dict[str, tuple[Discovery, ...]]:
        return {sitemap.url: sitemap.found_by for sitemap in self.sitemaps if sitemap.found_by}

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def truth(world: World, business: SimulatedBusiness) -> SiteTruth:
    site = site_of(world, business)
    setting = site.setting
    routes = setting.routes
    listed = pages(world, business) if routes.count <= _PAGES_LISTED else _page_truths(site, routes.fixed.values())
    return SiteTruth(
        host=setting.host,
        origin=setting.origin,
        platform=setting.platform,
        software=setting.variant.name,
        language=setting.language.code,
        charset=site.charset.name,
        charset_declared=site.charset.declared,
        soft_404=site.soft_404,
        robots=site.robots,
        sitemaps=tuple(_sitemaps(site)),
        page_count=routes.count,
        page_counts=_page_counts(site),
        pages=tuple(listed),
        planted=tuple(_planted(site, planting) for planting in site.plantings),
        traps=tuple(
            TrapTruth(trap.kind, trap.value, trap.why, not trap.pages, _urls(site, trap.pages)) for trap in site.traps
        ),
    )


def pages(world: World, business: SimulatedBusiness) -> Iterator[PageTruth]:
    """Every page of the site, one at a time, however many there are."""
    site = site_of(world, business)
    routes = site.setting.routes
    return _page_truths(site, routes.between(range(routes.count)))


def _page_truths(site: Site, listed: Iterable[SimulatedPage]) -> Iterator[PageTruth]:
    for page in listed:
        yield PageTruth(site.setting.url(page.path), page.kind, site.robots.allows(page.path))


def _page_counts(site: Site) -> dict[str, int]:
    routes = site.setting.routes
    counts: dict[str, int] = dict.fromkeys(routes.kinds, 1)
    return counts | {series.kind: series.count for series in routes.series}


def _sitemaps(site: Site) -> Iterator[SitemapTruth]:
    found = discoveries(site)
    for file in site.sitemaps.files.values():
        yield _sitemap(site, file, found.get(file.path, ()))


def _sitemap(site: Site, file: SimulatedSitemapFile, found_by: tuple[Discovery, ...]) -> SitemapTruth:
    return SitemapTruth(
        url=site.setting.url(file.path),
        kind=file.kind,
        content_type=file.content_type,
        gzipped=file.gzipped,
        defect=file.defect,
        listed=file.listed,
        found_by=found_by,
    )


def _planted(site: Site, planting: Planting) -> PlantedTruth:
    behind_endpoint = planting.way == "json_endpoint"
    return PlantedTruth(
        kind=planting.kind,
        value=planting.value,
        way=planting.way,
        whose=planting.person or "business",
        detail=planting.detail,
        on_every_page=not planting.pages and not behind_endpoint,
        urls=(site.setting.url(ENDPOINT),) if behind_endpoint else _urls(site, planting.pages),
        visible_without_script=planting.visible_without_script,
    )


def _urls(site: Site, kinds: Pages) -> tuple[str, ...]:
    """Where it is: each page of the kinds, the first one of a series, or every page that is not numbered."""
    routes, url = site.setting.routes, site.setting.url
    if not kinds:
        return tuple(url(page.path) for page in routes.fixed.values())
    fixed = [url(routes.kinds[kind].path) for kind in kinds if kind in routes.kinds]
    first = [url(series.path(1)) for kind in kinds if (series := routes.of_kind(kind))]
    return (*fixed, *first)


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
