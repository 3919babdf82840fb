"""Reads JSON-LD as it is found: with comments, trailing commas, CDATA marks, entities, several values in one script."""

import html
import json
import re
from collections.abc import Iterator
from itertools import islice

import orjson

from scrapersky.extract.html.document import Document
from scrapersky.extract.structured_data.item import MAX_ITEMS, MAX_VALUE, StructuredItem, Value, bare_name

MAX_DEPTH = 20
MAX_LENGTH = 1_000_000
_WRAPPING = re.compile(
    r"\A[\s;]*(?:<!--[^\n{\[]{0,40}|/\*\s{0,5}<!\[CDATA\[\s{0,5}\*/|//\s{0,5}<!\[CDATA\[|<!\[CDATA\[)|"
    r"(?:(?:/\*|//)?\s{0,5}\]\]>\s{0,5}(?:\*/)?|(?://\s{0,5})?-->)[\s;]*\Z"
)
# Strings and comments match to the end of the text when nothing closes them: trying again from each mark would be slow.
_NOT_JSON = re.compile(
    r'("(?:[^"\\]|\\.)*+"?)|(?<![:"])//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|,(?=\s{0,200}[}\]])|;\s{0,50}\Z', re.DOTALL
)
_ESCAPE = re.compile(r'\\(["\\/bfnrtu])?')
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\]]', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}
_DECODER = json.JSONDecoder(strict=False)

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


def read_json_ld(document: Document) -> list[StructuredItem]:
    """The things described in a page's JSON-LD scripts.

    >>> from scrapersky.extract.html.document import read_document
    >>> script = '{"@type": "Dentist", /* ours */ "telephone": 5,}'
    >>> page = read_document(f'<script type="application/ld+json">{script}</script>')
    >>> [(item.types, item.text("telephone")) for item in read_json_ld(page)]
    [(('Dentist',), '5')]
    """
    builder = _Builder()
    for script in document.scripts:
        if "ld+json" in script.type or "ld-json" in script.type:
            for value in parse_leniently(script.text[:MAX_LENGTH]):
                builder.add(value)
    return builder.items


def parse_leniently(text: str) -> list[Json]:
    """The values in a script, as far as they can be understood; nothing when they cannot.

    >>> parse_leniently('// <![CDATA[\\n{"url": "https://a.example/", // ours\\n "x": [1,],}\\n// ]]>')
    [{'url': 'https://a.example/', 'x': [1]}]
    >>> parse_leniently('{&quot;a&quot;: 1}{&quot;b&quot;: 2}'), parse_leniently("{'a': 1}")
    ([{'a': 1}, {'b': 2}], [])
    """
    try:
        return [orjson.loads(text)]
    except orjson.JSONDecodeError:
        pass
    text = _WRAPPING.sub("", text.strip("\ufeff \r\n\t")).strip()
    return (
        _values(text)
        or _values(_as_json(text))
        or _values(_as_json(html.unescape(text)))
        or _values(_closed(_as_json(text)))
    )


def _as_json(text: str) -> str:
    return _NOT_JSON.sub(lambda match: _with_known_escapes(match[1] or ""), text)


def _with_known_escapes(string: str) -> str:
    """Without the backslash before what needs none, as in it\\'s."""
    return _ESCAPE.sub(lambda match: match[0] if match[1] else "", string) if "\\" in string else string


def _closed(text: str) -> str:
    """With the brackets at the end that a template forgot."""
    missing: list[str] = []
    for match in _STRING_OR_BRACKET.finditer(text):
        if match[0] in _CLOSING:
            missing.append(_CLOSING[match[0]])
        elif missing and match[0] == missing[-1]:
            missing.pop()
    return text + "".join(reversed(missing)) if len(missing) <= MAX_DEPTH else text


def _values(text: str) -> list[Json]:
    values: list[Json] = []
    position = 0
    while position < len(text) and len(values) < 100:
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            return values if position > 0 else []
        values.append(value)
        while position < len(text) and text[position] in " \r\n\t,;":
            position += 1
    return values


class _Builder:
    """Turns parsed JSON into items, bounded in depth and number."""

    def __init__(self) -> None:
        self.items: list[StructuredItem] = []
        self._left = MAX_ITEMS

    def add(self, value: Json) -> None:
        for node in _nodes(value):
            item = self._item(node, MAX_DEPTH)
            if item is not None and (item.properties or item.types):
                self.items.append(item)

    def _item(self, node: dict[str, Json], depth: int) -> StructuredItem | None:
        if depth <= 0 or self._left <= 0:
            return None
        self._left -= 1
        properties: dict[str, tuple[Value, ...]] = {}
        for name, value in node.items():
            if not name.startswith("@"):
                values = tuple(self._flatten(value, depth))
                if values:
                    properties[bare_name(name)] = (*properties.get(bare_name(name), ()), *values)
        for member in _nodes(node.get("@graph")):
            self.add(member)
        types = tuple(bare_name(kind) for kind in _texts(node.get("@type")))
        return StructuredItem("json-ld", types, properties, next(iter(_texts(node.get("@id"))), ""))

    def _flatten(self, value: Json, depth: int) -> Iterator[Value]:
        if isinstance(value, list):
            for part in value[:500]:
                if not isinstance(part, list):
                    yield from self._flatten(part, depth)
        elif isinstance(value, dict):
            yield from self._described(value, depth)
        elif (text := _text(value)) is not None:
            yield text

    def _described(self, value: dict[str, Json], depth: int) -> Iterator[Value]:
        if "@value" in value:
            yield from filter(None, (_text(value["@value"]),))
        elif isinstance(value.get("@list") or value.get("@set"), list):
            yield from self._flatten(value.get("@list") or value.get("@set"), depth)
        elif (item := self._item(value, depth - 1)) is not None:
            yield item


def _nodes(value: Json) -> Iterator[dict[str, Json]]:
    if isinstance(value, dict):
        yield value
    elif isinstance(value, list):
        inner = (node for part in value[:500] for node in (part[:500] if isinstance(part, list) else (part,)))
        yield from (node for node in islice(inner, MAX_ITEMS) if isinstance(node, dict))


def _texts(value: Json) -> Iterator[str]:
    for part in value if isinstance(value, list) else [value]:
        if isinstance(part, str):
            yield part[:300]


def _text(value: Json) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    text = html.unescape(value) if isinstance(value, str) and "&" in value else str(value)
    return text.strip()[:MAX_VALUE] or None
