"""Addresses among the lines of a page: a postal code and what stands before it, or a street on its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from scrapersky.extract.text_blocks import Line

from .address import Address
from .parsing import KNOWN_COUNTRIES, parse_address
from .patterns import (
    ENGLISH_WORDS,
    FRENCH_STREET,
    GERMANIC_STREET,
    GERMANIC_WORD_ENDS,
    LEADING_NUMBER,
    PO_BOX,
    ROMANCE_STREET,
    ROMANCE_WORDS,
    STREET,
    STREET_WITHOUT_NUMBER,
    STRONG_STREET_END,
    TRAILING_NUMBER,
    UNIT,
    UNIT_WORD_BEFORE,
)
from .places import Place, country_of_street, find_places, without_country
from .vocabulary import BUILDING_WORDS, COUNTRIES, US_STATES

MAX_ADDRESSES = 200
_MAX_ATTEMPTS = 400
_MAX_IN_LINE = 40
_REACH = 160
_LINES_ABOVE = 5
_MAX_BLOCKS_BETWEEN = 8
_CODE_LIKE = re.compile(r"\d(?:\d{3}|\d\d? ?-? ?\d\d|[A-Za-z]{2}\b|[A-Za-z][ -]?\d)")
_CONTACT_LINE = re.compile(
    r"@|https?:|www\.|©|\b(?:phone|tel|telephone|fax|e-?mail|call|mobile|hours|open|copyright|telefon"
    r"|téléphone|teléfono)\b"
    r"|\d{3}[-. )]{1,2}\d{3,4}[-. ]?\d{0,4}$",
    re.IGNORECASE,
)
_STATES = "|".join([*US_STATES.values(), *(name.title() for name in US_STATES)])
_CITY_REGION = re.compile(rf"^[A-ZÀ-Þ][\w.'\u2019 -]{{1,30}},\s?(?:{_STATES})\.?(?:,?\s(?:USA|United States))?$")
_CITY_REGION_AFTER = re.compile(rf"^,?\s?[A-ZÀ-Þ][\w.'\u2019 -]{{1,30}},\s?(?:{_STATES})\b\.?")
_STREET_MAY_END = re.compile(r"^\s?(?:$|[,.;:)|(•·\u2013-]|in\b|and\b|at\b|near\b|is\b|to\b|on\b|for\b|or\b|from\b)")
_STREET_MAY_START = re.compile(
    r"(?:^|[,.;:)(|•·\u2013-]|\b(?:at|to|on|near|is|in|from|visit|opposite|and))\s{0,2}$", re.IGNORECASE
)
_NUMBERED_THING = re.compile(
    r"^(?:artikel|article|seite|page|version|kapitel|chapter|band|volume|vol|teil|part|nr|no|art|item|model"
    r"|modell|typ|type|§)\b",
    re.IGNORECASE,
)
_STRICT_BOX = re.compile(r"(?<!\w)(?:p\.?\s?o\.?|post office|postal)\s?(?:box|drawer)\s?#?\s?\d{1,7}\b", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:^|\b(?:address|location|office|adresse|anschrift|dirección|indirizzo|visit us|located at)\b)\W{0,3}$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[a-zà-ÿ]{3,20} [a-zà-ÿ]{2,20} [a-zà-ÿ]{2,20}|[!?]$")
_DIGIT = re.compile(r"\d")
_STREETS = (STREET, FRENCH_STREET, ROMANCE_STREET, GERMANIC_STREET)
_DIGIT_CODES_SURE = frozenset({"US", "GB", "CA", "AU", "NL", "PL", "PT"})


@dataclass(frozen=True, slots=True)
class Sighting:
    """An address and the words on the page it was read from."""

    address: Address
    raw: str
    in_element: bool
    lines: range


def find_addresses(lines: Sequence[Line], country: str | None = None) -> list[Sighting]:
    """Return each address once, in page order; those with a postal code swallow the bare streets they contain."""
    region = (country or "").upper()
    coded = _first_of_each(_coded(lines, region))
    taken = {index for sighting in coded for index in sighting.lines}
    streets = {sighting.address.street_line.lower() for sighting in coded}
    bare = [
        s
        for s in _first_of_each(islice(_uncoded(lines, region, taken), _MAX_ATTEMPTS))
        if s.address.street_line.lower() not in streets or s.address.po_box
    ]
    return sorted((*coded, *bare), key=lambda sighting: sighting.lines.start)[:MAX_ADDRESSES]


def _first_of_each(sightings: Iterator[Sighting]) -> list[Sighting]:
    found: dict[str, Sighting] = {}
    for sighting in sightings:
        found.setdefault(sighting.address.one_line.lower(), sighting)
        if len(found) >= MAX_ADDRESSES:
            break
    return list(found.values())


def _coded(lines: Sequence[Line], region: str) -> Iterator[Sighting]:
    attempts = 0
    for index, line in enumerate(lines):
        start = 0
        for place in _places(line.text, region)[:_MAX_IN_LINE]:
            attempts += 1
            if attempts > _MAX_ATTEMPTS:
                return
            if place.start < start:
                continue
            sighting = _in_line(lines, index, place, start, region) or _with_lines_above(
                lines, index, place, start, region
            )
            if sighting:
                start = place.end
                yield sighting


def _places(text: str, region: str) -> list[Place]:
    places = find_places(text, region) if _CODE_LIKE.search(text) else []
    if not places and len(text) <= _REACH and _ends_with_country(text):
        bare, country = without_country(f", {text}")
        if country and country not in KNOWN_COUNTRIES:
            places = [Place(bare[2:], "", "", "", country, max(0, len(bare) - 2), len(text))]
    return places


def _ends_with_country(text: str) -> bool:
    tail = text[-40:].lower().rstrip(" .,;:)0123456789").replace(",", " ").split()
    return any(" ".join(tail[-count:]) in COUNTRIES for count in (1, 2, 3) if len(tail) >= count)


def _in_line(lines: Sequence[Line], index: int, place: Place, start: int, region: str) -> Sighting | None:
    text = lines[index].text
    window = max(start, place.start - _REACH)
    begin = _last_street(text[window : place.start], place)
    if begin is None:
        return None
    begin = _with_building(text, window + begin, window)
    raw = text[begin : place.end]
    return _sighting(lines, range(index, index + 1), raw, place, region)


def _last_street(head: str, place: Place) -> int | None:
    """Return where the street before the place begins; a box or a lone building serves as well."""
    starts = [
        match.start()
        for pattern in (*_STREETS, _STRICT_BOX, PO_BOX)
        for match in pattern.finditer(head)
        if len(head) - match.end() < 70 and not UNIT_WORD_BEFORE.search(head[: match.start()].rstrip())
    ]
    if starts:
        return min(start for start in starts if start >= max(starts) - 40)
    segments = head.rstrip(" ,").split(", ")
    last = segments[-1].strip(" -\u2013|")
    if len(segments) == 1 and place.city and not _NUMBERED_THING.match(last) and (match := TRAILING_NUMBER.match(last)):
        return head.find(match[0])
    if len(head) <= 110 and len(segments) > 1 and any(_is_street_like(segment, place) for segment in segments):
        return head.find(next(segment for segment in segments if _is_street_like(segment, place)))
    return None


def _is_street_like(segment: str, place: Place) -> bool:
    bare = segment.strip(" ,-\u2013|")
    if _SENTENCE.search(bare) or len(bare) > 60 or _NUMBERED_THING.match(bare):
        return False
    return bool(
        (place.country in KNOWN_COUNTRIES and LEADING_NUMBER.match(bare))
        or (place.city and TRAILING_NUMBER.match(bare))
        or STREET_WITHOUT_NUMBER.match(bare)
        or (UNIT.match(bare) and len(bare) < 50)
        or _is_building(bare)
    )


def _is_building(text: str) -> bool:
    tokens = text.lower().replace(",", " ").split()
    return 2 <= len(tokens) <= 7 and text[:1].isupper() and any(token in BUILDING_WORDS for token in tokens)


def _with_building(text: str, begin: int, window: int) -> int:
    """Move the beginning to the left over `Essex House, ` and `Suite 805, `."""
    while True:
        before = text[window:begin]
        cut = before.rstrip(" ,")
        segment = re.split(r"[,:;|.]\s", cut)[-1]
        if not segment or cut == before or len(segment) > 50 or not (_is_building(segment) or UNIT.fullmatch(segment)):
            return begin
        begin = window + len(cut) - len(segment)


def _with_lines_above(lines: Sequence[Line], index: int, place: Place, start: int, region: str) -> Sighting | None:
    head = lines[index].text[start : place.start].strip(" ,")
    if len(head) > 60 or _SENTENCE.search(head):
        return None
    top = _top_line(lines, index, place)
    if top is None:
        return None
    raw = ", ".join(
        [*(line.text for line in lines[top:index] if line.text), lines[index].text[start : place.end].strip(" ,")]
    )
    return _sighting(lines, range(top, index + 1), raw, place, region)


def _top_line(lines: Sequence[Line], index: int, place: Place) -> int | None:
    top = None
    for above in range(index - 1, max(-1, index - 1 - _LINES_ABOVE), -1):
        text = lines[above].text
        if not _may_belong(lines[above], lines[above + 1]):
            break
        if _holds_street(text) or _is_street_like(text, place):
            top = above
        elif top is not None:
            break
    return top


def _may_belong(line: Line, below: Line) -> bool:
    near = below.block - line.block <= _MAX_BLOCKS_BETWEEN
    return near and len(line.text) <= 90 and not _CONTACT_LINE.search(line.text) and not _SENTENCE.search(line.text)


def _holds_street(text: str) -> bool:
    return any(pattern.search(text) for pattern in (*_STREETS, PO_BOX))


def _uncoded(lines: Sequence[Line], region: str, taken: set[int]) -> Iterator[Sighting]:
    for index, line in enumerate(lines):
        if index in taken or not _DIGIT.search(line.text):
            continue
        for pattern in _worth_trying(line.text):
            for match in pattern.finditer(line.text):
                if UNIT_WORD_BEFORE.search(line.text[: match.start()].rstrip()):
                    continue
                if pattern is _STRICT_BOX or _stands_alone(lines, index, match, pattern):
                    yield from _extended(lines, index, match, region)


def _worth_trying(text: str) -> Iterator[re.Pattern[str]]:
    """The street patterns are slow on prose: a kind of street must be among the words first."""
    tokens = text.lower().replace(",", " ").replace(".", ". ").split()
    if not ENGLISH_WORDS.isdisjoint(tokens):
        yield STREET
    if not ROMANCE_WORDS.isdisjoint(tokens):
        yield FRENCH_STREET
        yield ROMANCE_STREET
    if any(number[0].isdigit() and word.endswith(GERMANIC_WORD_ENDS) for word, number in pairwise(tokens)):
        yield GERMANIC_STREET
    if "ox" in text or "OX" in text:
        yield _STRICT_BOX


def _stands_alone(lines: Sequence[Line], index: int, match: re.Match[str], pattern: re.Pattern[str]) -> bool:
    text = lines[index].text
    after = (
        UNIT.sub("", text[match.end() :], count=1)
        if UNIT.match(text[match.end() :].lstrip(" ,"))
        else text[match.end() :]
    )
    placed = bool(
        _CITY_REGION_AFTER.match(after)
        or (index + 1 < len(lines) and not after.strip(" ,.") and _CITY_REGION.match(lines[index + 1].text))
    )
    labelled = lines[index].in_address or bool(_LABEL.search(text[: match.start()]) and match.start())
    if placed or labelled:
        return True
    if pattern is not STREET:
        return match.start() == 0 and not after.strip(" ,.") and bool(country_of_street(match["name"]))
    strong = STRONG_STREET_END.search(match["name"]) is not None
    return (
        strong
        and _STREET_MAY_END.match(after) is not None
        and _STREET_MAY_START.search(text[: match.start()]) is not None
    )


def _extended(lines: Sequence[Line], index: int, match: re.Match[str], region: str) -> Iterator[Sighting]:
    """Add the unit, the city and the country that follow on the same line or the next two."""
    text = lines[index].text
    end = match.end()
    if unit := UNIT.match(text, end + len(text[end:]) - len(text[end:].lstrip(" ,"))):
        end = unit.end()
    if place := _CITY_REGION_AFTER.match(text[end:]):
        end += place.end()
    begin = _with_building(text, match.start(), max(0, match.start() - _REACH))
    parts, last = [text[begin:end]], index
    if not text[end:].strip(" ,."):
        for below in range(index + 1, min(index + 3, len(lines))):
            if not (UNIT.fullmatch(lines[below].text) or _CITY_REGION.match(lines[below].text)):
                break
            parts.append(lines[below].text)
            last = below
    sighting = _sighting(lines, range(index, last + 1), ", ".join(parts), None, region)
    if sighting:
        yield sighting


def _sighting(lines: Sequence[Line], span: range, raw: str, place: Place | None, region: str) -> Sighting | None:
    country = place.country if place else ""
    named = _country_below(lines, span.stop - 1, place)
    address = parse_address(raw, named or country or (region if place is None else "") or None)
    if address is None or (place is not None and not _is_plausible(address, place, region, named)):
        return None
    return Sighting(address, raw, all(lines[index].in_address for index in span), span)


def _country_below(lines: Sequence[Line], index: int, place: Place | None) -> str:
    after = lines[index].text[place.end :].strip(" ,.-\u2013()|") if place else ""
    candidate = after or (lines[index + 1].text.strip(" ,.") if index + 1 < len(lines) else "")
    return COUNTRIES.get(candidate[:30].lower(), "")


def _is_plausible(address: Address, place: Place, region: str, named: str) -> bool:
    """Four or five bare digits are years and prices as well: there the street or the page must name the country."""
    if not (address.street_line or address.po_box or address.building or address.unit):
        return False
    if place.country in _DIGIT_CODES_SURE or (place.country and place.country not in KNOWN_COUNTRIES):
        return True
    known = country_of_street(address.street) or named or (region and region == place.country)
    return bool(known and address.city)
