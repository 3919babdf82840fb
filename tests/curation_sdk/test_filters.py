"""What a person may type into a filter."""

import re
import string
from contextlib import suppress
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import TENANT, Tree, add_trees, tree_care, tree_survey

from scrapersky.curation_sdk.declaring.statuses import State
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.filters import Filter, where
from scrapersky.curation_sdk.lists.origins import Origin
from scrapersky.curation_sdk.lists.search.fields import UnknownField
from scrapersky.curation_sdk.lists.search.words import LONGEST_WORD, MOST_NUMBERS, MOST_WORDS, words_query

HOSTILE = [
    "'",
    "''; DROP TABLE trees; --",
    "oak' | 'elm",
    "oak & | ! <-> elm",
    "oak:*",
    "\\",
    "\x00oak\x00",
    "(((",
    "o" * 10_000,
    "oak " * 2_500,
    "'oa':* " * 1_400,
    "🌳 ² ½ ª _ __",
    "ﷺ" * 5_000,
    "%_%",
    "\u202eoak",
    "\uff11\uff12\uff13",
]


@given(st.text(max_size=200) | st.text(alphabet="+0123 (-/).", max_size=200))
def test_a_query_is_made_of_quoted_beginnings_only(text: str) -> None:
    query = words_query(text)
    if query is not None:
        words = re.split(r" [&|] ", re.sub(r"\(('.*?)\)", r"\1", query))
        assert len(words) <= MOST_WORDS + MOST_NUMBERS * 17
        for word in words:
            assert word[0] == "'"
            assert word[-3:] == "':*"
            assert word[1:-3].isalnum()
            assert len(word) <= LONGEST_WORD + 4


@given(st.text(alphabet=string.ascii_letters, min_size=1, max_size=30), st.sampled_from(" -_,;'\"&|!:*()"))
def test_punctuation_divides_words(word: str, mark: str) -> None:
    assert words_query(f"{word}{mark}{word}") == f"'{word}':* & '{word}':*"


async def found(engine: AsyncEngine, search: str) -> list[str]:
    statement = select(Tree.name).where(*where(tree_care, TENANT, Filter(search=search))).order_by(Tree.id)
    async with AsyncSession(engine) as session:
        return list(await session.scalars(statement))


async def test_any_text_can_be_searched_for(orchard: AsyncEngine) -> None:
    await add_trees(orchard, "oak", "O'Hara's elm", "www.yew-trees.example")
    for text in HOSTILE:
        with suppress(UnknownField):  # a word and a colon name a field, and there is none of that name
            assert len(await found(orchard, text)) <= 1, text[:40]
    assert await found(orchard, "o hara") == ["O'Hara's elm"]
    assert await found(orchard, "ELM o'ha") == ["O'Hara's elm"]
    assert await found(orchard, "yew.tre") == ["www.yew-trees.example"]
    assert await found(orchard, "oak elm") == []


async def test_a_search_without_a_word_finds_nothing_rather_than_everything(orchard: AsyncEngine) -> None:
    await add_trees(orchard, "oak")
    assert await found(orchard, "?!") == []
    assert await found(orchard, "  ") == ["oak"]


def test_a_workflow_without_search_words_refuses_to_search() -> None:
    with pytest.raises(BadRequest, match="Tree survey has no search"):
        where(tree_survey, TENANT, Filter(search="oak"))


def test_a_filter_survives_json() -> None:
    wanted = Filter(
        states=(State.NEW, State.ERROR),
        search="red oak",
        batch=uuid4(),
        outcome="robots",
        updated_since=datetime(2026, 3, 1, 9, 30, tzinfo=UTC),
        origin=Origin("orchards", uuid4()),
        values={"height": 3, "name": None},
    )
    assert Filter.from_json(wanted.to_json()) == wanted
    assert Filter.from_json({}) == Filter()
    assert Filter.from_json({"states": ["Error", "New", "Error"]}).states == (State.NEW, State.ERROR)


@pytest.mark.parametrize(
    "written",
    [
        {"state": ["New"]},
        {"states": ["Archived"]},
        {"outcome": "\x00"},
        {"updated_since": "2026-03-01T09:30:00"},
        {"updated_since": "0001-01-01T00:00:00+14:00"},
        {"origin": "orchards"},
        {"origin": "orchards:12"},
        {"origin": 12},
        {"values": {"height": [1]}},
    ],
)
def test_what_is_no_filter_is_refused(written: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Filter.from_json(written)


def test_a_filter_says_in_words_what_it_means() -> None:
    assert Filter().in_words() == "every row"
    since = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    assert Filter(origin=Origin("orchards", UUID(int=7))).in_words() == f"from orchards {UUID(int=7)}"
    wanted = Filter(outcome="robots", updated_since=since, values={"height": 3})
    assert wanted.in_words() == "outcome robots; changed since 2026-03-01 09:30 UTC; height is 3"
