"""CPU time of contact extraction on the pages of simulated sites, beside what the obvious libraries take.

Run: python -m benchmarks.contacts [FOLDER]. The simulated pages are as long as contact pages are (about 20 KB in the
middle). With a folder, the HTML files in it and below are timed first: real pages of your own.
"""

import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import phonenumbers

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.simulator.exchange import SiteRequest
from scrapersky.simulator.sites import respond, truth
from scrapersky.simulator.world import World

SEED, BUSINESSES = 11, 60
READ_KINDS = frozenset({"home", "contact", "about", "team", "legal"})


@dataclass(frozen=True, slots=True)
class Sited:
    """A page as the extractor gets it; of one from a folder neither address nor country is known."""

    html: str
    url: str = ""
    country: str | None = None


def sited_pages() -> Iterator[Sited]:
    """The pages that are read for contacts, of every site of a small world."""
    world = World(seed=SEED, businesses=BUSINESSES)
    for business in world:
        if business.website is None or not business.website.host:
            continue
        for page in truth(world, business).pages:
            parts = urlsplit(page.url)
            request = SiteRequest(
                "GET", parts.hostname or "", parts.path or "/", parts.query, {}, parts.scheme == "https"
            )
            answer = respond(world, business, request)
            if page.kind in READ_KINDS and answer.status == 200 and isinstance(answer.body, bytes):
                yield Sited(decode_html(answer.body).text, page.url, business.country)


def folder_pages(folder: Path) -> Iterator[Sited]:
    """The HTML files of a folder and the folders below, in order."""
    for path in sorted(folder.rglob("*.htm*")):
        yield Sited(decode_html(path.read_bytes()).text)


def obvious_way(page: Sited) -> object:
    """Tags cut away by a pattern, a pattern for addresses, the phone library's own search."""
    text = re.sub(r"<[^>]{0,2000}>", " ", page.html)
    emails = re.findall(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}", text)
    return emails, [match.raw_string for match in phonenumbers.PhoneNumberMatcher(text, page.country or "US")]


def milliseconds(work: Callable[[Sited], object], pages: Sequence[Sited]) -> list[float]:
    """One call per page, after one to warm up."""
    work(pages[-1])
    times = []
    for page in pages[:-1]:
        started = time.process_time()
        work(page)
        times.append((time.process_time() - started) * 1000)
    return times


def report(name: str, pages: Sequence[Sited]) -> None:
    ours = milliseconds(lambda page: extract_contacts(page.html, page.url, page.country), pages)
    theirs = milliseconds(obvious_way, pages)
    size = statistics.median(len(page.html) for page in pages) / 1024
    print(f"{len(ours)} pages {name}, {size:.0f} KB in the middle, CPU milliseconds")
    most = statistics.quantiles(ours, n=10)[-1]
    print(f"  everything       {statistics.median(ours):6.2f}, nine in ten under {most:.2f}")
    print(f"  the obvious way  {statistics.median(theirs):6.2f}, e-mails and phones only")


def main(folder: str | None = None) -> None:
    if folder is not None:
        own = list(folder_pages(Path(folder)))
        if len(own) < 3:
            sys.exit(f"{folder} has {len(own)} HTML files; timing takes three or more.")
        report(f"of {folder}", own)
    report("of simulated sites", list(sited_pages()))


if __name__ == "__main__":
    main(*sys.argv[1:2])
