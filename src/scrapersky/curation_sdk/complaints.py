"""What is wrong with a value that somebody gave, in a sentence for them: pydantic's own words are for programmers."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from scrapersky.curation_sdk.plurals import plural

_WORDS: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_too_long": "may have {max_length:,} characters at most",
    "string_pattern_mismatch": "is not written as it has to be ({pattern})",
    "greater_than_equal": "must be {ge} or more",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be {le} or less",
    "less_than": "must be less than {lt}",
    "finite_number": "must be a number that ends",
    "enum": "must be {expected}",
    "literal_error": "must be {expected}",
    "json_invalid": "is no JSON: {error}",
    "json_type": "must be JSON in a text",
    "url_scheme": "must be a web address that begins with http:// or https://",
}
_KINDS = (
    ("int_parsing_size", "is too large a number"),
    ("int_", "must be a whole number"),
    ("float_", "must be a number"),
    ("decimal_", "must be a number"),
    ("bool_", "must be true or false"),
    ("string_", "must be a text"),
    ("list_", "must be a list"),
    ("tuple_", "must be a list"),
    ("set_", "must be a list"),
    ("dict_", "must be an object with names and values"),
    ("mapping_", "must be an object with names and values"),
    ("model_", "must be an object with names and values"),
    ("dataclass_", "must be an object with names and values"),
    ("uuid_", "must be an id such as 01890a5d-ac96-774b-bcce-b302099a8057"),
    ("datetime_", "must be a time such as 2026-01-31T12:00:00Z"),
    ("timezone_", "must be a time that says in which zone, such as 2026-01-31T12:00:00Z"),
    ("date_", "must be a day such as 2026-01-31"),
    ("url_", "must be a web address such as https://acme.example"),
    ("path_", "must be a path"),
)


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
    return next((words for start, words in _KINDS if kind.startswith(start)), said)


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
