"""Rows by the words in them: every word a beginning, found by an index."""

import re
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, SQLColumnExpression, false, func, literal_column, select

from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.errors import BadRequest

MOST_WORDS = 32
LONGEST_WORD = 255
_WORD = re.compile(r"[^\W_]+")


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

    >>> words_query("O'Neil & Sons!"), words_query("acme.example", are_whole=True)
    ("'O':* & 'Neil':* & 'Sons':*", "'acme' & 'example'")
    """
    words = [word[:LONGEST_WORD] for word in _WORD.findall(text)[:MOST_WORDS]]
    return " & ".join(f"'{word}'" if are_whole else f"'{word}':*" for word in words) or None
