"""Addresses as rows of typed parts: a street and its number, units and districts, a postal code beside its town.

Countries write the same parts in different orders. Theirs is only which word makes a street and how long a code is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from scrapersky.extract.addresses.address import Address, is_number_first
from scrapersky.extract.addresses.patterns import GERMANIC_WORD_ENDS
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.addresses.typed_patterns import (
    ADJECTIVE,
    COUNTY,
    NAME_AND_NUMBER,
    NUMBER_ALONE,
    NUMBER_AND_NAME,
    NUMBER_AND_STREET,
    PLACE,
    STREET_ALONE,
    STREET_AND_NUMBER,
    TOWN_MARK,
    UNIT,
    WITHOUT_NUMBER,
    may_name_street,
)
from scrapersky.extract.addresses.typed_row import LINES_MORE, Row, code_in, may_begin, row_of
from scrapersky.extract.addresses.vocabulary import (
    COUNTRIES,
    NO_PLACES,
)
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import has_digit

_MOST_ROWS = 200
_LONG_WORD = 7
_REACH = 5
# Where few streets have numbers, a building after one tells as much.
_WITHOUT_NUMBERS = frozenset(["AE", "SA", "JO", "KW", "QA", "BH", "OM", "EG", "IQ", "LB", "SY", "LY", "YE", "SD", "PS"])
_PARKS = (" park", " estate", " centre", " center")
# English puts the number first and the code last, with a state before it; words for streets end sentences there too.
_READ_ELSEWHERE = frozenset({"US", "GB", "CA", "AU"})


@dataclass(frozen=True, slots=True)
class _Street:
    name: str
    number: str
    first: int
    last: int
    rest: str = ""
    is_named: bool = True
    unit: str = ""

    @property
    def is_sure(self) -> bool:
        """A kind of street and a name, with a number or with a shop, a plot or a floor on it."""
        return self.is_named and bool(self.number or self.unit)


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
    begins = (index for index in range(len(lines)) if may_begin(lines, index))
    read_to = 0
    for index in islice(begins, _MOST_ROWS):
        for sighting in _sightings(row_of(lines, index, region), lines) if index >= read_to else ():
            read_to = sighting.lines.stop
            yield sighting


def _sightings(row: Row, lines: Sequence[Line]) -> Iterator[AddressSighting]:
    index = 0
    while index < len(row.parts) and row.parts[index][1] <= row.own_line:
        street = _street_at(row, index)
        town = _town_of(row, street) if street else None
        if street is None or not (town or _stands_alone(street, row.text(street.first))) or _is_site(row, street):
            index += 1
            continue
        first = min(street.first, town.first if town else street.first)
        last = max(street.last, town.last if town else street.last)
        raw = ", ".join(text for text, _ in row.parts[first : last + 1])
        raw = raw[max(0, raw.find(street.name)) :] if street.first == first and street.is_named else raw
        span = range(row.parts[first][1], row.parts[last][1] + 1)
        yield AddressSighting(_address(row, street, town), raw, all(lines[at].in_address for at in span), span)
        index = last + 1


def _is_site(row: Row, street: _Street) -> bool:
    """`Unit 3, Mill Office Park, 14 Mill Road`: what has no number before a street that has one is where it leads."""
    if street.number:
        return False
    is_park = street.name.lower().endswith(_PARKS)
    after = (_street_at(row, index) for index in range(street.last + 1, min(street.last + 3, len(row.parts))))
    return any(other is not None and other.is_named and (other.number or is_park) for other in after)


def _street_at(row: Row, index: int) -> _Street | None:
    text = row.text(index)
    if UNIT.fullmatch(text) or "24/7" in text:
        return None
    has_number = has_digit(text) or text.lower().endswith(WITHOUT_NUMBER)
    if may_name_street(text) and (street := _named_street_at(row, index, text, has_number=has_number)):
        return street
    if not has_number:
        return None
    bare = NUMBER_AND_NAME if is_number_first(row.country) else NAME_AND_NUMBER
    match = bare.fullmatch(text) if not NUMBER_ALONE.fullmatch(text) else None
    is_told = match is not None and _tells_street(row, index, match["street"])
    if match is None or (code_in(text, row.country) and not is_told):
        return None
    is_named = is_told or (row.is_labelled and index == 0)
    return _Street(match["street"], match["number"], index, index, is_named=is_named)


def _named_street_at(row: Row, index: int, text: str, *, has_number: bool) -> _Street | None:
    orders = (STREET_AND_NUMBER, NUMBER_AND_STREET)[:: -1 if is_number_first(row.country) else 1]
    if has_number and (match := orders[0].search(text) or orders[1].search(text)):
        name = _with_adjective(text, match)
        return _Street(name, match["number"], index, index, text[match.end() :].strip(" .()"))
    match = STREET_ALONE.search(text)
    return _with_number_beside(row, index, _with_adjective(text, match)) if match else None


def _with_adjective(text: str, street: re.Match[str]) -> str:
    """`Большой проспект`: what the street is like stands before the word for it."""
    before = ADJECTIVE.search(text, 0, street.start("street")) if not text.isascii() else None
    return f"{before[0]}{street['street']}" if before is not None else street["street"]


def _tells_street(row: Row, index: int, name: str) -> bool:
    """A name that ends as streets do, or one that a floor, a flat or a district follows."""
    after = row.text(index + 1) if row.is_one_line(index) else ""
    if UNIT.match(after) or TOWN_MARK.match(after):
        return True
    last = name.rsplit(maxsplit=1)[-1].lower()
    return last.endswith(GERMANIC_WORD_ENDS) and len(last) >= _LONG_WORD


def _with_number_beside(row: Row, index: int, name: str) -> _Street:
    for after in (index + 1, index + 2):
        if NUMBER_ALONE.fullmatch(row.text(after)) and not code_in(row.text(after), row.country):
            return _Street(name, row.text(after).rstrip("."), index, after)
    units: list[str] = []
    for before in range(index - 1, max(-1, index - _REACH), -1) if is_number_first(row.country) else ():
        if NUMBER_ALONE.fullmatch(row.text(before)):
            return _Street(name, row.text(before), before, index, unit=", ".join(units))
        if UNIT.fullmatch(row.text(before)) is None:
            if before < index - 1:
                break
            continue  # the name of a building
        units.insert(0, row.text(before))
    last = index
    while row.country in _WITHOUT_NUMBERS and row.is_one_line(last) and UNIT.fullmatch(row.text(last + 1)):
        last += 1
        units.append(row.text(last))
    return _Street(name, "", index, last, unit=", ".join(units))


def _stands_alone(street: _Street, part: str) -> bool:
    """Whether a kind of street, a name and a number are the whole part, but for a unit or a town."""
    is_whole = part.startswith((street.name, street.number or street.name)) and (
        _is_town(street.rest) or UNIT.match(street.rest)
    )
    return street.is_sure and (bool(is_whole) or not street.rest)


def _town_of(row: Row, street: _Street) -> _Town | None:
    """The part with a postal code near the street, with its town in the same part or the next."""
    for index in (*range(street.last + 1, street.last + 1 + _REACH), street.first - 1, street.first - 2):
        if (code := code_in(row.text(index), row.country)) is None:
            continue
        town = TOWN_MARK.sub("", row.text(index).replace(code, " ", 1).strip(" .-()"))
        if _is_town(town):
            return _Town(town, code, min(index, street.last + 1) if index > street.last else index, index)
        if town:
            continue
        county = index - 1 if COUNTY.match(row.text(index - 1)) else index
        for beside in (county - 1, index + 1):
            if not street.first <= beside <= street.last and _is_town(row.text(beside)):
                region = f"/{row.text(county)}" if county < index else ""
                name = TOWN_MARK.sub("", row.text(beside)) + region
                return _Town(name, code, min(county, beside), max(index, beside))
    code = code_in(street.rest, row.country)
    words = street.rest.replace(code, "").strip(" ()").split() if code else []
    if code and words and _is_town(words[-1]):
        return _Town(words[-1], code, street.last, street.last)
    if street.is_sure and (last := _last_town(row, street.last)) > street.last:
        return _Town(TOWN_MARK.sub("", row.text(last)), "", street.last + 1, last)
    before = row.text(street.first - 1)
    if street.is_named and TOWN_MARK.match(before):
        return _Town(TOWN_MARK.sub("", before), "", street.first - 1, street.first - 1)
    return None


def _last_town(row: Row, index: int) -> int:
    """The town on the street's line; in English order, that is the last after its suburbs, before its county."""
    most = LINES_MORE + 1 if is_number_first(row.country) else 1
    end = index
    while end - index < most and row.is_one_line(end) and _is_town(row.text(end + 1)):
        end += 1
    is_country = end > index + 1 and folded(row.text(end)) in COUNTRIES
    return end - 1 if is_country else end


def _is_town(text: str) -> bool:
    bare = TOWN_MARK.sub("", text)
    return (
        bool(bare)
        and len(bare) <= 40
        and PLACE.fullmatch(bare) is not None
        and NO_PLACES.isdisjoint(bare.lower().replace(".", " ").split())
    )


def _address(row: Row, street: _Street, town: _Town | None) -> Address:
    rest = street.rest if UNIT.fullmatch(street.rest) else street.unit
    between = (row.text(index) for index in range(street.last + 1, town.last if town else street.last + 1))
    city, _, region = (town.name if town else street.rest if _is_town(street.rest) and not rest else "").partition("/")
    return Address(
        house_number=street.number.strip(),
        street=street.name.strip(" ,"),
        unit=", ".join(part for part in (rest, *(part for part in between if UNIT.fullmatch(part))) if part),
        city=city.strip(" )"),
        region=region.strip(),
        postal_code=town.code if town else "",
        country=row.country,
    )
