"""An address seen on a page, and whether to believe it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.parsing import KNOWN_COUNTRIES, parse_address
from scrapersky.extract.addresses.patterns import (
    ENGLISH_WORDS,
    FRENCH_STREET,
    GERMANIC_STREET,
    GERMANIC_WORD_ENDS,
    ROMANCE_STREET,
    ROMANCE_WORDS,
    STREET,
    UNIT,
)
from scrapersky.extract.addresses.places import PlaceInText, country_of_street
from scrapersky.extract.addresses.vocabulary import BUILDING_WORDS, COUNTRIES
from scrapersky.extract.pages.lines import Line

REACH = 160
_PROSE = 200
STRICT_BOX = re.compile(
    r"(?<!\w)(?:p\.?\s?o\.?|post office|postal)\s?(?:box|drawer)\s?#?\s?\d{1,7}\b(?:\s?[-\u2013]\s?\d{5}\b)?",
    re.IGNORECASE,
)
_NEXT_NUMBER = re.compile(r"[\s.]\d")
# The three characters before a number; no ending is shorter, and one or two of them may be marks.
_BEFORE_NUMBERS = re.compile(r"\d(?<=(...)[\s.]\d)")
_GERMANIC_TAILS = frozenset(
    f"{end}{marks}"[-3:]
    for end in GERMANIC_WORD_ENDS
    for marks in map("".join, chain.from_iterable(product(".,", repeat=count) for count in range(4)))
)
_STREET_WORDS = ENGLISH_WORDS | ROMANCE_WORDS
_SMALL_WORDS = frozenset({"of", "the", "and", "de", "la", "du", "des", "del", "der", "am", "an"})
_DIGIT_CODES_SURE = frozenset({"US", "GB", "CA", "AU", "NL", "PL", "PT"})


@dataclass(frozen=True, slots=True)
class AddressSighting:
    """An address and the words on the page it was read from."""

    address: Address
    raw: str
    in_element: bool
    lines: range


@lru_cache(maxsize=2_048)
def likely_streets(text: str) -> tuple[re.Pattern[str], ...]:
    """The street patterns worth trying; they are slow on prose, so a kind of street must be among the words."""
    lowered = text.lower()
    tokens = lowered.replace(",", " ").replace(".", ". ").split()
    patterns: tuple[re.Pattern[str], ...] = ()
    if kinds := _STREET_WORDS.intersection(tokens):
        english = kinds & ENGLISH_WORDS
        if english and (len(text) < _PROSE or _has_number_near(tokens, english)):
            patterns = (STREET,)
        if not kinds.isdisjoint(ROMANCE_WORDS):
            patterns = (*patterns, FRENCH_STREET, ROMANCE_STREET)
    return (*patterns, GERMANIC_STREET) if _has_germanic_end(lowered) else patterns


def _has_number_near(tokens: list[str], kinds: Iterable[str]) -> bool:
    """Whether a number stands beside a word for a street: prose has "way" and "court" without one."""
    for kind in kinds:
        index = -1
        for _ in range(tokens.count(kind)):
            index = tokens.index(kind, index + 1)
            if any(map(str.isdigit, [token[0] for token in tokens[max(0, index - 5) : index + 2]])):
                return True
    return False


def _has_germanic_end(lowered: str) -> bool:
    """Whether a word before a number ends as streets do; the letters right before the gap are looked at first."""
    if _GERMANIC_TAILS.isdisjoint(_BEFORE_NUMBERS.findall(lowered)):
        return False
    before_numbers = (
        lowered[max(0, number.start() - 14) : number.start()] for number in _NEXT_NUMBER.finditer(lowered)
    )
    return any(word.rstrip(".,").endswith(GERMANIC_WORD_ENDS) for word in before_numbers)


def is_building(text: str) -> bool:
    tokens = text.lower().replace(",", " ").split()
    small = [word for word in text.split() if word.islower() and word not in _SMALL_WORDS]
    return 2 <= len(tokens) <= 7 and not small and any(token in BUILDING_WORDS for token in tokens)


def with_building(text: str, begin: int, window: int) -> int:
    """Move the beginning to the left over `Mill House, ` and `Suite 12, `."""
    while True:
        before = text[window:begin]
        cut = before.rstrip(" ,")
        segment = re.split(r"[,:;|.]\s", cut)[-1]
        if not segment or cut == before or len(segment) > 50 or not (is_building(segment) or UNIT.fullmatch(segment)):
            return begin
        begin = window + len(cut) - len(segment)


def sighting_of(
    lines: Sequence[Line], span: range, raw: str, place: PlaceInText | None, region: str
) -> AddressSighting | None:
    country = place.country if place else ""
    named = _country_below(lines, span.stop - 1, place)
    address = parse_address(raw, named or country or (region if place is None else "") or None)
    if address is None or (place is not None and not _is_plausible(address, place, region, named)):
        return None
    return AddressSighting(address, raw, all(lines[index].in_address for index in span), span)


def _country_below(lines: Sequence[Line], index: int, place: PlaceInText | None) -> str:
    after = lines[index].text[place.end :].strip(" ,.-\u2013()|") if place else ""
    candidate = after or (lines[index + 1].text.strip(" ,.") if index + 1 < len(lines) else "")
    return COUNTRIES.get(candidate[:30].lower(), "")


def _is_plausible(address: Address, place: PlaceInText, region: str, named: str) -> bool:
    """Four or five bare digits are years and prices as well: there the street or the page must name the country."""
    if not (address.street_line or address.po_box or address.building or address.unit):
        return False
    if place.country in _DIGIT_CODES_SURE or (place.country and place.country not in KNOWN_COUNTRIES):
        return True
    known = country_of_street(address.street) or named or (region and region == place.country)
    return bool(known and address.city)
