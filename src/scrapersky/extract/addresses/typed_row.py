"""The parts of an address as they follow one another on a line and the short ones around it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from scrapersky.extract.addresses.contact_cards import is_among_contacts, is_below_label, is_mapped
from scrapersky.extract.addresses.typed_patterns import (
    CODE_LABEL,
    DIGIT,
    LABEL,
    PARTS,
    REMARK,
    street_patterns,
)
from scrapersky.extract.addresses.vocabulary import ADDRESS_LABELS, CODES
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import has_digit, words

_LONGEST_LINE = 300
_LONGEST_MORE = 80
LINES_MORE = 2
_NO_NUMBER = (" bb", " b.b.", " b.b", " s/n", " s/nº")  # not "snc", with which Italian firms end
_NEAR = 8
_COMMA = re.compile("[,\u060c]")
# Where few streets have numbers, a building after one tells as much.
WITHOUT_NUMBERS = words("AE SA JO KW QA BH OM EG IQ LB SY LY YE SD PS")
# What marks a line as an address for the eye, and the dot that ends it unless a short word needs it.
_ICONS = re.compile(r"^[\u2190-\u21ff\u25a0-\u27bf\ufe0f\u00bb\U0001f300-\U0001faff\s]{1,6}")
_PINS = ("\U0001f4cd", "\U0001f4cc", "\U0001f3e0", "\U0001f3e2", "\U0001f5fa")
_MOST_WORDS_OF_LABEL = 3
_END = re.compile(r"(?<![^\W\d_]\.)(?:(?<=\d)|(?<=[^\W\d_]{4})|(?<=\W))[\s.]{1,3}$")
# Where a comma may lack before a street whose kind stands last, or before a code: `1137 Budapest Pozsonyi út 14`.
_WITHOUT_COMMA = {
    "IS": re.compile(
        r"^([^\W\d_][^\W\d_. ]{2,24}\s\d{1,4}(?:[a-zA-Z]|\s?[-\u2013]\s?\d{1,4})?)\s(?=\d{3}\s[^\W\d_]{3})"
    ),
    "HU": re.compile(r"^((?:H-)?\d{4}\.?,?\s[^\W\d_]{3,20})\s(?=[^\W\d_][^\W\d_.-]{1,20}\s)"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """Parts that follow one another, each with the number of its line."""

    parts: tuple[tuple[str, int], ...]
    country: str
    own_line: int
    is_labelled: bool
    blocks: Mapping[int, int]
    lines: Sequence[Line]

    def text(self, index: int) -> str:
        return self.parts[index][0] if 0 <= index < len(self.parts) else ""

    @property
    def first(self) -> int:
        """The first part of its own line."""
        return next((index for index, (_, line) in enumerate(self.parts) if line == self.own_line), len(self.parts))

    def is_one_line(self, index: int) -> bool:
        """Whether the next part stands on the same line."""
        return index + 1 < len(self.parts) and self.parts[index][1] == self.parts[index + 1][1]

    def is_one_block(self, index: int) -> bool:
        """Whether the next part stands on the same line, or on one that only a break parts from it."""
        if not 0 <= index < len(self.parts) - 1:
            return False
        return self.blocks[self.parts[index][1]] == self.blocks[self.parts[index + 1][1]]

    @property
    def is_told(self) -> bool:
        """Whether what stands around tells that it is an address: a label, or a map it leads to."""
        return self.is_labelled or is_below_label(self.lines, self.own_line) or is_mapped(self.lines[self.own_line])

    @property
    def is_among_contacts(self) -> bool:
        return self.is_labelled or is_among_contacts(self.lines, self.own_line)


def may_begin(lines: Sequence[Line], index: int, region: str) -> bool:
    """A line with a digit, a short one above such a line, or a street above a town."""
    text = lines[index].text
    if not 5 < len(text) <= _LONGEST_LINE or "@" in text[:40]:
        return False
    if has_digit(text):
        return True
    below = lines[index + 1].text if len(text) < _LONGEST_MORE and index + 1 < len(lines) else ""
    if below[:1].isdecimal() or text[-5:].lower().endswith(_NO_NUMBER):
        return True
    if region not in WITHOUT_NUMBERS and not has_digit(below):
        return False
    return len(text) < _LONGEST_MORE and street_patterns(region).named.search(_COMMA.split(text)[0]) is not None


def own_parts(lines: Sequence[Line], index: int, region: str) -> list[str]:
    """The parts of a line; where its street goes on in the next one, with what completes it."""
    parts = [*_parts_of(lines[index].text, region)]
    if parts and (below := _going_on(lines, index)) is not None and (more := _parts_of(below.text, region)):
        parts[-1] = f"{parts[-1]} {more[0]}"
    return parts


def row_of(lines: Sequence[Line], index: int, region: str, own: Sequence[str]) -> Row:
    """A line's own parts, those of short ones right below it, and of those above that a break parts or have a code."""
    parts = [(part, index) for part in own]
    for number in range(index + 1, min(index + 2 + LINES_MORE, len(lines))):
        more = lines[number]
        if not _is_near(lines[index], more):
            break
        if number > index + LINES_MORE and code_in(more.text, region) != more.text:
            break
        is_begun = number == index + 1 and bool(parts) and _going_on(lines, index) is not None
        parts += [(part, number) for part in _parts_of(more.text, region)[is_begun:]]
    for number in range(index - 1, max(-1, index - 1 - LINES_MORE), -1):
        above = lines[number]
        is_near = len(above.text) <= _LONGEST_MORE // 2 and lines[index].block - above.block <= _NEAR
        has_code = number == index - 1 and code_in(above.text, region) is not None
        if not is_near or not (has_code or (above.block == lines[index].block and DIGIT.search(above.text) is None)):
            break
        parts = [*((part, number) for part in _parts_of(above.text, region)), *parts]
    blocks = {line: lines[line].block for _, line in parts}
    return Row(tuple(parts), region, index, _is_labelled(lines[index].text), blocks, lines)


