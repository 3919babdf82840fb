"""Rows by the words in them: every word a beginning, found by an index."""

import re
import unicodedata
from itertools import islice
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, SQLColumnExpression, false, func, literal_column, select

from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.search.text import IN_QUOTES

MOST_WORDS = 32
MOST_NUMBERS = 4
MOST_PHRASES = 8
LONGEST_WORD = 255
_ACCENTS = re.compile("[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i"}
    | {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
)
_WORD = re.compile(r"[^\W_]+")
# As people and files write an international number, with gaps; kept it is one word.
_NUMBER = re.compile(r"\+\d[\d\s().\-/]{5,30}\d")


def has_words(workflow: AnyWorkflow, tenant_id: UUID, text: str, *, are_whole: bool = False) -> ColumnElement[bool]:
    """In the workflow's own words, or in those of the row that a foreign key names."""
    if workflow.searches is None:
        raise BadRequest(f"{workflow.title} has no search; filter by state or value instead.")
    query = words_query(text, are_whole=are_whole)
    if query is None:
        return false()
    contains = _contain(workflow.searches, query)
    if workflow.words_by is None:
        return contains
    other: Any = workflow.searches.class_
    theirs: ColumnElement[bool] = workflow.words_by.in_(select(other.id).where(other.tenant_id == tenant_id, contains))
    return theirs


def _contain(words: SQLColumnExpression[Any], query: str) -> ColumnElement[bool]:
    contain: ColumnElement[bool] = words.bool_op("@@")(func.to_tsquery(literal_column("'simple'"), query))
    return contain


def words_query(text: str, *, are_whole: bool = False) -> str | None:
    """Each word is a beginning, or whole, and all must occur. Only letters and digits are left: nothing is an operator.

    Words in quotes are whole and stand one after the other; the last is a beginning until its quote is closed.

    >>> words_query('"Oak Tree" inn'), words_query('"Oak Tr')
    ("'Oak' <-> 'Tree' & 'inn':*", "'Oak' <-> 'Tr':*")
    >>> words_query("O'Neil & Sons!"), words_query("acme.example", are_whole=True), words_query("+1 (512) 555-0123")
    ("'O':* & 'Neil':* & 'Sons':*", "'acme' & 'example'", "('15125550123':* | '1':* & '512':* & '555':* & '0123':*)")
    """
    text = unicodedata.normalize("NFC", text)
    phrases = filter(None, map(_sought_together, islice(IN_QUOTES.finditer(text), MOST_PHRASES)))
    alone = IN_QUOTES.sub(" ", text)
    numbers = [] if are_whole else _NUMBER.findall(alone)[:MOST_NUMBERS]
    words = _WORD.findall(_NUMBER.sub(" ", alone, len(numbers)) if numbers else alone)[:MOST_WORDS]
    sought = [_sought(word, are_whole=are_whole) for word in words]
    return " & ".join([*phrases, *map(_sought_number, numbers), *sought]) or None


def _sought_together(quoted: re.Match[str]) -> str:
    words = _WORD.findall(quoted[1])[:MOST_WORDS]
    is_closed = bool(quoted[2])
    sought = [_sought(word, are_whole=True) for word in words[:-1]]
    return " <-> ".join(sought + [_sought(word, are_whole=is_closed) for word in words[-1:]])


def _sought(word: str, *, are_whole: bool = False) -> str:
    """A table's words may be kept with their accents or without.

    >>> _sought("Müller", are_whole=True), _sought("Oak")
    ("('Müller' | 'muller')", "'Oak':*")
    """
    spellings = dict.fromkeys((word, word if word.isascii() else without_accents(word)))
    sought = " | ".join(f"'{each[:LONGEST_WORD]}'{'' if are_whole else ':*'}" for each in spellings)
    return f"({sought})" if len(spellings) > 1 else sought


def without_accents(text: str) -> str:
    """As the schema's function of this name, which keeps what is searched.

    >>> without_accents("Straße"), without_accents("Łódź"), without_accents("がっこう")
    ('strasse', 'lodz', 'がっこう')
    """
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", bare).lower().translate(_LETTERS)


def _sought_number(number: str) -> str:
    """Kept as one word, or as it was written."""
    return f"({_sought(without_gaps(number)[1:])} | {' & '.join(map(_sought, _WORD.findall(number)))})"


def without_gaps(number: str) -> str:
    """A phone number as it is kept.

    >>> without_gaps("+49 (0)89 / 901 72-38"), without_gaps("512.555")
    ('+49899017238', '512555')
    """
    international = number.replace("(0)", "") if number.startswith("+") else number
    return "".join(each for each in international if each == "+" or each.isdecimal())
