"""Streets that stand without a postal code: surer words are needed."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.addresses.patterns import STREET, STRONG_STREET_END, UNIT, UNIT_WORD_BEFORE
from scrapersky.extract.addresses.places import country_of_street
from scrapersky.extract.addresses.sighting import (
    REACH,
    STRICT_BOX,
    Sighting,
    likely_streets,
    sighting_of,
    with_building,
)
from scrapersky.extract.addresses.vocabulary import US_STATES
from scrapersky.extract.pages.lines import Line

_STATES = "|".join([*US_STATES.values(), *(name.title() for name in US_STATES)])
_CITY_REGION = re.compile(rf"^[A-ZÀ-Þ][\w.'\u2019 -]{{1,30}},\s?(?:{_STATES})\.?(?:,?\s(?:USA|United States))?$")
_CITY_REGION_AFTER = re.compile(rf"^,?\s?[A-ZÀ-Þ][\w.'\u2019 -]{{1,30}},\s?(?:{_STATES})\b\.?")
_STREET_MAY_END = re.compile(r"^\s?(?:$|[,.;:)|(•·\u2013-]|in\b|and\b|at\b|near\b|is\b|to\b|on\b|for\b|or\b|from\b)")
_STREET_MAY_START = re.compile(
    r"(?:^\s{0,2}|[,.;:)(|•·\u2013-]|\b(?:at|to|on|near|is|in|from|visit|opposite|and))\s{0,2}$", re.IGNORECASE
)
_LABEL = re.compile(
    r"(?:^|\b(?:address|location|office|adresse|anschrift|dirección|indirizzo|visit us|located at)\b)\W{0,3}$",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


def without_code(lines: Sequence[Line], region: str, taken: set[int]) -> Iterator[Sighting]:
    """Yield the streets and boxes on the lines that no coded address has taken."""
    for index, line in enumerate(lines):
        if index in taken or not _DIGIT.search(line.text):
            continue
        for pattern in (*likely_streets(line.text), *((STRICT_BOX,) if "ox" in line.text.lower() else ())):
            for match in pattern.finditer(line.text):
                if UNIT_WORD_BEFORE.search(_before(match).rstrip()):
                    continue
                if pattern is STRICT_BOX or _stands_alone(lines, index, match, pattern):
                    yield from _extended(lines, index, match, region)


def _before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - 30) : match.start()]


def _stands_alone(lines: Sequence[Line], index: int, match: re.Match[str], pattern: re.Pattern[str]) -> bool:
    line, after = lines[index], _after_unit(match)
    if _is_placed(lines, index, after) or line.in_address or (match.start() and _LABEL.search(_before(match))):
        return True
    if pattern is not STREET:
        return match.start() == 0 and not after.strip(" ,.") and bool(country_of_street(match["name"]))
    strong = STRONG_STREET_END.search(match["name"]) is not None
    return strong and bool(_STREET_MAY_END.match(after)) and bool(_STREET_MAY_START.search(_before(match)))


def _after_unit(match: re.Match[str]) -> str:
    after = match.string[match.end() : match.end() + REACH]
    unit = UNIT.match(after.lstrip(" ,"))
    return after.lstrip(" ,")[unit.end() :] if unit else after


def _is_placed(lines: Sequence[Line], index: int, after: str) -> bool:
    if _CITY_REGION_AFTER.match(after):
        return True
    return index + 1 < len(lines) and not after.strip(" ,.") and _CITY_REGION.match(lines[index + 1].text) is not None


def _extended(lines: Sequence[Line], index: int, match: re.Match[str], region: str) -> Iterator[Sighting]:
    """Add the unit, the city and the country that follow on the same line or the next two."""
    text = lines[index].text
    end = match.end()
    if unit := UNIT.match(text, end + len(text[end:]) - len(text[end:].lstrip(" ,"))):
        end = unit.end()
    if place := _CITY_REGION_AFTER.match(text[end:]):
        end += place.end()
    begin = with_building(text, match.start(), max(0, match.start() - REACH))
    parts, last = [text[begin:end]], index
    if not text[end:].strip(" ,."):
        for below in range(index + 1, min(index + 3, len(lines))):
            if not (UNIT.fullmatch(lines[below].text) or _CITY_REGION.match(lines[below].text)):
                break
            parts.append(lines[below].text)
            last = below
    sighting = sighting_of(lines, range(index, last + 1), ", ".join(parts), None, region)
    if sighting:
        yield sighting
