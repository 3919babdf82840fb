"""A quick look spares a slow search: it may be wrong only where the search finds nothing either."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapersky.extract.addresses.patterns import CODE_HINTS, CODE_LAST
from scrapersky.extract.addresses.typed_patterns import (
    CODE_LABEL,
    STREET_ALONE,
    STREET_AND_NUMBER,
    may_label_code,
    may_name_street,
)
from scrapersky.extract.folding import fold_space
from scrapersky.extract.phrases import has_digit, has_word, letters_of

_TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from(" _-.09azAZ\u00e9"), max_size=40)


@pytest.mark.parametrize(
    "text",
    [
        "Rua Nova 5",
        "av.Central 12",
        "C/ Mayor 3",
        "HIGHSTREET 5",
        "ถนนสุขุมวิท 12",
        "Nová ulica 7",
        "P.LE Roma 4",
        "Main St 9",
    ],
)
def test_a_street_that_a_search_finds_names_its_kind(text: str) -> None:
    assert STREET_AND_NUMBER.search(text) or STREET_ALONE.search(text)
    assert may_name_street(text)


@pytest.mark.parametrize(
    "text", ["CAP20100 Roma", "C.P. 44100", "cp: 44100", "Código postal 28001", "PLZ 10115", "τ.κ. 10431"]
)
def test_a_label_of_a_code_begins_with_a_known_word(text: str) -> None:
    assert CODE_LABEL.search(text)
    assert may_label_code(text)


@pytest.mark.parametrize(
    "text", ["Austin, TX 78701", "Austin TX., zip: 78701", "Perth WA 6000", "Austin, TX.,   78701-1234"]
)
def test_a_code_that_follows_its_state_is_seen_from_its_digits(text: str) -> None:
    country = "AU" if "Perth" in text else "US"
    assert CODE_LAST[country].search(text)
    assert CODE_HINTS[country].search(text)


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
