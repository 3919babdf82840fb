"""CPU time of contact extraction: on the pages of simulated sites, and part by part on one that is heavy with tags.

Run: python -m benchmarks.contacts [FOLDER]. The simulated pages are as long as contact pages are (about 20 KB in the
middle); the heavy one has 40 KB, 1,300 tags and twelve numbers in every paragraph. Beside it, what the obvious
libraries take. With a folder, the HTML files in it and below are timed first: real pages of your own.
"""

import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import phonenumbers

from scrapersky.extract.addresses import addresses_in
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.emails.extraction import find_emails
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.html.document import read_document
from scrapersky.extract.opening_hours import opening_hours_in
from scrapersky.extract.people import people_in
from scrapersky.extract.phones.extraction import find_phones
from scrapersky.extract.socials.extraction import find_socials
from scrapersky.extract.structured_data import read_structured_data
from scrapersky.simulator.exchange import SiteRequest
from scrapersky.simulator.sites import respond, truth
from scrapersky.simulator.world import World

ROUNDS = 40
SEED, BUSINESSES = 11, 60
READ_KINDS = frozenset({"home", "contact", "about", "team", "legal"})
T = TypeVar("T")
URL = "https://www.acme.example/contact"
_SENTENCE = (
    "We have cared for {0} families in the valley since 1987, with {1} chairs, 3 rooms and free parking in the yard. "
)
_MENU_ENTRY = '<li class="menu-item menu-item-{0}"><a href="/page-{0}/"><span>Page {0}</span></a></li>'
_CARD = """
<div class="card"><h3>Office {0}</h3><p>{0}00 Main Street, Austin, TX 78701</p>
<p>Tel: (512) 555-{1:04}<br>Fax: (512) 556-{1:04}</p>
<p><a href="mailto:office{1}@acme.example">office{1}@acme.example</a></p></div>
"""
_LINKED_DATA = """
<script type="application/ld+json">{"@type": "Dentist", "telephone": "512-555-0100", "name": "Acme"}</script>
"""
_FOOTER = """
<footer><a href="https://www.facebook.com/acme">f</a> Website by <a href="https://pixel.example">Pixel</a></footer>
"""
_ROW = """
<div class="row"><div class="col-md-6"><p>{0}</p></div>
<ul><li><a href="/one/">One</a></li><li>Two</li></ul><img src="/a.png" alt="A" width="300" height="200"></div>
"""


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


def heavy_page(variant: int, kilobytes: int = 40) -> str:
    """A small firm's contact page with as many tags as real ones; no number and no paragraph twice: no cache helps."""
    menu = "".join(_MENU_ENTRY.format(number) for number in range(60))
    cards = "".join(_CARD.format(number, 100 + variant * 10 + number) for number in range(3))
    head = (
        f"<!doctype html><html lang='en-US'><head><title>Acme</title>{_LINKED_DATA}</head><body><ul>{menu}</ul>{cards}"
    )
    space = kilobytes * 1024 - len(head) - len(_FOOTER)
    rows = "".join(_row(variant, number) for number in range(space // len(_row(variant, 0))))
    return f"{head}{rows}{_FOOTER}</body></html>"


def _row(variant: int, number: int) -> str:
    return _ROW.format("".join(_SENTENCE.format(1_000 + variant * 100 + number, 12 + line) for line in range(4)))


def milliseconds(work: Callable[[T], object], inputs: Sequence[T]) -> float:
    """The middle of one call per input, after one to warm up."""
    return statistics.median(all_milliseconds(work, inputs))


def all_milliseconds(work: Callable[[T], object], inputs: Sequence[T]) -> list[float]:
    work(inputs[-1])
    times = []
    for one in inputs[:-1]:
        started = time.process_time()
        work(one)
        times.append((time.process_time() - started) * 1000)
    return times


def obvious_way(html: str) -> tuple[list[str], list[str]]:
    """Tags cut away by a pattern, a pattern for addresses, the phone library's own search."""
    text = re.sub(r"<[^>]{0,2000}>", " ", html)
    emails = re.findall(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}", text)
    numbers = [match.raw_string for match in phonenumbers.PhoneNumberMatcher(text, "US")]
    return emails, numbers


def report(name: str, sited: Sequence[Sited]) -> None:
    times = all_milliseconds(lambda page: extract_contacts(page.html, page.url, page.country), sited)
    size = statistics.median(len(page.html) for page in sited) / 1024
    print(f"{len(times)} pages {name}, {size:.0f} KB in the middle, CPU milliseconds")
    most = statistics.quantiles(times, n=10)[-1]
    print(f"  everything             {statistics.median(times):6.2f}, nine in ten under {most:.2f}")


def main(folder: str | None = None) -> None:
    if folder is not None:
        own = list(folder_pages(Path(folder)))
        if len(own) < 3:
            sys.exit(f"{folder} has {len(own)} HTML files; timing takes three or more.")
        report(f"of {folder}", own)
    report("of simulated sites", list(sited_pages()))
    pages = [heavy_page(variant) for variant in range(ROUNDS)]
    documents = [read_document(page, URL) for page in pages]
    print(f"heavy pages of {len(pages[0]) / 1024:.0f} KB, CPU milliseconds, middle of {ROUNDS - 1}")
    print(f"  everything             {milliseconds(lambda page: extract_contacts(page, URL, 'US'), pages):6.2f}")
    print(f"  the obvious way        {milliseconds(obvious_way, pages):6.2f}")
    print("  parts, with numbers and addresses already known from above")
    print(f"    parse and text       {milliseconds(lambda page: read_document(page, URL), pages):6.2f}")
    print(f"    e-mails              {milliseconds(find_emails, documents):6.2f}")
    print(f"    phones               {milliseconds(lambda document: find_phones(document, 'US'), documents):6.2f}")
    print(f"    socials              {milliseconds(find_socials, documents):6.2f}")
    print(f"    structured data      {milliseconds(read_structured_data, documents):6.2f}")
    lines = [document.lines for document in documents]
    fresh = [read_document(page, URL) for page in pages]
    print(f"    lines                {milliseconds(lambda document: document.lines, fresh):6.2f}")
    print(f"    people               {milliseconds(people_in, lines):6.2f}")
    print(f"    addresses            {milliseconds(lambda one: addresses_in(one, 'US'), lines):6.2f}")
    print(f"    opening hours        {milliseconds(opening_hours_in, lines):6.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