def _is_labelled(text: str) -> bool:
    """Whether a line begins with a word for an address, or with the pin of a map."""
    label = LABEL.match(text)
    return (
        text.startswith(_PINS)
        or (label is not None and folded(label["words"]) in ADDRESS_LABELS)
        or end_of_label(text) > 0
    )


def end_of_label(text: str) -> int:
    """Where a street begins that a label without a colon stands before: `Adresa Lipová 5`."""
    end = 0
    for _ in range(_MOST_WORDS_OF_LABEL):
        end = text.find(" ", end + 1)
        if end < 0:
            return 0
        if text[end + 1 : end + 2].isalpha() and folded(text[:end]) in ADDRESS_LABELS:
            return end
    return 0


def _is_near(line: Line, below: Line) -> bool:
    return len(below.text) <= _LONGEST_MORE and below.block - line.block <= _NEAR


def _going_on(lines: Sequence[Line], index: int) -> Line | None:
    """The next line, if a street goes on there: `вул. Стара / дорога, 5`."""
    line, below = lines[index], lines[index + 1] if index + 1 < len(lines) else None
    if below is None or line.block != below.block or not below.text[:1].islower() or not line.text[-1:].isalpha():
        return None
    return below if _is_near(line, below) and not has_digit(line.text) else None


@lru_cache(maxsize=2_048)
def _parts_of(text: str, region: str) -> tuple[str, ...]:
    """Asked for a line and for those around it, on each page of a site that has it."""
    bare = _without(LABEL, text if text.isascii() else _without(_ICONS, text))
    bare = bare[end_of_label(bare) :].lstrip()
    if "(" in bare:
        bare = REMARK.sub("", bare)
    if has_digit(bare):
        bare = CODE_LABEL.sub(", ", bare).lstrip(" ,")
        if region in _WITHOUT_COMMA:
            bare = _WITHOUT_COMMA[region].sub(r"\1, ", bare)
    parts = (_without_stop(one.strip(" :")).lstrip(".") for one in PARTS.split(bare))
    return tuple(part for part in parts if part)


def _without(beginning: re.Pattern[str], text: str) -> str:
    match = beginning.match(text)
    return text[match.end() :] if match is not None else text


def _without_stop(part: str) -> str:
    return _END.sub("", part) if part[-1:] == "." or part[-1:].isspace() else part


def code_in(text: str, country: str) -> str | None:
    pattern = _code_pattern(country)
    match = pattern.search(text) if pattern and any(map(str.isdigit, text)) else None
    return match[0] if match else None


@cache
def _code_pattern(country: str) -> re.Pattern[str] | None:
    shape = CODES.get(country)
    before = rf"(?:[A-Z]{{1,3}}-\s?|{country}\s)?"
    return re.compile(rf"^{before}{shape}(?![\w-])|(?<![\w-])(?:{country}[\s-])?{shape}$") if shape else None
