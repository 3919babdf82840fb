"""What a person may type to find rows, as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.timing import assert_quick

from scrapersky.curation_sdk.lists.search.text import SearchOperator, SearchText, SearchToken, read_search

FIELDS = ("name", "score", "since", "error")
names = st.sampled_from(FIELDS)
values = st.text(alphabet=st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=40)
numbers = st.decimals(min_value=-1000, max_value=1000, places=1).map(str) | st.integers(-99, 99).map(str)
compared = st.sampled_from(
    [SearchOperator.IS, SearchOperator.ABOVE, SearchOperator.AT_LEAST, SearchOperator.BELOW, SearchOperator.AT_MOST]
)
tokens = st.one_of(
    st.builds(SearchToken, names, compared | st.just(SearchOperator.CONTAINS), values, is_not=st.booleans()),
    st.builds(SearchToken, names, st.just(SearchOperator.BETWEEN), numbers, numbers, is_not=st.booleans()),
    st.builds(SearchToken, names, st.just(SearchOperator.EMPTY), is_not=st.booleans()),
)


words = st.text(alphabet="abcxyz-./", min_size=1, max_size=8).map(lambda word: f"a{word}") | st.just('"two words"')


@given(st.lists(tokens, max_size=5), st.lists(words, max_size=5), st.lists(words, max_size=3))
def test_what_was_written_is_read_back(given_tokens: list[SearchToken], sought: list[str], without: list[str]) -> None:
    text = SearchText(" ".join(sought), tuple(given_tokens), tuple(without))
    assert read_search(str(text), FIELDS) == text


@given(st.text(max_size=300))
def test_any_text_can_be_read_and_told(text: str) -> None:
    for fields in (FIELDS, None, ()):
        read = read_search(text, fields)
        assert all(read.in_words())
        assert len(read.words) <= len(text)
    plainly = text.replace("-", "").replace('"', "")
    assert read_search(plainly, ()).words == " ".join(plainly.split())
    unread = read_search(text, ())
    assert read_search(str(unread), ()) == unread


@settings(deadline=None)  # of the wall clock; what counts is the processor's time
@given(st.sampled_from(['name:"', "-", "name:", "a:", '"', "\\", "name:1..", ".", ">", "name:~\\"]))
def test_a_long_text_of_one_kind_is_read_at_once(piece: str) -> None:
    assert_quick(lambda: read_search(piece * (16_000 // len(piece)), FIELDS), seconds=1)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("score:>80", SearchToken("score", SearchOperator.ABOVE, "80")),
        ("score:>=80", SearchToken("score", SearchOperator.AT_LEAST, "80")),
        ("SCORE:<5", SearchToken("score", SearchOperator.BELOW, "5")),
        ("score:<=5", SearchToken("score", SearchOperator.AT_MOST, "5")),
        ("score:40..80", SearchToken("score", SearchOperator.BETWEEN, "40", "80")),
        ("score:-4.5..8", SearchToken("score", SearchOperator.BETWEEN, "-4.5", "8")),
        ("score:40..", SearchToken("score", SearchOperator.AT_LEAST, "40")),
        ("score:..80", SearchToken("score", SearchOperator.AT_MOST, "80")),
        ("since:2026-03-01..2026-03-05", SearchToken("since", SearchOperator.BETWEEN, "2026-03-01", "2026-03-05")),
        ("name:None", SearchToken("name", SearchOperator.EMPTY)),
        ('name:"none"', SearchToken("name", SearchOperator.IS, "none")),
        ("-name:oak", SearchToken("name", SearchOperator.IS, "oak", is_not=True)),
        ('name:"two words"', SearchToken("name", SearchOperator.IS, "two words")),
        ('name:~"two words"', SearchToken("name", SearchOperator.CONTAINS, "two words")),
        ('name:">5"', SearchToken("name", SearchOperator.IS, ">5")),
        ('name:"1..2"', SearchToken("name", SearchOperator.IS, "1..2")),
        (r'name:"say \"oak\""', SearchToken("name", SearchOperator.IS, 'say "oak"')),
        (r'name:"\d \\"', SearchToken("name", SearchOperator.IS, "\\d \\")),
        ('name:"not closed', SearchToken("name", SearchOperator.IS, "not closed")),
        ("name:https://acme.example/a..b", SearchToken("name", SearchOperator.IS, "https://acme.example/a..b")),
        ("name:", SearchToken("name", SearchOperator.IS, "")),
    ],
)
def test_a_token_is_read_as_it_is_meant(text: str, token: SearchToken) -> None:
    assert read_search(text, FIELDS) == SearchText(tokens=(token,))


@pytest.mark.parametrize("text", ["https://acme.example", "colour:red", "12:30", "note: call", "x-name:oak", ":oak"])
def test_a_name_that_is_no_field_makes_a_word(text: str) -> None:
    assert read_search(text, FIELDS) == SearchText(" ".join(text.split()))


def test_words_in_quotes_stay_together_whatever_is_among_them() -> None:
    read = read_search('oak "old  name:x tree" score:>80 "not closed name:y', FIELDS)
    assert read.words == 'oak "old name:x tree" "not closed name:y'
    assert [token.field for token in read.tokens] == ["score"]
    assert read_search(str(read), FIELDS) == read
    assert read_search('"old oak"', FIELDS).in_words() == ['with the words "old oak"']


def test_words_stand_before_between_and_after_tokens() -> None:
    read = read_search('old score:>80 oak name:"a b"tree', FIELDS)
    assert read.words == "old oak tree"
    assert [token.field for token in read.tokens] == ["score", "name"]


def test_a_search_says_in_words_what_it_means() -> None:
    text = 'dentist kind:blog -kind:none name:~ann score:1..2 error:"no answer" since:2h -found:>0 cause:"HTTP 503"'
    assert read_search(text, None).in_words({"kind": "Type"}) == [
        'with the words "dentist"',
        "Type is blog",
        "Type is not empty",
        'name contains "ann"',
        "score from 1 to 2",
        'with the error "no answer"',
        "changed in the last 2 h",
        "not with more than 0 found",
        'failed with "HTTP 503"',
    ]
    assert read_search("since:2026-03-01 https://x.example", None).in_words() == [
        'with the words "https://x.example"',
        "changed since 2026-03-01",
    ]
