"""Reads the two questions that are asked of Overpass: what is within a box, and one element by its id."""

import re
from dataclasses import dataclass
from typing import Literal

from scrapersky.simulator.numbering import Rectangle

ElementType = Literal["node", "way", "relation"]
TYPES: dict[str, tuple[ElementType, ...]] = {
    "nwr": ("node", "way", "relation"), "node": ("node",), "way": ("way",), "relation": ("relation",)
}  # fmt: skip
_LONGEST = 100_000
_LONGEST_PATTERN = 1_000
_NUMBER = r"(-?\d{1,3}(?:\.\d{1,20})?)"
_TEXT = r'"((?:[^"\\]|\\.){0,2000})"'
_HEAD = re.compile(r"\[out:json\](?:\[timeout:(\d{1,6})\])?(?:\[maxsize:(\d{1,12})\])?;")
_TYPE = re.compile(r"nwr|node|way|relation")
_ID = re.compile(r"\((\d{1,18})\);")
_TAG = re.compile(rf"\[(?:!{_TEXT}|~{_TEXT}~{_TEXT}|{_TEXT}(?:(=|!=|~|!~){_TEXT}(,i)?)?)\]")
_PLACE = re.compile(rf"\({_NUMBER},{_NUMBER},{_NUMBER},{_NUMBER}\)(?:\(area:(\d{{1,18}})\))?;")
_END = "out center tags;"
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class QueryError(Exception):
    """The query is none of those that are answered here; the real server understands more."""

    def __init__(self, rest: str, wanted: str) -> None:
        super().__init__(f"line 1: parse error: {wanted} expected - '{rest[:40]}' found. The simulator knows no more.")


@dataclass(frozen=True, slots=True)
class TagFilter:
    """`["key"="value"]` and its kin. Without a value it asks only whether the key is there."""

    key: re.Pattern[str]
    value: re.Pattern[str] | None = None
    is_negated: bool = False

    def accepts(self, tags: dict[str, str]) -> bool:
        is_there = any(
            self.key.search(key) and (self.value is None or self.value.search(value)) for key, value in tags.items()
        )
        return is_there is not self.is_negated


@dataclass(frozen=True, slots=True)
class OverpassSelection:
    """Elements of these types: the one with this id, or those in the box, and in the area where one is named."""

    types: tuple[ElementType, ...]
    tags: tuple[TagFilter, ...] = ()
    id: int | None = None
    box: Rectangle | None = None
    area: int | None = None


@dataclass(frozen=True, slots=True)
class OverpassQuery:
    selections: tuple[OverpassSelection, ...]
    timeout: int
    maximum_size: int


def read_query(source: str) -> OverpassQuery:
    """Raises `QueryError` for every other shape."""
    head = _HEAD.match(source)
    if head is None or len(source) > _LONGEST:
        raise QueryError(source, "[out:json][timeout:…][maxsize:…]; and fewer than 100,000 characters")
    rest, selections = source[head.end() :], list[OverpassSelection]()
    is_union = rest.startswith("(")
    rest = rest.removeprefix("(")
    while not selections or (is_union and not rest.startswith(");")):
        selection, rest = _selection(rest)
        selections.append(selection)
    rest = rest.removeprefix(");") if is_union else rest
    if rest != _END:
        raise QueryError(rest, f"'{_END}'")
    return OverpassQuery(tuple(selections), int(head[1] or 180), int(head[2] or 536_870_912))


def _selection(rest: str) -> tuple[OverpassSelection, str]:
    kind = _TYPE.match(rest)
    if kind is None:
        raise QueryError(rest, "nwr, node, way or relation")
    types, rest = TYPES[kind[0]], rest[kind.end() :]
    if found := _ID.match(rest):
        return OverpassSelection(types, id=int(found[1])), rest[found.end() :]
    tags: list[TagFilter] = []
    while tag := _TAG.match(rest):
        tags.append(_filter(tag))
        rest = rest[tag.end() :]
    place = _PLACE.match(rest)
    if place is None or not tags:
        raise QueryError(rest, "tags, then (south,west,north,east), then perhaps (area:id), or an id alone")
    south, west, north, east = (float(edge) for edge in place.groups()[:4])
    if south > north:
        raise QueryError(rest, "a box whose south is not north of its north")
    area = int(place[5]) if place[5] else None
    return OverpassSelection(types, tuple(tags), box=Rectangle(south, west, north, east), area=area), rest[
        place.end() :
    ]


def _filter(tag: re.Match[str]) -> TagFilter:
    absent, like_key, like_value, key, sign, value, is_any_case = tag.groups()
    if absent is not None:
        return TagFilter(_exactly(absent), is_negated=True)
    if like_key is not None:
        return TagFilter(_pattern(like_key), _pattern(like_value))
    if sign is None:
        return TagFilter(_exactly(key))
    flags = re.IGNORECASE if is_any_case else re.NOFLAG
    wanted = _pattern(value, flags) if "~" in sign else _exactly(value)
    return TagFilter(_exactly(key), wanted, is_negated=sign.startswith("!"))


def _exactly(text: str) -> re.Pattern[str]:
    return re.compile(rf"\A{re.escape(_plain(text))}\Z")


def _pattern(text: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    try:
        return re.compile(_plain(text)[:_LONGEST_PATTERN], flags)
    except re.error as error:
        raise QueryError(text, "a regular expression") from error


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)
