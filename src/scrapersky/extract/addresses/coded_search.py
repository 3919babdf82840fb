"""Addresses found by their postal code, or a country at the end: the street stands before it or on the lines above."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scrapersky.extract.addresses.parsing import KNOWN_COUNTRIES
from scrapersky.extract.addresses.patterns import (
    CODE_LIKE,
    FRENCH_STREET,
    LEADING_NUMBER,
    NUMBERED_THING,
    PO_BOX,
    TRAILING_NUMBER,
    UNIT,
    UNIT_WORD_BEFORE,
    is_square,
    is_street_without_number,
    without_units,
)
from scrapersky.extract.addresses.places import PlaceInText, find_places, without_country
from scrapersky.extract.addresses.sighting import (
    REACH,
    STRICT_BOX,
    AddressSighting,
    is_building,
    likely_streets,
    sighting_of,
    with_building,
)
from scrapersky.extract.addresses.typed_row import end_of_label
from scrapersky.extract.addresses.vocabulary import ADDRESS_LABELS, COUNTRIES
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import has_digit, has_word, words

MAX_ATTEMPTS = 400
_MAX_IN_LINE = 40
_LINES_ABOVE = 5
_MAX_BLOCKS_BETWEEN = 8
# In prose most numbers of four digits are years: there a city's capital or a state must stand beside them.
_CODE_LIKE_IN_PROSE = re.compile(
    r"[0-9](?=[0-9A-Za-z])(?:[0-9]{4}|[0-9]{3}(?:,? ?-? ?[A-Z\xc0-\xde]|(?<=[A-Z]{2} [0-9]{4})|(?<=[A-Z]{2}, [0-9]{4}))"
    r"|[A-Za-z]{2}\b|[A-Za-z][ -]?[0-9]|[0-9]-[0-9]{3}|[0-9]{2} [0-9]{2})"
)
_PROSE = 200
_CONTACT_WORDS = words("phone tel telephone fax email call mobile hours open copyright telefon téléphone teléfono")
_WEB_OR_MAIL = re.compile(r"https?:|www\.|\be-mail\b")
_ENDS_IN_NUMBER = re.compile(r"\d{3}[-. )]{1,2}\d{3,4}[-. ]?\d{0,4}$")
_LAST_WORDS_OF_COUNTRIES = frozenset(name.split()[-1] for name in COUNTRIES)
# A line's last three characters are looked at first: most end otherwise.
_ENDS_OF_COUNTRIES = frozenset(f"{gap}{name}"[-3:] for name in COUNTRIES for gap in ("", " ", ","))
_BEHIND_COUNTRIES = " .,;:)0123456789"
# A number alone, or with a floor, is that of the name before it: `San Roque, 24 bajo`.
_PARTED = re.compile(r",\s(?!\d{1,4}[A-Za-z]?(?:,|$|\s(?:ba?jo|entlo|pral|\d{1,2}[\u00ba\u00aa])))|\s[\u00b7\u2022|]\s")
_SENTENCE = re.compile(r"(?<!\w)[a-zà-ÿ]{3,20} [a-zà-ÿ]{2,20} [a-zà-ÿ]{2,20}|[!?]$")


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A place on a line; what precedes `start` on it, and lines above `floor`, belong to an earlier address."""

    lines: Sequence[Line]
    index: int
    place: PlaceInText
    start: int
    floor: int
    region: str

    @property
    def text(self) -> str:
        return self.lines[self.index].text


def with_code(lines: Sequence[Line], region: str) -> Iterator[AddressSighting]:
    """Yield the addresses that end in a postal code or a country, in page order."""
    attempts = floor = 0
    for index, line in enumerate(lines):
        has_code = _holds_code(line.text)
        if not (has_code or _ends_with_country(line.text)):
            continue
        start = 0
        below = lines[index + 1].text.strip(" ,.") if index + 1 < len(lines) else ""
        for place in _places(line.text, COUNTRIES.get(below.lower(), region), has_code=has_code)[:_MAX_IN_LINE]:
            attempts += 1
            if attempts > MAX_ATTEMPTS:
                return
            if place.start < start:
                continue
            anchor = _Anchor(lines, index, place, start, floor, region)
            sighting = _in_line(anchor) or _with_lines_above(anchor)
            if sighting:
                start, floor = place.end, index + 1
                yield sighting


def _holds_code(text: str) -> bool:
    return has_digit(text) and (CODE_LIKE if len(text) < _PROSE else _CODE_LIKE_IN_PROSE).search(text) is not None


def _places(text: str, region: str, *, has_code: bool) -> Sequence[PlaceInText]:
    places = find_places(text, region) if has_code else ()
    if not places and _ends_with_country(text):
        bare, country = without_country(f", {text}")
        if country and country not in KNOWN_COUNTRIES:
            return (PlaceInText(bare[2:], "", "", "", country, max(0, len(bare) - 2), len(text)),)
    return places


