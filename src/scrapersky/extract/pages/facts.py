"""What is kept of a page that was read: title, language, main text, headings, links, structured data."""

from collections.abc import Mapping
from dataclasses import dataclass

from scrapersky.extract.html.document import read_document
from scrapersky.extract.pages.home_page import PageLink, home_page_of
from scrapersky.extract.pages.main_text import main_text
from scrapersky.extract.pages.parked import Parked
from scrapersky.extract.pages.placeholder_pages import StandIn, recognise_stand_in
from scrapersky.extract.structured_data import flat_fields, read_structured_data

MAX_FIELDS = 200
MAX_VALUES = 50
MAX_VALUE = 1_000
FEW_WORDS = 30
FEW_LINKS = 3


@dataclass(frozen=True, slots=True)
class PageFacts:
    """`structured` has the plain values of all described things by property; `parked` is why there is no real page.

    `stand_in` is what is there instead of the page, `sends_on_to` where a page that says next to nothing leads.
    """

    title: str | None
    description: str | None
    language: str | None
    text: str
    words: int
    headings: tuple[str, ...]
    links: tuple[PageLink, ...]
    structured: Mapping[str, tuple[str, ...]]
    parked: Parked | None
    stand_in: StandIn | None
    sends_on_to: str | None
    needs_browser: bool


def read_page_facts(html: str, url: str, headers: Mapping[str, str] | None = None) -> PageFacts:
    """Read any page's facts; bounded in time and size, whatever it holds.

    >>> facts = read_page_facts("<html lang=en><title>Acme</title><h1>Roofs</h1><p>We fix roofs.", "https://acme.example/")
    >>> facts.title, facts.language, facts.text, facts.words
    ('Acme', 'en', 'Roofs\\nWe fix roofs.', 4)
    """
    document = read_document(html, url, is_for_contacts=False)
    page = home_page_of(document, headers)
    main = main_text(document)
    words = len(main.text.split())
    asks_for_password = document.tree.css_first('input[type="password" i]') is not None
    return PageFacts(
        title=page.title,
        description=page.description,
        language=page.language,
        text=main.text,
        words=words,
        headings=main.headings,
        links=page.links,
        structured=_bounded(flat_fields(read_structured_data(document))),
        parked=page.parked,
        stand_in=recognise_stand_in(page.title, main.headings, words, asks_for_password=asks_for_password),
        sends_on_to=page.redirects_to if words < FEW_WORDS and len(page.links) < FEW_LINKS else None,
        needs_browser=page.needs_browser,
    )


def _bounded(fields: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    chosen = list(fields.items())[:MAX_FIELDS]
    return {name[:100]: tuple(value[:MAX_VALUE] for value in values[:MAX_VALUES]) for name, values in chosen}
