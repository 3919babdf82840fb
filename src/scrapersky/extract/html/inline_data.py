"""Strings inside data that a page carries for its scripts; the scripts' own code is never read as text."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice

from scrapersky.extract.html.document import Document, Script

MAX_STRINGS = 300
MAX_ASSIGNMENTS = 20
MAX_LENGTH = 400_000
_JSON_TYPES = ("json",)
_ASSIGNMENT = re.compile(r"(?:=|\(|:)\s{0,10}(?=[{\[]\s{0,10}[\"{\[])")
_DECODER = json.JSONDecoder()

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


def inline_strings(document: Document) -> Iterator[str]:
    """Strings with an at-sign, out of JSON scripts, assigned JSON and JSON attributes; linked data is read elsewhere.

    >>> from scrapersky.extract.html.document import read_document
    >>> page = read_document('<script>window.S = {"mail": "info\\u0040acme.com"}; x = "code@acme.com"</script>')
    >>> list(inline_strings(page))
    ['info@acme.com']
    """
    values = inline_values(document, _has_at_sign)
    return islice((text for data in values for text in _strings(data) if "@" in text), MAX_STRINGS)


def _has_at_sign(text: str) -> bool:
    return "@" in text or "\\u0040" in text or "\\x40" in text


def inline_values(document: Document, is_wanted: Callable[[str], bool]) -> Iterator[Json]:
    """The values of JSON scripts, assigned JSON and JSON attributes, out of texts that are wanted."""
    for script in document.scripts:
        if not is_wanted(script.text):
            continue
        if any(kind in script.type for kind in _JSON_TYPES):
            if "ld+json" not in script.type:
                yield _parse(script.text, 0)
        else:
            yield from _assigned(script)
    for value in document.json_attributes:
        if is_wanted(value):
            yield _parse(value, 0)


def _assigned(script: Script) -> Iterator[Json]:
    position = 0
    for _ in range(MAX_ASSIGNMENTS):
        start = _ASSIGNMENT.search(script.text, position, position + MAX_LENGTH)
        if start is None:
            return
        try:
            value, position = _DECODER.raw_decode(script.text[: start.end() + MAX_LENGTH], start.end())
        except (ValueError, RecursionError):
            position = start.end() + 1
            continue
        yield value


def _parse(text: str, start: int) -> Json:
    try:
        value: Json = _DECODER.raw_decode(text[:MAX_LENGTH].lstrip(), start)[0]
    except (ValueError, RecursionError):
        return None
    return value


def _strings(value: Json) -> Iterator[str]:
    """Every string of a value, without recursion."""
    waiting: list[Json] = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node[:2_000]
        elif isinstance(node, dict):
            waiting.extend(reversed(node.values()))
        elif isinstance(node, list):
            waiting.extend(reversed(node))
