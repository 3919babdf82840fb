"""Addresses as rows of typed parts: a street and its number, units and districts, a postal code beside its town.

Countries write the same parts in different orders. Theirs is only which word makes a street and how long a code is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from scrapersky.extract.addresses.address import Address, is_number_first
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.addresses.vocabulary import (
    ADDRESS_LABELS,
    CODES,
    KINDS_AFTER,
    KINDS_BEFORE,
    NO_PLACES,
    TOWN_MARKS,
    UNITS,
)
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line

_MOST_ROWS = 200
_LONGEST_LINE = 300
_LONGEST_MORE = 80
_LINES_MORE = 2
_NEAR = 8
_REACH = 5
# English puts the number first and the code last, with a state before it; words for streets end sentences there too.
_READ_ELSEWHERE = frozenset({"US", "GB", "CA", "AU"})
_LABEL = re.compile(r"^(?P<words>[^\W\d_][^\W\d_ -]{1,19}(?:\s[^\W\d_]{1,12})?)\s?[:\uff1a]\s?(?=\S)")
_PARTS = re.compile(
    r"\s?[,;|·•\u060c\n](?:\s|$)|\s[\u2013\u2014-]\s|(?<=[^\W\d_]{4})\.\s(?=[A-ZÀ-Þ]|\d{4})|(?<=\d)\.\s(?=\d{4})"
)
_LETTER = r"[^\W\d_]"
_CAPITAL = r"(?![a-zà-öø-ÿа-я])[^\W\d_]"
_MARK = r"(?:(?:n[.°ºr]{1,2}|no\.?\s?:?|num\.?|№|#|č\.|br\.|д\.|дом|буд\.|km|plot no\.|h\.\s?no\.)\s?)?"
NUMBER = (
    rf"(?:(?i:{_MARK})(?:\d{{1,2}}\.\d{{3}}|\d{{1,5}}(?:,\d)?)(?:{_LETTER}|bis|ter)?(?![^\W\d_])"
    rf"(?:\s?[-\u2013/]\s?(?:\d{{1,5}}{_LETTER}?|{_LETTER})(?!\w)){{0,3}}"
    rf"(?:\s(?:bis|ter)\b|\s{_CAPITAL}(?![\w.:'\u2019])(?:\s\d{{1,3}}\b)?)?|(?i:s\.?n\.?c\.?|s/n\.?|s/nº)(?!\w))"
)
_SMALL = r"(?:d[eiu]|del|dell[aeo]|dos?|das?|la|le|les|los|las|des|y|e|und|van|der|den|gen\.|św\.|im\.)"
_NAME = rf"(?:[\"\u201e\u00ab]?{_CAPITAL}[\w.'\u2019\u0022\u201c\u201d\u00bb-]{{0,24}}|\d{{1,4}}\.|{_SMALL})"
_NAMES = rf"(?!{_SMALL}\s){_NAME}(?:\s{_NAME}){{0,4}}"
_KIND_END = r"(?:(?<=[./'\u2019\u0e00-\u0e7f])\s?|\s)"
_BEFORE = (
    rf"(?<![\w.])(?:(?i:{KINDS_BEFORE})){_KIND_END}(?:(?:{_NAME}|{_LETTER}{{2,15}}|\d{{1,4}})\s){{0,5}}"
    rf"(?:{_NAME}|\d{{1,4}}{_LETTER}?)(?!\w)"
)
_AFTER = rf"{_NAMES}\s(?i:{KINDS_AFTER})(?!\w)"
_KIND = rf"(?P<street>{_BEFORE}|{_AFTER})"
_STREET_AND_NUMBER = re.compile(rf"{_KIND}(?:,\s|\s|(?<=\.))(?P<number>{NUMBER})(?![\w-])")
_NUMBER_AND_STREET = re.compile(rf"(?<!\w)(?P<number>\d{{1,5}}(?:[/-]\d{{1,4}})?{_LETTER}?),?\s(?P<street>{_BEFORE})")
_STREET_ALONE = re.compile(rf"{_KIND}$")
_NUMBER_ALONE = re.compile(rf"(?:{NUMBER}|[IVX]{{1,4}}/\d{{1,4}})\.?")
_NAME_AND_NUMBER = re.compile(rf"(?P<street>{_NAMES}),?\s(?P<number>{NUMBER})\.?(?:\s(?:{UNITS})\b.{{0,12}})?")
_NUMBER_AND_NAME = re.compile(rf"(?P<number>\d{{1,5}}(?:[/-]\d{{1,4}})?{_LETTER}?),?\s(?P<street>{_NAMES})")
_WORD = rf"{_CAPITAL}[\w.'\u2019-]*"
_PLACE = re.compile(
    rf"{_WORD}(?:[\s-](?:{_WORD}|{_LETTER}{{1,5}})){{0,4}}(?:\s?\(\w[\w .]{{1,20}}\)|\s?/\s?{_CAPITAL}\w{{1,20}})?"
)
_TOWN_MARK = re.compile(rf"^(?:{TOWN_MARKS})\s?", re.IGNORECASE)
_WITHOUT_NUMBER = ("snc", "s.n.c", "s/n", "s/nº", "sn")
_DIGIT = re.compile(r"\d")
_UNIT = re.compile(rf"(?:{UNITS})(?![^\W\d_]).{{0,20}}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Row:
    """Parts that follow one another, each with the number of its line."""

    parts: tuple[tuple[str, int], ...]
    country: str
    own_line: int
    is_labelled: bool

    def text(self, index: int) -> str:
        return self.parts[index][0] if 0 <= index < len(self.parts) else ""

    def is_one_line(self, index: int) -> bool:
        """Whether the next part stands on the same line."""
        return self.parts[index][1] == self.parts[index + 1][1]


@dataclass(frozen=True, slots=True)
class _Street:
    name: str
    number: str
    first: int
    last: int
    rest: str = ""
    is_named: bool = True


@dataclass(frozen=True, slots=True)
class _Town:
    name: str
    code: str
    first: int
    last: int


def in_typed_parts(lines: Sequence[Line], region: str) -> Iterator[AddressSighting]:
    """Addresses whose parts tell what they are: a kind of street, or a name and a number beside a postal code.

    >>> [one.address.one_line for one in in_typed_parts([Line("1052 Budapest, Váci utca 12.")], "HU")]
    ['Váci utca 12, 1052 Budapest, HU']
    """
    if region in _READ_ELSEWHERE or not region:
        return
    rows = (_row(lines, index, region) for index in range(len(lines)) if _may_begin(lines, index))
    read_to = 0
    for row in islice(rows, _MOST_ROWS):
        for sighting in _sightings(row, lines) if row.own_line >= read_to else ():
            read_to = sighting.lines.stop
            yield sighting


def _may_begin(lines: Sequence[Line], index: int) -> bool:
    """A line with a digit, or a short one above such a line."""
    text = lines[index].text
    if not 5 < len(text) <= _LONGEST_LINE or "@" in text[:40]:
        return False
    below = lines[index + 1].text if len(text) < _LONGEST_MORE and index + 1 < len(lines) else ""
    return _DIGIT.search(text) is not None or _DIGIT.match(below) is not None


def _row(lines: Sequence[Line], index: int, region: str) -> _Row:
    """The parts of a line and of short ones right below it, and of one above that begins with a postal code."""
    label = _LABEL.match(lines[index].text)
    parts = [(part, index) for part in _parts_of(lines[index].text)]
    for number in range(index + 1, min(index + 1 + _LINES_MORE, len(lines))):
        more = lines[number]
        if len(more.text) > _LONGEST_MORE or more.block - lines[index].block > _NEAR:
            break
        parts += [(part, number) for part in _parts_of(more.text)]
    above = lines[index - 1] if index else None
    is_near = above is not None and lines[index].block - above.block <= _NEAR
    if above and is_near and len(above.text) <= _LONGEST_MORE // 2 and _code_in(above.text, region):
        parts = [*((part, index - 1) for part in _parts_of(above.text)), *parts]
    return _Row(tuple(parts), region, index, bool(label and folded(label["words"]) in ADDRESS_LABELS))


def _parts_of(text: str) -> list[str]:
    bare = _LABEL.sub("", text)
    return [part for one in _PARTS.split(bare) if (part := one.strip(" .:"))]


def _sightings(row: _Row, lines: Sequence[Line]) -> Iterator[AddressSighting]:
    index = 0
    while index < len(row.parts) and row.parts[index][1] <= row.own_line:
        street = _street_at(row, index)
        town = _town_of(row, street) if street else None
        if street is None or not (town or _stands_alone(street, row.text(street.first))):
            index += 1
            continue
        first = min(street.first, town.first if town else street.first)
        last = max(street.last, town.last if town else street.last)
        raw = ", ".join(text for text, _ in row.parts[first : last + 1])
        span = range(row.parts[first][1], row.parts[last][1] + 1)
        yield AddressSighting(_address(row, street, town), raw, all(lines[at].in_address for at in span), span)
        index = last + 1


def _street_at(row: _Row, index: int) -> _Street | None:
    text = row.text(index)
    if _UNIT.fullmatch(text) or "24/7" in text:
        return None
    has_number = _DIGIT.search(text) is not None or text.lower().endswith(_WITHOUT_NUMBER)
    if has_number and (match := _STREET_AND_NUMBER.search(text) or _NUMBER_AND_STREET.search(text)):
        return _Street(match["street"], match["number"], index, index, text[match.end() :].strip(" ."))
    if match := _STREET_ALONE.search(text):
        return _with_number_beside(row, index, match["street"])
    if not has_number:
        return None
    bare = _NUMBER_AND_NAME if is_number_first(row.country) else _NAME_AND_NUMBER
    match = bare.fullmatch(text) if not (_NUMBER_ALONE.fullmatch(text) or _code_in(text, row.country)) else None
    if match is None:
        return None
    return _Street(match["street"], match["number"], index, index, is_named=row.is_labelled and index == 0)


def _with_number_beside(row: _Row, index: int, name: str) -> _Street:
    for after in (index + 1, index + 2):
        if _NUMBER_ALONE.fullmatch(row.text(after)) and not _code_in(row.text(after), row.country):
            return _Street(name, row.text(after).rstrip("."), index, after)
    if is_number_first(row.country) and _NUMBER_ALONE.fullmatch(row.text(index - 1)):
        return _Street(name, row.text(index - 1), index - 1, index)
    return _Street(name, "", index, index)


def _stands_alone(street: _Street, part: str) -> bool:
    """Whether a kind of street, a name and a number are the whole part, but for a unit or a town."""
    is_whole = part.startswith((street.name, street.number)) and (_is_town(street.rest) or _UNIT.fullmatch(street.rest))
    return street.is_named and bool(street.number) and (bool(is_whole) or not street.rest)


def _town_of(row: _Row, street: _Street) -> _Town | None:
    """The part with a postal code near the street, with its town in the same part or the next."""
    for index in (*range(street.last + 1, street.last + 1 + _REACH), street.first - 1, street.first - 2):
        if (code := _code_in(row.text(index), row.country)) is None:
            continue
        town = _TOWN_MARK.sub("", row.text(index).replace(code, " ", 1).strip(" .-()"))
        if _is_town(town):
            return _Town(town, code, min(index, street.last + 1) if index > street.last else index, index)
        if town:
            continue
        for beside in (index - 1, index + 1):
            if not street.first <= beside <= street.last and _is_town(row.text(beside)):
                return _Town(_TOWN_MARK.sub("", row.text(beside)), code, min(index, beside), max(index, beside))
    if (code := _code_in(street.rest, row.country)) and _is_town(street.rest.replace(code, "").split()[-1]):
        return _Town(street.rest.replace(code, "").split()[-1], code, street.last, street.last)
    after = row.text(street.last + 1)
    if street.is_named and street.number and _is_town(after) and row.is_one_line(street.last):
        return _Town(_TOWN_MARK.sub("", after), "", street.last + 1, street.last + 1)
    before = row.text(street.first - 1)
    if street.is_named and _TOWN_MARK.match(before):
        return _Town(_TOWN_MARK.sub("", before), "", street.first - 1, street.first - 1)
    return None


def _is_town(text: str) -> bool:
    bare = _TOWN_MARK.sub("", text)
    return (
        bool(bare)
        and len(bare) <= 40
        and _PLACE.fullmatch(bare) is not None
        and NO_PLACES.isdisjoint(bare.lower().replace(".", " ").split())
    )


def _code_in(text: str, country: str) -> str | None:
    pattern = _code_pattern(country)
    match = pattern.search(text) if pattern and any(map(str.isdigit, text)) else None
    return match[0] if match else None


@cache
def _code_pattern(country: str) -> re.Pattern[str] | None:
    shape = CODES.get(country)
    return re.compile(rf"^(?:[A-Z]{{1,3}}-\s?)?{shape}(?![\w-])|(?<![\w-]){shape}$") if shape else None


def _address(row: _Row, street: _Street, town: _Town | None) -> Address:
    rest = street.rest if _UNIT.fullmatch(street.rest) else ""
    between = (row.text(index) for index in range(street.last + 1, town.first if town else street.last + 1))
    city, _, region = (town.name if town else street.rest if _is_town(street.rest) and not rest else "").partition("/")
    return Address(
        house_number=street.number.strip(),
        street=street.name.strip(" ,"),
        unit=", ".join(part for part in (rest, *(part for part in between if _UNIT.fullmatch(part))) if part),
        city=city.strip(" )"),
        region=region.strip(),
        postal_code=town.code if town else "",
        country=row.country,
    )
