"""A bounded fuzz target: real-looking pages, broken at random places with the same seed each time."""

import random
import time

from tests.extract.page_strategies import PIECES
from tests.timing import assert_quick

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.emails.normal_form import normalise_email
from scrapersky.extract.finding import Kind
from scrapersky.extract.phones.numbers import valid_e164

SITE = "https://acme.example/"
SECONDS = 1.5
SEEDS = (
    """<!doctype html><html lang="en-US"><head><title>Acme</title><script type="application/ld+json">
    {"@type": "Dentist", "telephone": "+1 512-555-0100", "address": {"@type": "PostalAddress", "postalCode": "78701"}}
    </script></head><body><p>Write to <a href="mailto:info@acme.example?subject=Hi">us</a> or jo [at]
    acme [dot] example.</p></body></html>""",
    """<div class="vcard"><b class="fn">Jo Roe</b> <span class="tel">(512) 555-0100</span>
    <a data-cfemail="422b2c242d0223212f276c212d2f">x</a></div>
    <footer>Website by <a href="https://www.facebook.com/pixel">Pixel</a> hi@pixel.example</footer>""",
    """<table itemscope itemtype="https://schema.org/Person"><tr><td>Tel</td>
    <td itemprop="telephone">+49 30 23125-001</td></tr><tr><td>Fax</td><td>+49 30 23125-002</td></tr></table>
    <script>window.a = {"b": "c\\u0040acme.example"};</script>""",
)


def broken(page: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 12)):
        here, there = sorted((chance.randint(0, len(page)), chance.randint(0, len(page))))
        piece = chance.choice((*PIECES, page[here:there], chr(chance.randint(0, 0x2FFF)), ""))
        cut = min(there, here + chance.choice((0, 1, 5, 40)))
        page = page[:here] + piece + page[cut:]
    return page[:20_000]


def test_broken_pages_are_read_quickly_and_give_only_normal_values() -> None:
    chance = random.Random(20_261_115)
    started = time.process_time()
    tried = 0
    slowest: tuple[float, str, str | None] = (0.0, "", None)
    while time.process_time() - started < SECONDS:
        page = broken(chance.choice(SEEDS), chance)
        region = chance.choice(("US", "DE", None))
        before = time.process_time()
        extraction = extract_contacts(page, SITE, region)
        slowest = max(slowest, (time.process_time() - before, page, region), key=lambda one: one[0])
        tried += 1
        for finding in extraction.findings:
            if finding.kind is Kind.EMAIL:
                assert normalise_email(finding.value) == finding.value
            elif finding.kind in (Kind.PHONE, Kind.FAX, Kind.WHATSAPP):
                assert valid_e164(finding.value, None) == finding.value
    assert tried > 50
    _, page, region = slowest
    assert_quick(lambda: extract_contacts(page, SITE, region), seconds=0.5)
