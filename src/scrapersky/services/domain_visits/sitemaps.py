"""A site's sitemaps: every place where one may be is looked at, and only what reads as a sitemap is taken for one."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from scrapersky.clients.fetching.errors import AnswerBroken, BadStatus, FetchError, HostBusy
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.response import Response
from scrapersky.extract.domains import registrable_domain
from scrapersky.extract.robots.rules import parse_robots
from scrapersky.extract.sitemaps import Sitemap, SitemapReader
from scrapersky.extract.sitemaps.announced import FoundBy, SitemapPlace, known_places, named_places
from scrapersky.extract.urls import normalise_url
from scrapersky.services.domain_visits.visit import Home, SiteVisit

MOST_CHECKED = 20
MOST_BYTES = 200_000

_LIMITS = FetchLimits(body_bytes=1_000_000_000, seconds=30, read_seconds=15, ratio=1000)
_FEEDS = frozenset({"rss", "atom"})


@dataclass(frozen=True, slots=True)
class FoundSitemap:
    """A sitemap. Its format is None where it was taken on trust."""

    url: str
    found_by: FoundBy
    format: str | None


@dataclass(slots=True)
class SitemapSearch:
    """What was found so far, and what the person curating should know of the rest.

    When the site fails for a while, who insists fails too; else what was found until then is kept.
    """

    visit: SiteVisit
    insists: bool = True
    sitemaps: dict[str, FoundSitemap] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    was_cut_short: bool = False
    _asked: set[str] = field(default_factory=set)

    async def run(self, home: Home, robots: bytes) -> None:
        """Look at the places that the site names, and where it names no list of its pages, at the usual ones."""
        in_robots = parse_robots(robots, home.url).sitemaps
        try:
            await self._look_at_named(named_places(in_robots, home.page))
            if not self._has_list_of_pages:
                await self._look_until_found(known_places(home.url, home.page.cms))
        except FetchError as error:
            if self.insists and not isinstance(error, HostBusy):
                raise
            self.was_cut_short = True
            self.notes.append(f"not every place was looked at: {error}")

    @property
    def _has_list_of_pages(self) -> bool:
        """A feed has only the newest pages."""
        return any(found.format not in _FEEDS for found in self.sitemaps.values())

    async def _look_at_named(self, places: list[SitemapPlace]) -> None:
        checked, rest = places[:MOST_CHECKED], places[MOST_CHECKED:]
        are_sitemaps = [await self._look_at(place) for place in checked]
        if all(are_sitemaps):
            for place in rest:
                self.sitemaps.setdefault(place.url, FoundSitemap(place.url, place.found_by, None))
        elif rest:
            self.notes.append(f"{len(rest)} more sitemaps are named there, and some of the first were none")

    async def _look_until_found(self, places: Iterable[SitemapPlace]) -> None:
        for place in places:
            if place.url not in self._asked and await self._look_at(place):
                return

    async def _look_at(self, place: SitemapPlace) -> bool:
        if place.url in self.sitemaps:
            return True
        self._asked.add(place.url)
        try:
            found = await self._read(place)
        except FetchError as error:
            if error.worth_retrying and (self.insists or not isinstance(error, BadStatus)):
                raise
            self._note_failure(place, error)
            return False
        if found is not None:
            self.sitemaps.setdefault(found.url, found)
        elif place.is_named:
            self.notes.append(f"the site names {place.url}, which is no sitemap")
        return found is not None

    def _note_failure(self, place: SitemapPlace, error: FetchError) -> None:
        self._asked.add(error.url)  # where it was redirected to
        self.was_cut_short = self.was_cut_short or error.worth_retrying
        if place.is_named or error.worth_retrying:
            self.notes.append(str(error))

    async def _read(self, place: SitemapPlace) -> FoundSitemap | None:
        async with self.visit.open(place.url, _LIMITS) as response:
            sitemap = await _read_head(response)
        if not _is_sitemap(sitemap, place):
            return None
        return FoundSitemap(_kept_address(place.url, response.url), place.found_by, sitemap.format)


async def _read_head(response: Response) -> Sitemap:
    """Read until it is clear what it is. An answer that breaks off is judged by what came of it."""
    reader = SitemapReader(response.url, response.headers.get("Content-Type"))
    received = 0
    try:
        async for chunk in response:
            received += len(chunk)
            listed = list(reader.feed(chunk))
            if listed or received >= MOST_BYTES or reader.summary().format == "html":
                return reader.summary()
    except AnswerBroken:
        if not received:
            raise
    list(reader.close())
    return reader.summary()


def _is_sitemap(sitemap: Sitemap, place: SitemapPlace) -> bool:
    """A place that nobody named may answer with any text, and some of its lines may be addresses."""
    is_doubtful = sitemap.format == "text" and not place.is_named and "junk_lines" in sitemap.problems
    return sitemap.kind != "none" and not is_doubtful


def _kept_address(asked: str, answered: str) -> str:
    """Where it was found; but an address at another firm's store may be good for a minute only."""
    same_site = registrable_domain(asked) == registrable_domain(answered)
    return (normalise_url(answered) if same_site else None) or asked
