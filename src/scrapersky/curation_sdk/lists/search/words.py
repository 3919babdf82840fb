"""Rows by the words in them, every word a beginning, found by an index; and by the host of their address."""

import re
import unicodedata
from itertools import islice
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, SQLColumnExpression, and_, false, func, literal_column, or_, select

from scrapersky.curation_sdk.declaring import AnyWorkflow, ColumnKind, columns_by_key, host_in
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.search.fields import host_column
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


_TYPED = re.compile(r"(?:[a-z][a-z0-9+.-]{0,20}://)?(?:[^/?#@\s]{0,200}@)?([^/?#:@\s]{1,253})(?:[:/?#].*)?", re.DOTALL)
_NAME = re.compile(r"[\w.-]{1,253}")


def read_host(text: str) -> str | None:
    """The host that a person means by it or by an address.

    >>> read_host("https://www.Acme.example:8080/contact"), read_host("a b")
    ('www.acme.example', None)
    """
    typed = _TYPED.fullmatch(text.strip().lower())
    name = typed[1].strip(".") if typed else ""
    return name if _NAME.fullmatch(name) else None


def at_host(workflow: AnyWorkflow, tenant_id: UUID, host: str) -> ColumnElement[bool]:
    """By the index of the domain where there is one, else by the words of the address, which is then looked at."""
    addresses = [_is_at(column, host) for column in _addresses(workflow)]
    if workflow.host is not None:
        own: SQLColumnExpression[Any] = getattr(workflow.model, workflow.host)
        return own.in_([host, *_parents(host)])
    key = host_column(workflow)
    looked_up = {each.key: each.looked_up for each in workflow.computed}.get(key or "")
    if looked_up is not None:
        # The first condition is the index's; an alternative in its place would have every row looked at.
        here_or_above = looked_up.where(tenant_id, looked_up.value.in_([host, *_parents(host)]))
        here = looked_up.where(tenant_id, looked_up.value == host)
        return and_(here_or_above, or_(here, *addresses)) if addresses else here_or_above
    if key == "domain":
        addresses.append(getattr(workflow.model, key) == host)
    found = or_(*addresses)
    return found if workflow.searches is None else and_(has_words(workflow, tenant_id, host, are_whole=True), found)


def _addresses(workflow: AnyWorkflow) -> list[Any]:
    own = columns_by_key(workflow.shows)
    return [
        getattr(workflow.model, column.key)
        for column in workflow.columns
        if column.kind is ColumnKind.URL and column.key in own
    ]


def _parents(host: str) -> list[str]:
    """
    >>> _parents("shop.blog.acme.example")
    ['blog.acme.example', 'acme.example']
    """
    labels = host.split(".")
    return [".".join(labels[start:]) for start in range(1, len(labels) - 1)]


def _is_at(column: SQLColumnExpression[Any], host: str) -> ColumnElement[bool]:
    own = host_in(column)
    return or_(own == host, own.endswith(f".{host}", autoescape=True))
