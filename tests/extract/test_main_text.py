"""A page's own words, without what frames every page."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from tests.extract.page_strategies import any_text
from tests.timing import assert_quick

from scrapersky.extract.html.document import read_document
from scrapersky.extract.pages.facts import read_page_facts
from scrapersky.extract.pages.main_text import main_text

WORDS = "We have fixed roofs in the valley for thirty years and answer within a day. " * 4
FRAME = """<header><nav><a href="/">Home</a></nav></header>{}<aside>Latest news</aside>
<div class="cookie-notice">We use cookies</div><form><label>Name<input></label></form><footer>© Acme</footer>"""


def text(html: str) -> str:
    return main_text(read_document(html)).text


@pytest.mark.parametrize("holder", ["<main>{}</main>", "<article>{}</article>", "<div role='main'>{}</div>", "{}"])
def test_menus_footers_forms_and_notices_are_left_out(holder: str) -> None:
    page = FRAME.format(holder.format(f"<h1>Roofs</h1><p>{WORDS}</p>"))
    assert text(page) == f"Roofs\n{WORDS.strip()}"


def test_lists_of_links_are_left_out_and_links_in_sentences_stay() -> None:
    page = f"<ul><li><a href=/a>Gutters</a></li></ul><p>{WORDS} See <a href=/b>our prices</a>.</p>"
    assert text(page) == f"{WORDS.strip()} See our prices."


def test_an_empty_main_does_not_hide_the_page() -> None:
    assert text(f"<main></main><div><p>{WORDS}</p></div>") == WORDS.strip()


def test_headings_are_kept_in_order_and_once() -> None:
    page = read_document("<h1>Acme</h1><h2>Roofs</h2><p>x</p><h2>Roofs</h2><h3><a href=/>Walls</a></h3>")
    assert main_text(page).headings == ("Acme", "Roofs", "Walls")


@given(any_text)
@settings(max_examples=100)
def test_any_string_has_facts(html: str) -> None:
    facts = read_page_facts(html, "https://acme.example/")
    assert facts.words == len(facts.text.split())


@pytest.mark.parametrize(
    "make",
    [
        lambda: "<div>" * 1_000_000,
        lambda: "<p><b>x" * 300_000,
        lambda: "x" * 5_000_000,
        lambda: "<h1>x" * 500_000,
        lambda: "<a href=/x>y</a>" * 200_000,
        lambda: "<select>" + "<option>x" * 300_000,
        lambda: "<li><dd><dt>" * 300_000,
        lambda: "\u200d" * 1_500_000,
    ],
    ids=["deep", "formatting", "word", "headings", "links", "choices", "list-items", "joiners"],
)
def test_no_page_takes_long(make: Callable[[], str]) -> None:
    html = make()
    assert_quick(lambda: read_page_facts(html, "https://acme.example/"), seconds=1)