def _ends_with_country(text: str) -> bool:
    if len(text) > REACH or (text[-3:].lower() not in _ENDS_OF_COUNTRIES and text[-1:] not in _BEHIND_COUNTRIES):
        return False
    end = text[-40:].rstrip(_BEHIND_COUNTRIES)
    if end[max(end.rfind(" "), end.rfind(",")) + 1 :].lower() not in _LAST_WORDS_OF_COUNTRIES:
        return False
    tail = end.lower().replace(",", " ").split()
    return any(" ".join(tail[-count:]) in COUNTRIES for count in (1, 2, 3) if len(tail) >= count)


def _in_line(anchor: _Anchor) -> AddressSighting | None:
    text, place = anchor.text, anchor.place
    window = max(anchor.start, place.start - REACH)
    begin = _last_street(text[window : place.start], place)
    if begin is None:
        return None
    begin = with_building(text, window + begin, window)
    begin += end_of_label(text[begin : place.start])
    span = range(anchor.index, anchor.index + 1)
    return sighting_of(anchor.lines, span, text[begin : place.end], place, anchor.region)


def _last_street(head: str, place: PlaceInText) -> int | None:
    """Return where the street before the place begins; a box or a lone building serves as well."""
    starts = [
        match.start()
        for pattern in (*likely_streets(head), STRICT_BOX, PO_BOX)
        for match in pattern.finditer(head)
        if len(head) - match.end() < 70
        and not _SENTENCE.search(head, match.end())
        and not UNIT_WORD_BEFORE.search(head[max(0, match.start() - 30) : match.start()].rstrip())
    ]
    if starts:
        return min(start for start in starts if start >= max(starts) - 40)
    segments = _PARTED.split(head.rstrip(" ,\u00b7\u2022|"))
    label, _, last = without_units(segments[-1]).strip(" -\u2013|\u00b7\u2022/").rpartition(": ")
    last = last if not label or folded(label) in ADDRESS_LABELS else ""
    if len(segments) == 1 and place.city and not NUMBERED_THING.match(last) and (match := TRAILING_NUMBER.match(last)):
        return head.find(match[0])
    if len(head) <= 110 and len(segments) > 1 and any(_is_street_like(segment, place) for segment in segments):
        return head.find(next(segment for segment in segments if _is_street_like(segment, place)))
    is_part = len(segments) > 1 or last == head.strip(" ,")
    return head.rfind(last) if is_part and place.city and _is_bare_street(last) else None


def _is_bare_street(text: str) -> bool:
    """`Hauptplatz`, `Am Stadtgarten`: all that stands before a code and its town."""
    return is_square(text) or (text.startswith(("Am ", "Im ", "An ")) and is_street_without_number(text))


def _is_street_like(segment: str, place: PlaceInText) -> bool:
    bare = without_units(segment).strip(" ,-\u2013|") or segment.strip(" ,-\u2013|")
    if _SENTENCE.search(bare) or len(bare) > 60 or NUMBERED_THING.match(bare):
        return False
    return bool(
        (place.country in KNOWN_COUNTRIES and LEADING_NUMBER.match(bare))
        or (place.city and TRAILING_NUMBER.match(bare))
        or is_street_without_number(bare)
        or (UNIT.match(segment) and len(bare) < 50)
        or is_building(bare)
    )


def _with_lines_above(anchor: _Anchor) -> AddressSighting | None:
    written = anchor.text[anchor.start : anchor.place.end].strip(" ,:")
    head = anchor.text[anchor.start : anchor.place.start].strip(" ,:")
    if len(head) > 60 or _SENTENCE.search(head):
        return None
    top = _top_line(anchor)
    if top is None:
        return None
    above = [line.text.strip(" ,:") for line in anchor.lines[top : anchor.index]]
    raw = ", ".join(part for part in (*above, written) if part)
    return sighting_of(anchor.lines, range(top, anchor.index + 1), raw, anchor.place, anchor.region)


def _top_line(anchor: _Anchor) -> int | None:
    lines, top = anchor.lines, None
    for above in range(anchor.index - 1, max(anchor.floor, anchor.index - _LINES_ABOVE) - 1, -1):
        text = lines[above].text
        if not _may_belong(lines[above], lines[above + 1]):
            break
        is_bare = top is None and bool(anchor.place.city) and is_square(text)
        if is_bare or _holds_street(text) or _is_street_like(text, anchor.place):
            top = above
        elif top is not None:
            break
    return top


def _may_belong(line: Line, below: Line) -> bool:
    if below.block - line.block > _MAX_BLOCKS_BETWEEN or len(line.text) > 90 or _tells_contact(line.text):
        return False
    return _SENTENCE.search(line.text) is None or FRENCH_STREET.match(line.text) is not None


def _tells_contact(text: str) -> bool:
    if has_word(text, _CONTACT_WORDS) or "@" in text or "\u00a9" in text:
        return True
    return _WEB_OR_MAIL.search(text.lower()) is not None or (
        has_digit(text[-4:]) and _ENDS_IN_NUMBER.search(text) is not None
    )


def _holds_street(text: str) -> bool:
    return any(pattern.search(text) for pattern in (*likely_streets(text), *((PO_BOX,) if has_digit(text) else ())))
