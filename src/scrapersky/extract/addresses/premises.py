"""Addresses that name premises: a shop, a floor, a building, what stands opposite; then a town, a code, a country.

India, the Gulf and most of Africa write them so. Which parts there are is up to the writer; the street is all of them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.contact_cards import is_among_contacts
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.addresses.typed_patterns import is_town
from scrapersky.extract.addresses.vocabulary import (
    ADDRESS_LABELS,
    CODES,
    COUNTRIES,
    PREMISES_AFTER,
    PREMISES_BEFORE,
    STATES_OF,
    TOWNS_OF,
)
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line

_MOST_ROWS = 100
_LONGEST_LINE = 300
_LONGEST_MORE = 90
_LONGEST_PART = 48
_LINES_MORE = 4
_NEAR = 8
_MOST_PARTS = 12
_LABEL = re.compile(r"^[^\W\d_][^\d:,]{1,30}:\s?(?=\S)")
_SPLIT = re.compile(
    r"\s?[,;|\u00b7\u2022](?:\s|$)|(?<=[^\W\d_]{4})(?<!Vill)(?<!Dist)(?<!istt)\.\s(?=[A-Z])|\s[-\u2013]\s(?=[A-Z])|(?:(?<=\sRoad)|(?<=\sStreet)|(?<=\sAvenue))\s(?!(?:North|South|East|West|Central|Extension)\b)(?=[A-Z][a-z]{2})"
)
_NUMBER = r"(?:no\.?|nos\.?|number|#)?\s?:?\s?[\w/&-]{0,14}\d[\w/&.-]{0,10}|[A-Z](?:-\d{1,3})?"
_BEFORE = rf"(?i:{PREMISES_BEFORE})\.?[\s-]{{0,2}}(?:{_NUMBER})(?!\w)"
_AFTER = rf"(?:[\w.'\u2019&/-]{{1,24}}\s){{1,4}}(?i:{PREMISES_AFTER})(?:\s[\w-]{{1,4}})?"
_FLOOR = r"(?i:(?:\d{1,2}(?:st|nd|rd|th)?|ground|first|second|third|upper|lower|mezzanine)\sfloor|floor\s\d{1,2})"
# What a village is called, and the post office it belongs to.
_VILLAGE = (
    r"(?i:vill(?:age)?[.:-]?|v\.?p\.?o\.?|at\s?(?:[/&-]|and)?\s?post)\s?:?-?\s?[A-Z]\w{2,20}(?:\s[A-Z]\w{2,20}){0,3}"
)
_PREMISES = re.compile(
    rf"(?:{_BEFORE}|{_FLOOR})(?:\s.{{1,40}})?|#\s?\d.{{0,20}}|{_AFTER}|{_VILLAGE}|[A-Z]{{1,2}}[-/]\d{{1,4}}"
)
_HOUSE = re.compile(r"(?i:no\.?\s?)?\d{1,4}[A-Z]?(?:[/-]\d{1,4})?")
_HOUSE_WITHIN = re.compile(r"\d{1,4}/\d{1,4}(?:/\d{1,4})?(?:[\s-]?[A-Z])?")
_STATE_IN_BRACKETS = re.compile(r"\s\([A-Z][\w. ]{1,20}\)$")
_NEARBY = re.compile(
    r"(?i:near|nr\.?|opp\.?|opposite|above|behind|beside|next to|off|adj\.?|adjacent to|landmark|along|at)\s"
)
_BOX = re.compile(r"p\.?\s?o\.?\s?box\s?:?\s?(?P<number>\d[\d -]{1,14})", re.IGNORECASE)
_CODE_BEFORE = re.compile(r"[\s,:-]{0,3}(?:(?i:pin(?:\s?code)?|zip|p\.?c\.?)[\s.:-]{0,3})?")


def by_premises(lines: Sequence[Line], region: str) -> Iterator[AddressSighting]:
    """Addresses of countries whose towns are known here.

    >>> line = Line("Office 305, Burjuman Business Tower, Bur Dubai, Dubai, UAE")
    >>> [one.address.one_line for one in by_premises([line], "AE")]
    ['Office 305, Burjuman Business Tower, Bur Dubai, Dubai, AE']
    """
    if region not in TOWNS_OF:
        return
    read_to = 0
    rows = (index for index, line in enumerate(lines) if 5 < len(line.text) <= _LONGEST_LINE)
    for index in islice((index for index in rows if _may_begin(lines[index].text)), _MOST_ROWS):
        sighting = _sighting(lines, index, region) if index >= read_to else None
        if sighting is not None:
            read_to = sighting.lines.stop
            yield sighting


@lru_cache(maxsize=4_096)
def _may_begin(text: str) -> bool:
    return any(map(_tells_premises, _parts_of(text)[:4]))


def _parts_of(text: str) -> list[str]:
    label = _LABEL.match(text)
    is_label = label is not None and (label[0].count(" ") < 3 or folded(label[0].rstrip(": ")) in ADDRESS_LABELS)
    bare = text[label.end() :] if label is not None and is_label else text
    return [part.strip(" .") for part in _SPLIT.split(bare) if part.strip(" .")]


def _sighting(lines: Sequence[Line], index: int, region: str) -> AddressSighting | None:
    parts = [(part, index) for part in _parts_of(lines[index].text)]
    for number in range(index + 1, min(index + 1 + _LINES_MORE, len(lines))):
        line = lines[number]
        if len(line.text) > _LONGEST_MORE or line.block - lines[index].block > _NEAR or "@" in line.text:
            break
        parts += [(part, number) for part in _parts_of(line.text)]
    first = next((at for at, (part, _) in enumerate(parts[:4]) if _tells_premises(part)), None)
    while first and _HOUSE.fullmatch(parts[first - 1][0]):
        first -= 1
    last = _end(parts[:_MOST_PARTS], first, region) if first is not None else None
    if last is None and first is not None and is_among_contacts(lines, index):
        last = _end_of_line(parts, first, index)
    if first is None or last is None:
        return None
    written = [part for part, _ in parts[first : last + 1]]
    span = range(parts[first][1], parts[last][1] + 1)
    return AddressSighting(
        _address(written, region), ", ".join(written), all(lines[at].in_address for at in span), span
    )


def _end(parts: Sequence[tuple[str, int]], first: int, region: str) -> int | None:
    """The last part of the place: a town, a state or a country that is known, or one with a postal code."""
    last = None
    for at in range(first + 1, len(parts)):
        part = parts[at][0]
        if _is_place(part, region):
            last = at
        elif last is not None or not _may_be_part(part):
            break
    return last


def _end_of_line(parts: Sequence[tuple[str, int]], first: int, index: int) -> int | None:
    """The last part of a line among contacts: a town that is not known here."""
    own = [part for part, line in parts if line == index]
    is_address = len(own) - first > 1 and all(map(_may_be_part, own[first:])) and not _PREMISES.fullmatch(own[-1])
    return len(own) - 1 if is_address and is_town(_STATE_IN_BRACKETS.sub("", own[-1])) else None


def _tells_premises(part: str) -> bool:
    return _PREMISES.fullmatch(part) is not None or _HOUSE_WITHIN.fullmatch(part) is not None


def _is_place(part: str, region: str) -> bool:
    bare = _without_code(_BOX.sub("", part).strip(" -"), region)[0]
    known = _known(bare)
    is_named = known in TOWNS_OF[region] or known in STATES_OF.get(region, ()) or COUNTRIES.get(known) == region
    return is_named or (bare != part and not _BOX.match(part) and (not bare or bare[:1].isupper()))


def _known(part: str) -> str:
    return folded(part).replace(".", "")


def _may_be_part(part: str) -> bool:
    is_short = len(part) <= _LONGEST_PART and part.count(" ") < 7
    return is_short and (not part[:1].islower() or _NEARBY.match(part) is not None)


def _without_code(part: str, region: str) -> tuple[str, str]:
    part = _STATE_IN_BRACKETS.sub("", part)
    shape = CODES.get(region)
    match = re.search(rf"{_CODE_BEFORE.pattern}(?<!\d)(?P<code>{shape})$", part) if shape else None
    return (part[: match.start()].strip(" -\u2013:"), match["code"]) if match else (part, "")


def _address(written: Sequence[str], region: str) -> Address:
    code, state, town, box, street = "", "", "", "", list[str]()
    for part in written:
        if boxed := _BOX.match(part):
            box = boxed[0].strip(" -")
        bare, own_code = _without_code(_BOX.sub("", part).strip(" -"), region)
        code = own_code or code
        known = _known(bare)
        if known in STATES_OF.get(region, ()):
            state = bare
        elif known in TOWNS_OF[region] or (own_code and bare and not town and COUNTRIES.get(known) != region):
            street += [town] if town else []
            town = bare
        elif bare and COUNTRIES.get(known) != region:
            street.append(bare)
    if not town and len(street) > 1:
        town = _STATE_IN_BRACKETS.sub("", street.pop())
    return Address(street=", ".join(street), po_box=box, city=town, region=state, postal_code=code, country=region)
