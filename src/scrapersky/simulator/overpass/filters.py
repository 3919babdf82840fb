"""Reads the filters of a query: tags in brackets; boxes, areas, ids and circles in parentheses."""

import re
from dataclasses import replace

from scrapersky.simulator.overpass.statements import DEFAULT_SET, Around, InArea, Query, TagFilter
from scrapersky.simulator.overpass.token_stream import TokenStream
from scrapersky.simulator.overpass.tokens import QueryError
from scrapersky.simulator.shapes import Rectangle

_LONGEST_PATTERN = 1_000
_ANY = re.compile("")


class FilterReader:
    """Adds filters to a query as it meets them."""

    def __init__(self, tokens: TokenStream, query: Query) -> None:
        self._tokens = tokens
        self.query = query

    def read_one(self) -> bool:
        """Read the next filter; False when there is none."""
        tokens = self._tokens
        if tokens.skip("["):
            self.query = replace(self.query, tags=(*self.query.tags, self._tag_filter()))
            tokens.expect("]")
            return True
        if tokens.skip("."):
            self.query = replace(self.query, sources=(*self.query.sources, tokens.word()))
            return True
        if tokens.skip("("):
            self._parenthesis()
            tokens.expect(")")
            return True
        return False

    def _tag_filter(self) -> TagFilter:
        tokens = self._tokens
        if tokens.skip("!"):
            return TagFilter(_ANY, negated=True, exact_key=tokens.text())
        if tokens.skip("~"):
            key = tokens.text()
            tokens.expect("~")
            value = tokens.text()
            flags = self._flags()
            return TagFilter(self._pattern(key, flags), self._pattern(value, flags))
        key = tokens.text()
        if tokens.skip("="):
            return TagFilter(_ANY, _exactly(tokens.text()), exact_key=key)
        if tokens.skip("!="):
            return TagFilter(_ANY, _exactly(tokens.text()), negated=True, exact_key=key)
        if tokens.next_is("~") or tokens.next_is("!~"):
            negated = tokens.skip("!~") or not tokens.skip("~")
            value = tokens.text()
            return TagFilter(_ANY, self._pattern(value, self._flags()), negated, key)
        return TagFilter(_ANY, exact_key=key)

    def _flags(self) -> re.RegexFlag:
        if not self._tokens.skip(","):
            return re.NOFLAG
        if not self._tokens.skip_word("i"):
            raise self._tokens.error("'i' expected.")
        return re.IGNORECASE

    def _pattern(self, source: str, flags: re.RegexFlag) -> re.Pattern[str]:
        if len(source) > _LONGEST_PATTERN:
            raise self._tokens.error("Regular expression is too long")
        try:
            return re.compile(source, flags)
        except re.error as error:
            raise QueryError(1, f"Invalid regular expression: {error}", "static error") from error

    def _parenthesis(self) -> None:
        tokens = self._tokens
        if tokens.skip_word("area"):
            self.query = replace(self.query, areas=(*self.query.areas, self._area()))
        elif tokens.skip_word("around"):
            tokens.expect(":")
            radius, latitude, longitude = tokens.numbers(3)
            self.query = replace(self.query, around=(*self.query.around, Around(radius, latitude, longitude)))
        elif tokens.skip_word("id"):
            tokens.expect(":")
            self._ids([tokens.whole_number()])
        else:
            self._box_or_id()

    def _box_or_id(self) -> None:
        tokens = self._tokens
        first = tokens.optional_number()
        if first is None:
            raise tokens.error("Unknown filter")
        if not tokens.next_is(","):
            self._ids([int(first)])
            return
        tokens.expect(",")
        west, north, east = tokens.numbers(3)
        if first > north:
            raise QueryError(1, "bbox-query: south must not be greater than north", "static error")
        self.query = replace(self.query, boxes=(*self.query.boxes, Rectangle(first, west, north, east)))

    def _ids(self, ids: list[int]) -> None:
        while self._tokens.skip(","):
            ids.append(self._tokens.whole_number())
        self.query = replace(self.query, ids=frozenset(ids))

    def _area(self) -> InArea:
        tokens = self._tokens
        if tokens.skip(":"):
            return InArea(area_id=tokens.whole_number())
        if tokens.skip("."):
            return InArea(tokens.word())
        return InArea(DEFAULT_SET)


def _exactly(value: str) -> re.Pattern[str]:
    return re.compile(rf"\A{re.escape(value)}\Z")
