"""Streets that stand without a postal code: surer words are needed."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.addresses.contact_cards import is_among_contacts
from scrapersky.extract.addresses.parsing import ENGLISH_WRITING
from scrapersky.extract.addresses.patterns import (
    LEADING_NUMBER,
    STREET,
    STRONG_STREET_END,
    TRAILING_NUMBER,
    UNIT,
    UNIT_WORD_BEFORE,
)
from scrapersky.extract.addresses.places import country_of_street
from scrapersky.extract.addresses.sighting import (
    REACH,
    STRICT_BOX,
    AddressSighting,
    likely_streets,
    sighting_of,
    with_building,
)
from scrapersky.extract.addresses.vocabulary import US_STATES
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import has_digit

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
_LONGEST_STREET = 60
_ADDRESS_LABEL = re.compile(
    r"(?:our |postal |office |street )?(?:address|location|adresse|anschrift|dirección|indirizzo|adres|adress|endereço"
    r"|morada|osoite|cím|adresa|adresă|visit us|find us|where we are|where to find us|sede)\s?[:?]?",
    re.IGNORECASE,
)
_TOWN = r"[A-ZÀ-Þ][\w.'\u2019-]{1,20}(?:\s(?:[A-ZÀ-Þ][\w.'\u2019-]{1,20}|of|upon|on|by|le|la|de|en|am|an|der)){0,3}"
_TOWN_TO_END = re.compile(rf"\s{_TOWN}[.,]?")
_TOWNS_AFTER = re.compile(rf"(?:,\s?{_TOWN}){{1,3}}(?![\w:@])")
_TOWN_LINE = re.compile(rf"{_TOWN}(?:,\s?{_TOWN}){{0,2}}[.,]?")
_NO_TOWN = re.compile(
    r"\b(?:mon|tues?|wed|thu|fri|sat|sun)(?:day|s|\b)|\b(?:open|phone|tel|fax|call|e-?mail|contact|map|directions|hours|suite"
    r"|unit|floor|parking|car park|about|home|services|menu|book|view|get|our|we|the|all|copyright)\b",
    re.IGNORECASE,
)


def without_code(lines: Sequence[Line], region: str, taken: set[int]) -> Iterator[AddressSighting]:
    """Yield the streets and boxes on the lines that no coded address has taken."""
    for index, line in enumerate(lines):
        if index in taken or not has_digit(line.text):
            continue
        if plain := _without_kind(lines, index, region):
            yield from _extended(lines, index, plain, region)
            continue
        for pattern in (*likely_streets(line.text), *((STRICT_BOX,) if "ox" in line.text.lower() else ())):
            for match in pattern.finditer(line.text):
                if UNIT_WORD_BEFORE.search(_before(match).rstrip()):
                    continue
                if pattern is STRICT_BOX or _stands_alone(lines, index, match, pattern):
                    yield from _extended(lines, index, match, region)


def _without_kind(lines: Sequence[Line], index: int, region: str) -> re.Match[str] | None:
    """A street that no word tells to be one: under a label that does, or above a town with its state."""
    text = lines[index].text
    if len(text) > _LONGEST_STREET or likely_streets(text):
        return None
    street = text.partition(",")[0].rstrip(" .")
    match = (LEADING_NUMBER if region in ENGLISH_WRITING else TRAILING_NUMBER).match(street)
    if match is None or _NO_TOWN.search(street):
        return None
    above = lines[index - 1].text if index else ""
    is_labelled = _ADDRESS_LABEL.fullmatch(above) is not None
    return match if is_labelled or (region == "US" and _is_placed(lines, index, text[len(street) :])) else None


def _before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - 30) : match.start()]


def _stands_alone(lines: Sequence[Line], index: int, match: re.Match[str], pattern: re.Pattern[str]) -> bool:
    line, after = lines[index], _after_unit(match)
    if _is_placed(lines, index, after) or line.in_address or (match.start() and _LABEL.search(_before(match))):
        return True
    if pattern is not STREET:
        return match.start() == 0 and not after.strip(" ,.") and bool(country_of_street(match["name"]))
    strong = STRONG_STREET_END.search(match["name"]) is not None
    if _is_before_town(match, after, strong=strong) and is_among_contacts(lines, index):
        return True
    return strong and bool(_STREET_MAY_END.match(after)) and bool(_STREET_MAY_START.search(_before(match)))


def _is_before_town(match: re.Match[str], after: str, *, strong: bool) -> bool:
    """Whether a street goes on with its town to the end of the line; commas may lack if its kind is sure."""
    begins = not match.start() or match.string[: match.start()].endswith(", ")
    towns = _towns_after(after)
    return begins and (
        bool(towns and towns.end() == len(after.rstrip(" ."))) or bool(strong and _TOWN_TO_END.fullmatch(after))
    )


def _after_unit(match: re.Match[str]) -> str:
    after = match.string[match.end() : match.end() + REACH]
    unit = UNIT.match(after.lstrip(" ,"))
    return after.lstrip(" ,")[unit.end() :] if unit else after


def _is_placed(lines: Sequence[Line], index: int, after: str) -> bool:
    if _CITY_REGION_AFTER.match(after):
        return True
    return index + 1 < len(lines) and not after.strip(" ,.") and _CITY_REGION.match(lines[index + 1].text) is not None


def _towns_after(after: str) -> re.Match[str] | None:
    """The suburb, the town and the county that follow a street on its line."""
    towns = _TOWNS_AFTER.match(after)
    return towns if towns is not None and not _NO_TOWN.search(towns[0]) else None


def _is_town_line(line: Line, street: Line) -> bool:
    """Whether a line right below a street is its town: of the same paragraph, or of the same address element."""
    is_near = line.block == street.block or (line.in_address and street.in_address)
    return is_near and _TOWN_LINE.fullmatch(line.text) is not None and not _NO_TOWN.search(line.text)


def _extended(lines: Sequence[Line], index: int, match: re.Match[str], region: str) -> Iterator[AddressSighting]:
    """Add the unit, the city and the country that follow on the same line or the next two."""
    text = lines[index].text
    end = match.end()
    if unit := UNIT.match(text, end + len(text[end:]) - len(text[end:].lstrip(" ,"))):
        end = unit.end()
    if place := _CITY_REGION_AFTER.match(text[end:]) or _towns_after(text[end : end + REACH]):
        end += place.end()
    begin = with_building(text, match.start(), max(0, match.start() - REACH))
    parts, last = [text[begin:end]], index
    if _TOWN_TO_END.fullmatch(text[end:]) and not _NO_TOWN.search(text[end:]):
        parts, end = [*parts, text[end:].strip(" .,")], len(text)
    if not text[end:].strip(" ,."):
        for below in range(index + 1, min(index + 3, len(lines))):
            if not (
                UNIT.fullmatch(lines[below].text)
                or _CITY_REGION.match(lines[below].text)
                or _is_town_line(lines[below], lines[index])
            ):
                break
            parts.append(lines[below].text)
            last = below
    sighting = sighting_of(lines, range(index, last + 1), ", ".join(parts), None, region)
    if sighting:
        yield sighting
