"""Searches that are refused before any row is looked at, in words for who typed them."""

import difflib
from collections.abc import Collection

from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.search.fields import SearchableField

MOST_TOKENS = 100


class SearchTooLong(BadRequest):
    """Each token is a condition on every row that is looked at."""

    http_status = 400
    code = "bad_search"

    def __init__(self, count: int) -> None:
        super().__init__(f"A search has {MOST_TOKENS} tokens at most, and this one {count:,}. Leave some out.")


class UnknownField(BadRequest):
    """Read as a word it would find nothing, and nobody would know why."""

    code = "unknown_field"

    def __init__(self, name: str, fields: Collection[SearchableField]) -> None:
        names = {field.label.lower(): field.name for field in fields} | {field.name: field.name for field in fields}
        close = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.7)
        there = f"Did you mean {names[close[0]]}?" if close else f"There are: {', '.join(map(_called, fields))}."
        super().__init__(
            f'There is no field {name}. {there} To look for the words themselves, write "{name}:…" in quotes.'
        )
        self.facts = {"field": name, "meant": names[close[0]] if close else None}


def _called(field: SearchableField) -> str:
    """As its column is called, with what is typed where that is another word."""
    return field.label if field.label.lower() == field.name else f"{field.label} ({field.name}:)"
