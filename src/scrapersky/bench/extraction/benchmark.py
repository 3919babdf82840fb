"""`scrapersky bench extraction`: contacts in pages, beside extruct, patterns and phonenumbers, and how rightly."""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson

from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, race
from scrapersky.bench.peers import PeerMissing, answer_of, peer_python
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.simulator.exchange import SiteRequest
from scrapersky.simulator.sites import SiteTruth, respond, truth
from scrapersky.simulator.world import World

OURS, COMMON = "ScraperSky", "extruct, patterns and phonenumbers"
FRUGAL = f"{COMMON}, JSON-LD and microdata only"
BUSINESSES, QUICK_BUSINESSES = 60, 8
ROUNDS, QUICK_ROUNDS = 5, 1
LEAST_F1 = 0.9
PACKAGES = ("extruct==0.18.0", "phonenumbers==9.0.19", "parsel")
_READ = frozenset({"home", "contact", "about", "team", "legal"})
_COMMON = Path(__file__).with_name("common_way.py")


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page as an extractor gets it, and what it shows; `planted` anywhere on it, readable without running scripts."""

    html: str
    url: str
    country: str | None
    planted: frozenset[str]


def made_pages(businesses: int) -> Iterator[MadePage]:
    """The pages that are read for contacts, of every site of a small world."""
    world = World(seed=11, businesses=businesses)
    for business in world:
        if business.website is None or not business.website.host:
            continue
        site = truth(world, business)
        for page in site.pages:
            parts = urlsplit(page.url)
            request = SiteRequest(
                "GET", parts.hostname or "", parts.path or "/", parts.query, {}, parts.scheme == "https"
            )
            answer = respond(world, business, request)
            if page.kind in _READ and answer.status == 200 and isinstance(answer.body, bytes):
                yield MadePage(decode_html(answer.body).text, page.url, business.country, _shown(site, page.url))


def _shown(site: SiteTruth, url: str) -> frozenset[str]:
    return frozenset(
        each.value.lower()
        for each in site.planted
        if each.kind in ("email", "phone") and each.visible_without_script and (each.on_every_page or url in each.urls)
    )


def f1(pages: Sequence[MadePage], found: Sequence[Sequence[str]]) -> float:
    """Of addresses and numbers, page by page: both what is missed and what is not there count."""
    right = sum(len(page.planted & set(values)) for page, values in zip(pages, found, strict=True))
    return (
        2 * right / max(1, sum(len(page.planted) + len(set(values)) for page, values in zip(pages, found, strict=True)))
    )


class ExtractionCourse:
    def __init__(self, folder: Path, businesses: int) -> None:
        self.pages = list(made_pages(businesses))
        self.f1: dict[str, float] = {}
        self._file = folder / "pages.json"
        plain = [{"html": page.html, "url": page.url, "country": page.country} for page in self.pages]
        self._file.write_bytes(orjson.dumps(plain))

    async def lap(self, name: str, command: Sequence[str]) -> Lap:
        answer: dict[str, Any] = await answer_of([*command, str(self._file)])
        found = [[value.lower() for value in values] for values in answer.pop("found")]
        self.f1[name] = f1(self.pages, found)
        if name == OURS and self.f1[name] < LEAST_F1:
            raise ScraperSkyError(f"Only {self.f1[name]:.2f} of what the pages show was found.")
        return Lap(len(self.pages), **answer)


async def measure(run: BenchRun) -> BenchResult:
    businesses, rounds = run.choose((BUSINESSES, ROUNDS), (QUICK_BUSINESSES, QUICK_ROUNDS))
    notes, versions = list[str](), dict[str, str]()
    with tempfile.TemporaryDirectory(prefix="scrapersky-bench-") as folder:
        course = ExtractionCourse(Path(folder), businesses)
        ours = [sys.executable, "-m", "scrapersky.bench.extraction.our_way"]
        contenders: dict[str, Contender] = {OURS: partial(course.lap, OURS, ours)}
        try:
            python = await peer_python(run.folder, "extraction", PACKAGES, install=not run.quick, say=run.say)
            contenders[COMMON] = partial(course.lap, COMMON, [str(python), str(_COMMON)])
            contenders[FRUGAL] = partial(course.lap, FRUGAL, [str(python), str(_COMMON), "json-ld", "microdata"])
            versions = dict(package.split("==") for package in PACKAGES if "==" in package)
        except PeerMissing as missing:
            notes.append(f"The common way is not beside us: {missing}")
        laps = await race(contenders, rounds)
    notes += [f"{name}: F1 {share:.3f} of addresses and numbers" for name, share in course.f1.items()]
    compared = [Comparison("common", OURS, COMMON, goal=2.5), Comparison("frugal", OURS, FRUGAL)]
    return BenchResult("extraction", laps, "pages", compared, versions, notes)
