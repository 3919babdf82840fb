"""CPU time of contact extraction on a typical page, part by part, beside what the obvious libraries take.

Run: python -m benchmarks.contacts
"""

import re
import time
from collections.abc import Callable

import phonenumbers

from scrapersky.extract.contacts import extract_contacts
from scrapersky.extract.document import read_document
from scrapersky.extract.emails import find_emails
from scrapersky.extract.phones import find_phones
from scrapersky.extract.socials import find_socials
from scrapersky.extract.structured_data import read_structured_data

ROUNDS = 40
URL = "https://www.acme.example/contact"
_SENTENCE = "We have cared for families in the valley since 1987, with 12 chairs, 3 surgeries and free parking behind the house. "


def typical_page(kilobytes: int = 40) -> str:
    """A small firm's contact page: menu, text, cards with numbers and addresses, linked data, footer."""
    menu = "".join(
        f'<li class="menu-item menu-item-{n}"><a href="/page-{n}/"><span>Page {n}</span></a></li>' for n in range(40)
    )
    cards = "".join(
        f'<div class="card"><h3>Office {n}</h3><p>{n}00 Main Street, Austin, TX 7870{n}</p><p>Tel: (512) 555-01{n:02}<br>Fax: (512)'
        f' 555-02{n:02}</p><p><a href="mailto:office{n}@acme.example">office{n}@acme.example</a></p></div>'
        for n in range(8)
    )
    linked_data = (
        '<script type="application/ld+json">{"@type": "Dentist", "telephone": "512-555-0100", "name": "Acme"}</script>'
    )
    footer = '<footer><a href="https://www.facebook.com/acme">f</a> Website by <a href="https://pixel.example">Pixel</a></footer>'
    head = (
        f"<!doctype html><html lang='en-US'><head><title>Acme</title>{linked_data}</head><body><ul>{menu}</ul>{cards}"
    )
    paragraphs = ""
    while len(head) + len(paragraphs) + len(footer) < kilobytes * 1024:
        paragraphs += (
            f'<div class="row"><div class="col-md-6"><p>{_SENTENCE * 3}</p></div><img src="/a.png" alt="A room"></div>'
        )
    return f"{head}{paragraphs}{footer}</body></html>"


def milliseconds(work: Callable[[], object]) -> float:
    """The best of several rounds: on a shared machine the least disturbed one tells most."""
    work()
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best * 1000


def obvious_way(html: str) -> tuple[list[str], list[str]]:
    """Tags cut away by a pattern, a pattern for addresses, the phone library's own search."""
    text = re.sub(r"<[^>]{0,2000}>", " ", html)
    emails = re.findall(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}", text)
    numbers = [match.raw_string for match in phonenumbers.PhoneNumberMatcher(text, "US")]
    return emails, numbers


def main() -> None:
    page = typical_page()
    document = read_document(page, URL)
    whole = milliseconds(lambda: extract_contacts(page, URL, "US"))
    print(f"page of {len(page) / 1024:.0f} KB, CPU milliseconds, best of {ROUNDS}")
    print(f"  everything             {whole:6.2f}")
    print(f"    parse and text       {milliseconds(lambda: read_document(page, URL)):6.2f}")
    print(f"    e-mails              {milliseconds(lambda: find_emails(document)):6.2f}")
    print(f"    phones               {milliseconds(lambda: find_phones(document, 'US')):6.2f}")
    print(f"    socials              {milliseconds(lambda: find_socials(document)):6.2f}")
    print(f"    structured data      {milliseconds(lambda: read_structured_data(document)):6.2f}")
    print(f"  the obvious way        {milliseconds(lambda: obvious_way(page)):6.2f}")


if __name__ == "__main__":
    main()
