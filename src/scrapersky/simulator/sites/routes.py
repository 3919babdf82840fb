"""Which pages a site has, and which page a path is: both directions without storing the list."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal
from urllib.parse import quote, unquote

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.variants import Variant
from scrapersky.simulator.vocabulary import Language

PageKind = Literal[
    "home", "about", "contact", "team", "legal", "privacy", "services", "pricing", "careers", "blog", "shop",
    "media", "post", "product",
]  # fmt: skip

LISTING_SIZE = 20
_FIRST_KINDS: tuple[PageKind, ...] = ("contact", "about", "services", "legal", "team")
_LATER_KINDS: tuple[PageKind, ...] = ("pricing", "careers", "privacy", "media")
_NUMBERED = re.compile(r"-(\d{1,6})(?:/|\.[a-z]{3,4})?\Z")
_LISTING = re.compile(r"(?:/page/|&page_number=)(\d{1,5})(?:/|\.[a-z]{3,4})?\Z")


@dataclass(frozen=True, slots=True)
class SimulatedPage:
    kind: PageKind
    path: str
    """As links write it: percent-encoded, and with the query where that names the page."""
    number: int = 0
    """Of a post or product: which one, from 1. Of a blog or shop listing: its page, from 1. Otherwise 0."""

    @property
    def href(self) -> str:
        """As it stands in HTML."""
        return self.path.replace("&", "&amp;")


@dataclass(frozen=True, slots=True)
class Series:
    """Pages that differ by number only: blog posts or products."""

    kind: PageKind
    pattern: str
    slugs: tuple[str, ...]
    count: int

    def path(self, number: int) -> str:
        slug = f"{self.slugs[number % len(self.slugs)]}-{number}"
        return self.pattern.format(slug=slug, year=2025 - number % 11, month=1 + number % 12)

    def find(self, path: str) -> SimulatedPage | None:
        found = _NUMBERED.search(path)
        number = int(found[1]) if found else 0
        if 1 <= number <= self.count and self.path(number) == path:
            return SimulatedPage(self.kind, path, number)
        return None


@dataclass(frozen=True, slots=True)
class Routes:
    fixed: dict[str, SimulatedPage]
    """By decoded path, as a request brings it."""
    kinds: dict[PageKind, SimulatedPage]
    series: tuple[Series, ...]

    @property
    def count(self) -> int:
        return len(self.fixed) + sum(series.count for series in self.series)

    def find(self, path: str) -> SimulatedPage | None:
        return self.fixed.get(path) or self._find_listing(path) or self._find_numbered(path)

    def _find_numbered(self, path: str) -> SimulatedPage | None:
        for series in self.series:
            if page := series.find(path):
                return page
        return None

    def _find_listing(self, path: str) -> SimulatedPage | None:
        found = _LISTING.search(path)
        number = int(found[1]) if found else 0
        for series in self.series if number > 1 else ():
            if number <= self.listing_pages(series) and self.listing_path(series, number) == path:
                return SimulatedPage(self.listing_kind(series), path, number)
        return None

    @staticmethod
    def listing_kind(series: Series) -> PageKind:
        return "blog" if series.kind == "post" else "shop"

    @staticmethod
    def listing_pages(series: Series) -> int:
        return -(-series.count // LISTING_SIZE)

    def listing_path(self, series: Series, number: int) -> str:
        first = self.kinds[self.listing_kind(series)].path
        if number == 1:
            return first
        if "?" in first:
            return f"{first}&page_number={number}"
        stem, ending = _split_ending(first)
        return f"{stem}/page/{number}{ending}"

    def of_kind(self, kind: PageKind) -> Series | None:
        return next((series for series in self.series if series.kind == kind), None)

    def span(self, kind: PageKind) -> range:
        """The places of a series in the order of all pages; empty if the site has none."""
        start = len(self.fixed)
        for series in self.series:
            if series.kind == kind:
                return range(start, start + series.count)
            start += series.count
        return range(0)

    def between(self, span: range) -> Iterator[SimulatedPage]:
        """The pages at these places: fixed pages come first, then each series."""
        yield from islice(self.fixed.values(), span.start, span.stop)
        start = len(self.fixed)
        for series in self.series:
            for number in range(max(1, span.start - start + 1), min(series.count, span.stop - start) + 1):
                yield SimulatedPage(series.kind, series.path(number), number)
            start += series.count


def draw_routes(dice: Dice, variant: Variant, language: Language, pages: int, *, is_shop: bool) -> Routes:
    kinds = _draw_kinds(dice, pages, is_shop=is_shop)
    slugs = {kind: dice.choice(options) for kind, options in language.slugs.items()}
    if variant.keeps_umlauts:
        slugs["about"] = language.navigation["about"].lower().replace(" ", "-").rstrip("-?")
    by_kind: dict[PageKind, SimulatedPage] = {"home": SimulatedPage("home", "/")}
    for kind in kinds:
        prefix = "/" if kind in {"blog", "shop"} and "?" not in variant.page_prefix else variant.page_prefix
        by_kind[kind] = SimulatedPage(
            kind, f"{prefix}{quote(slugs[kind])}{variant.suffix}", int(kind in {"blog", "shop"})
        )
    numbered = pages - len(by_kind)
    series = tuple(_draw_series(variant, language, slugs, by_kind, numbered)) if numbered > 0 else ()
    return Routes({unquote(page.path): page for page in by_kind.values()}, by_kind, series)


def _draw_kinds(dice: Dice, pages: int, *, is_shop: bool) -> list[PageKind]:
    """A tiny site has the pages its owner thought of first; a larger one keeps room for posts or products."""
    kinds = [*_FIRST_KINDS, *dice.sample(_LATER_KINDS, len(_LATER_KINDS))]
    listings: list[PageKind] = ["shop", "blog"] if is_shop else ["blog"]
    room = pages - 1
    if room < 5 and not is_shop:
        return kinds[:room]
    fixed = min(room, len(kinds), max(2, room * (4 if is_shop else 7) // 10))
    return kinds[:fixed] + listings[: room - fixed]


def _draw_series(
    variant: Variant, language: Language, slugs: dict[str, str], kinds: dict[PageKind, SimulatedPage], count: int
) -> Iterator[Series]:
    ending = "" if variant.product_path.endswith(".html") else variant.suffix
    products = count if "blog" not in kinds else count - count // 4
    if "shop" in kinds and products:
        pattern = variant.product_path.replace("{shop}", slugs["shop"]) + ending
        yield Series("product", pattern, tuple(slugify(name) for name in language.products), products)
    posts = count - products if "shop" in kinds else count
    if "blog" in kinds and posts:
        pattern = variant.post_path.replace("{blog}", slugs["blog"]) + variant.suffix
        yield Series("post", pattern, tuple(slugify(line) for line in language.headlines), posts)


@lru_cache(maxsize=512)
def slugify(words: str) -> str:
    """A path of plain letters from a headline, as content systems make one.

    >>> slugify("Häufige Fragen in {city}")
    'haufige-fragen-in'
    """
    plain = unicodedata.normalize("NFKD", words.lower().replace("{city}", "").replace("ł", "l"))
    return "-".join(re.findall(r"[a-z0-9]{1,40}", plain.encode("ascii", "ignore").decode()))


def _split_ending(path: str) -> tuple[str, str]:
    stem, dot, ending = path.rpartition(".")
    if dot and "/" not in ending:
        return stem, f".{ending}"
    return path.rstrip("/"), "/" if path.endswith("/") else ""
