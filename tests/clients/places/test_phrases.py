"""What is looked for, and where."""

import pytest

from scrapersky.clients.places.errors import EmptyPhrase
from scrapersky.clients.places.phrases import Phrase, parse_phrase


@pytest.mark.parametrize(
    ("phrase", "what", "area"),
    [
        ("dentists in Austin, TX", "dentists", "Austin, TX"),
        ("  Dentists   IN  Austin ", "Dentists", "Austin"),
        ("drive in cinemas near Leeds", "drive in cinemas", "Leeds"),
        ("Zahnärzte in Köln", "Zahnärzte", "Köln"),
        ("fontaneros cerca de Madrid", "fontaneros", "Madrid"),
    ],
)
def test_the_last_word_of_place_divides_the_phrase(phrase: str, what: str, area: str) -> None:
    assert parse_phrase(phrase) == Phrase(what, area)


@pytest.mark.parametrize("phrase", ["", "   ", "\x00", "dentists", "in Austin", "x" * 300])
def test_a_phrase_that_lacks_a_half_says_what_is_missing(phrase: str) -> None:
    with pytest.raises(EmptyPhrase) as raised:
        parse_phrase(phrase)
    assert raised.value.http_status == 422


def test_an_area_given_apart_leaves_the_phrase_whole() -> None:
    assert parse_phrase("walk in clinics", "Leeds") == Phrase("walk in clinics", "Leeds")
