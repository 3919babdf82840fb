"""Text from the web, on its way to a person's eye."""

import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapersky.curation_sdk.shown_columns import ColumnKind
from scrapersky.web.text import ago, safe_href, shown, written

TURNING = ("RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI")


@given(st.text())
def test_nothing_that_is_shown_can_turn_or_hide_text(text: str) -> None:
    for character in shown(text):
        assert character in "\t\n" or unicodedata.category(character) != "Cc"
        assert unicodedata.bidirectional(character) not in (
            "RLE",
            "LRE",
            "RLO",
            "LRO",
            "PDF",
            "RLI",
            "LRI",
            "FSI",
            "PDI",
        )


@given(st.text(st.characters(categories=("L", "N", "P", "Zs"))))
def test_ordinary_text_is_shown_as_it_is(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize(
    "hostile",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "//evil.example",
        "https:evil",
        "https://",
        "http://[broken",
        "https://fine.example/\u202egnp.exe",
        "https://a.example/\nb",
        "",
        None,
        7,
    ],
)
def test_only_plain_web_addresses_become_links(hostile: object) -> None:
    assert safe_href(hostile) is None


def test_web_addresses_become_links() -> None:
    assert safe_href("https://acme.example/a?b=c#d") == "https://acme.example/a?b=c#d"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s ago"), (59, "59 s ago"), (60, "1 min ago"), (7_200, "2 h ago"), (200_000, "2 d ago"), (-5, "0 s ago")],
)
def test_ages_are_told_in_the_largest_unit(seconds: int, words: str) -> None:
    assert ago(datetime.now(UTC) - timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (640_000, ColumnKind.MONEY_MICROS, "$0.64"),
        (0, ColumnKind.MONEY_MICROS, "$0.00"),
        (900, ColumnKind.BYTES, "900 B"),
        (20_480, ColumnKind.BYTES, "20.0 KB"),
        (3_000_000_000, ColumnKind.BYTES, "2.8 GB"),
        (0.333333, ColumnKind.NUMBER, "0.3333"),
        (True, ColumnKind.BOOLEAN, "yes"),
        (False, ColumnKind.BOOLEAN, "no"),
        (["webhook", "file"], ColumnKind.JSON, "webhook, file"),
        (datetime(2026, 3, 1, 9, 14, 7, tzinfo=UTC), ColumnKind.MOMENT, "2026-03-01 09:14"),
        (None, ColumnKind.MONEY_MICROS, ""),
        ("\u202egnp.exe", ColumnKind.TEXT, "[U+202E]gnp.exe"),
        (["\u202e"], ColumnKind.JSON, "[U+202E]"),
    ],
)
def test_values_are_written_by_their_kind(value: object, kind: ColumnKind, text: str) -> None:
    assert written(value, kind) == text
