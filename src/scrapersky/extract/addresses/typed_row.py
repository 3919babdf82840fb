"""The parts of an address as they follow one another on a line and the short ones around it."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from scrapersky.extract.addresses.typed_patterns import (
    CODE_LABEL,
    DIGIT,
    LABEL,
    PART_MARKS,
    PARTS,
    REMARK,
    STREET_ALONE,
    may_label_code,
    may_name_street,
)
from scrapersky.extract.addresses.vocabulary import ADDRESS_LABELS, CODES
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import has_digit

_LONGEST_LINE = 300
_LONGEST_MORE = 80
LINES_MORE = 2
_NEAR = 8


class Row(NamedTuple):
    """Parts that follow one another, each with the number of its line."""

    parts: tuple[tuple[str, int], ...]
    country: str
    own_line: int
    is_labelled: bool

    def text(self, index: int) -> str:
        return self.parts[index][0] if 0 <= index < len(self.parts) else ""

    def is_one_line(self, index: int) -> bool:
        """Whether the next part stands on the same line."""
        return index + 1 < len(self.parts) and self.parts[index][1] == self.parts[index + 1][1]


def may_begin(lines: Sequence[Line], index: int) -> bool:
    """A line with a digit, a short one above such a line, or a street above a town."""
    text = lines[index].text
    if not 5 < len(text) <= _LONGEST_LINE or "@" in text[:40]:
        return False
    below = lines[index + 1].text if len(text) < _LONGEST_MORE and index + 1 < len(lines) else ""
    if has_digit(text) or DIGIT.match(below) is not None:
        return True
    first = text.partition(",")[0]
    return has_digit(below) and may_name_street(first) and STREET_ALONE.search(first) is not None


def row_of(lines: Sequence[Line], index: int, region: str) -> Row:
    """The parts of a line and of short ones right below it, and of one above that begins with a postal code."""
    label = LABEL.match(lines[index].text)
    parts = [(part, index) for part in _parts_of(lines[index].text)]
    for number in range(index + 1, min(index + 1 + LINES_MORE, len(lines))):
        more = lines[number]
        if len(more.text) > _LONGEST_MORE or more.block - lines[index].block > _NEAR:
            break
        parts += [(part, number) for part in _parts_of(more.text)]
    above = lines[index - 1] if index else None
    is_near = above is not None and lines[index].block - above.block <= _NEAR
    if above and is_near and len(above.text) <= _LONGEST_MORE // 2 and code_in(above.text, region):
        parts = [*((part, index - 1) for part in _parts_of(above.text)), *parts]
    return Row(tuple(parts), region, index, bool(label and folded(label["words"]) in ADDRESS_LABELS))


@lru_cache(maxsize=64)
def _parts_of(text: str) -> tuple[str, ...]:
    """A line is asked for by its own row and by those of its neighbours."""
    label = LABEL.match(text)
    bare = text[label.end() :] if label else text
    if "(" in bare:
        bare = REMARK.sub("", bare)
    if may_label_code(bare):
        bare = CODE_LABEL.sub("", bare)
    if PART_MARKS.search(bare) is None:
        return (part,) if (part := bare.strip(" .:")) else ()
    return tuple(part for one in PARTS.split(bare) if (part := one.strip(" .:")))


def code_in(text: str, country: str) -> str | None:
    pattern = _code_pattern(country)
    match = pattern.search(text) if pattern and any(map(str.isdigit, text)) else None
    return match[0] if match else None


@cache
def _code_pattern(country: str) -> re.Pattern[str] | None:
    shape = CODES.get(country)
    return re.compile(rf"^(?:[A-Z]{{1,3}}-\s?)?{shape}(?![\w-])|(?<![\w-]){shape}$") if shape else None
