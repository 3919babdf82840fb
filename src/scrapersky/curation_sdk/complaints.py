"""What is wrong with a value that somebody gave, in a sentence for them: pydantic's own words are for programmers."""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, Protocol

from scrapersky.curation_sdk.plurals import plural

_SAID = tomllib.loads(files(__package__).joinpath("complaints.toml").read_text("utf-8"))
_WORDS: Mapping[str, str] = _SAID["words"]
_BEGINNINGS: Mapping[str, str] = _SAID["beginnings"]


class Invalid(Protocol):
    """pydantic's ValidationError, and FastAPI's."""

    def errors(self) -> Iterable[Any]: ...


def complaint(fault: Mapping[str, Any]) -> str:
    """One of `errors()`, to be put behind the name of what is wrong.

    >>> complaint({"type": "greater_than_equal", "ctx": {"ge": 1}}), complaint({"type": "int_parsing"})
    ('must be 1 or more', 'must be a whole number')
    >>> complaint({"type": "too_short", "ctx": {"min_length": 1}})
    'needs at least 1 entry'
    """
    kind, context = fault["type"], fault.get("ctx") or {}
    if kind in ("too_short", "string_too_short"):
        one, many = ("entry", "entries") if kind == "too_short" else ("character", "characters")
        return f"needs at least {plural(context['min_length'], one, many)}"
    if kind in ("too_long", "bytes_too_long"):
        return f"may have {plural(context['max_length'], 'entry', 'entries')} at most"
    if kind in _WORDS:
        return _WORDS[kind].format_map(context)
    said: str = fault.get("msg", "").removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return next((words for start, words in _BEGINNINGS.items() if kind.startswith(start)), said)


def complaints(error: Invalid, *, upper: bool = False) -> str:
    """All of them, each behind the name of its field; no value is repeated, since it may be a secret."""
    return "; ".join(sentence(fault, upper=upper) for fault in error.errors())


def sentence(fault: Mapping[str, Any], *, upper: bool = False, unnamed: str = "") -> str:
    """
    >>> sentence({"type": "missing", "loc": ("port",)}, upper=True)
    'PORT is missing'
    """
    name = ".".join(str(part)[:100] for part in fault["loc"]) or unnamed
    said = complaint(fault)
    speaks_for_itself = fault["type"] in ("value_error", "assertion_error")
    return f"{name.upper() if upper else name}{':' if speaks_for_itself else ''} {said}".strip()
