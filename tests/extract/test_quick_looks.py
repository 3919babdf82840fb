"""A quick look spares a slow search: it may be wrong only where the search finds nothing either."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_strategies import any_text

from scrapersky.extract.addresses.patterns import CODE_FIRST, CODE_LAST, CODE_LIKE, UNIT, may_hold_unit
from scrapersky.extract.addresses.places import code_families
from scrapersky.extract.folding import fold_space
from scrapersky.extract.html.document import read_document
from scrapersky.extract.opening_hours.extraction import may_name_day, names_day
from scrapersky.extract.opening_hours.notations import folded_text
from scrapersky.extract.opening_hours.vocabulary import WEEK_SIGN, week_named_in
from scrapersky.extract.people.channels import before_channels
from scrapersky.extract.phrases import has_digit, has_word, letters_of
from scrapersky.extract.urls import normalise_url, parse_web_url

_TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from(" _-.09azAZ\u00e9"), max_size=40)


@pytest.mark.parametrize(
    "text", ["Austin, TX 78701", "Austin TX., zip: 78701", "Perth WA 6000", "Austin, TX.,   78701-1234"]
)
def test_a_code_that_follows_its_state_is_seen_from_its_digits(text: str) -> None:
    country = "AU" if "Perth" in text else "US"
    assert CODE_LAST[country].search(text)
    assert country in code_families(text)


_DIGITS_AND_PLACES = st.lists(
    st.sampled_from(["1", "23", "456", "7801", "7", "AB", "x", "TX", "WA", " ", ", ", "-", "Ulm"])
)


@given(_DIGITS_AND_PLACES.map("".join))
def test_a_code_is_looked_for_wherever_a_pattern_finds_one(text: str) -> None:
    found = {family for family, pattern in (CODE_LAST | CODE_FIRST).items() if pattern.search(text)}
    assert found <= code_families(text)
    assert not found or CODE_LIKE.search(text)


_UNITS = st.lists(
    st.sampled_from(
        [
            "Suite",
            "bajo",
            "unit",
            "5",
            "12",
            "3rd",
            "ground",
            "floor",
            "Level",
            "#",
            "F",
            "/",
            "tv",
            "\u00ba",
            "A",
            " ",
            ".",
            "x",
        ]
    )
)


@given(_UNITS.map("".join))
def test_a_unit_is_looked_for_wherever_the_pattern_finds_one(text: str) -> None:
    assert may_hold_unit(text) or UNIT.search(text) is None


@given(_TEXTS)
def test_words_are_the_same_in_plain_letters_and_others(text: str) -> None:
    assert list(letters_of(text)) == re.findall(r"[^\W\d_]+", text.lower())
    assert all(has_word(text, frozenset((word,))) for word in re.findall(r"\w+", text.lower()))
    assert has_digit(text) is (re.search(r"\d", text) is not None)


@given(_TEXTS)
def test_space_is_folded_whatever_the_letters(text: str) -> None:
    folded = fold_space(text)
    assert folded == " ".join(folded.split())
    assert folded == fold_space(f"\u200b{text}")


_NOTATIONS = st.lists(
    st.sampled_from(
        [
            "mon",
            "t2",
            "6pm",
            "p.m.",
            "ma",
            "m",
            "t",
            "th",
            "po",
            "pi",
            "i",
            "h",
            "-",
            "\u2013",
            "/",
            ",",
            " ",
            ". ",
            "9",
            "@a.b",
            "www.",
            "n- ",
        ]
    ),
    max_size=12,
).map("".join)


@given(_NOTATIONS)
def test_a_day_is_looked_for_wherever_a_notation_has_one(text: str) -> None:
    assert may_name_day(text) or not names_day(folded_text(text))


@given(_NOTATIONS)
def test_a_week_is_looked_for_wherever_its_sign_stands(text: str) -> None:
    sign = WEEK_SIGN.search(text)
    assert week_named_in(text) == (sign.lastgroup if sign is not None else None)


@pytest.mark.parametrize(
    "channel", ["512 555 0100", "(512) 555-0100", "+1 512 555 0100", "(+1) 512 555 0100", "(+1 512 555 0100)"]
)
def test_what_stands_before_a_number_is_read_without_what_opens_it(channel: str) -> None:
    assert before_channels(f"Jane Doe {channel}") == before_channels(f"Jane Doe {channel} www.") == "Jane Doe"


@given(any_text)
def test_facts_are_read_from_the_words_and_scripts_that_contacts_are_read_from(text: str) -> None:
    whole, plain = read_document(text), read_document(text, is_for_contacts=False)
    assert (plain.text, plain.lines, plain.scripts, plain.title) == (
        whole.text,
        whole.lines,
        whole.scripts,
        whole.title,
    )


@given(
    st.lists(st.sampled_from(["a", "b.html", "..", ".", "/", "//", "~c", "%41", "?q", "#f", ":", " "]), max_size=6).map(
        "".join
    )
)
def test_a_link_beside_a_page_leads_where_browsers_go(link: str) -> None:
    """But for space before a fragment, which nobody means to be of the address."""
    base = "https://acme.example/about/us.html"
    parsed = parse_web_url(link.partition("#")[0].strip(), base)
    assert normalise_url(link, base) == (normalise_url(parsed.href) if parsed is not None else None)
