"""What a person types is taken as what it is to be, or refused with what is wrong."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapersky.extract.corrections import (
    read_email,
    read_language,
    read_limit,
    read_line,
    read_page_kind,
    read_phone,
    read_url,
)

TEXTS = [read_email, read_language, read_line, read_page_kind, read_phone, read_url]


@pytest.mark.parametrize(
    ("read", "text"),
    [
        *(
            (read_email, text)
            for text in ("not an email", "a@b", "a@@b.example", "a b@acme.example", "ana@", ".a@b.example")
        ),
        *((read_phone, text) for text in ("call us", "12", "+49", "+1 512 555 01", "555-CALL", "1" * 40)),
        *(
            (read_url, text)
            for text in ("not a url", "https://", "ftp://acme.example", "localhost", "javascript:alert(1)")
        ),
        *((read_line, text) for text in ("", "  ", "---", "a\x07b", "x" * 301)),
        *((read_language, text) for text in ("German", "d", "de_DE!")),
        (read_page_kind, "best"),
    ],
)
def test_what_it_is_not_is_refused_in_words(read: Callable[[str], str], text: str) -> None:
    with pytest.raises(ValueError, match=r" is no | has | characters"):
        read(text)


@pytest.mark.parametrize("number", [0, -1, 1_000_001])
def test_a_limit_is_a_number_of_places(number: int) -> None:
    with pytest.raises(ValueError, match="1 to 1,000,000"):
        read_limit(number)


@given(st.sampled_from(TEXTS), st.text(max_size=60))
def test_what_was_taken_is_taken_again_as_it_is(read: Callable[[str], str], text: str) -> None:
    try:
        taken = read(text)
    except ValueError:
        return
    assert read(taken) == taken


@pytest.mark.parametrize(
    ("read", "text", "taken"),
    [
        (read_email, "José.Ñandú@müller.example", "josé.ñandú@müller.example"),
        (read_phone, "0049 89 9017238", "+49899017238"),
        (read_phone, "(512) 555-0100 ext. 7", "(512) 555-0100 ext. 7"),
        (read_phone, "+1 512-555-0100 ext. 7", "+15125550100 ext. 7"),
        (read_phone, "001 512-555-0100x7", "+15125550100 ext. 7"),
        (read_phone, "+1-512-555-0100;ext=7", "+15125550100 ext. 7"),
        (read_url, "https://bücher.example/über?x=1", "https://bücher.example/über?x=1"),
        (read_line, "東京デンタル", "東京デンタル"),
        (read_language, "zh-Hant", "zh-Hant"),
        (read_page_kind, "team", "team"),
    ],
)
def test_what_it_is_is_taken(read: Callable[[str], str], text: str, taken: str) -> None:
    assert read(text) == taken
