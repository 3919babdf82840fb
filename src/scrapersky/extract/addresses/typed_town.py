"""Which of the parts around a street is its town: that with a postal code, with a mark, or by its place in the row."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from scrapersky.extract.addresses.address import is_number_first
from scrapersky.extract.addresses.typed_patterns import (
    COUNTY,
    DISTRICT_MARK,
    NUMBER_ALONE,
    REGION_MARK,
    TOWN_MARK,
    UNIT,
    is_town,
    is_town_or_district,
)
from scrapersky.extract.addresses.typed_row import WITHOUT_NUMBERS, Row, code_in
from scrapersky.extract.addresses.typed_street import TOWN_FIRST, Street
from scrapersky.extract.addresses.vocabulary import ADDRESS_LABELS, COUNTRIES
from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import words

_REACH = 6
_MOST_WORDS = 3
_CITY_STATES = words("HK SG MC MO")
# Where what follows a street goes from its quarter to its town; elsewhere from its town to its region.
_QUARTER_FIRST = words("VN ID BR MX PH TH EG SA JO KW QA BH OM IQ LB SY LY SD PS YE IR PK BD IN LK NP")


class _Kind(Enum):
    REGION = auto()
    MARKED = auto()
    DETAIL = auto()
    PLACE = auto()
    NUMBER = auto()


@dataclass(frozen=True, slots=True)
class Town:
    """A town, and the parts it was read from."""

    name: str
    code: str
    first: int
    last: int
    region: str = ""


def town_of(row: Row, street: Street) -> Town | None:
    """The town of a street, wherever it stands."""
    if (coded := _with_code(row, street)) is not None:
        return coded
    town = _right_before(row, street) or _behind(row, street) or _before(row, street)
    if town is not None and not town.code:
        return _with_code_alone(row, street, town)
    return town or _by_code_alone(row, street)


def _by_code_alone(row: Row, street: Street) -> Town | None:
    """`Lhota 31, 739 41`: nothing but a code, in a form that nothing else has."""
    code = row.text(street.last + 1) if row.is_one_line(street.last) else ""
    is_code = bool(code) and not code.isdigit() and code_in(code, row.country) == code
    return Town("", code, street.last + 1, street.last + 1) if is_code else None


def _with_code_alone(row: Row, street: Street, town: Town) -> Town:
    """With the postal code that stands behind both with nothing beside it."""
    last = max(street.last, town.last)
    for at in range(last + 1, last + _REACH):
        if row.text(at) and code_in(row.text(at), row.country) == row.text(at):
            return replace(town, code=row.text(at), last=at)
        if not UNIT.fullmatch(row.text(at)):
            break
    return town


def _right_before(row: Row, street: Street) -> Town | None:
    """`Пермь ул. …`: the town in the street's own part, with its postal code or without."""
    code = code_in(street.before, row.country) or ""
    text = street.before.replace(code, " ", 1).strip(" .-") if code else street.before
    may_be = code or TOWN_MARK.match(text) or (row.country in TOWN_FIRST and len(text.split()) <= _MOST_WORDS)
    if not may_be or not is_town_or_district(text) or folded(text) in ADDRESS_LABELS:
        return None
    return Town(TOWN_MARK.sub("", text), code, street.first, street.first)


def _with_code(row: Row, street: Street) -> Town | None:
    """The part with a postal code near the street, with its town in the same part or the next."""
    for index in (*range(street.last + 1, street.last + _REACH), street.first - 1, street.first - 2):
        if (code := code_in(row.text(index), row.country)) is None:
            continue
        town = TOWN_MARK.sub("", row.text(index).replace(code, " ", 1).strip(" .-()"))
        if is_town_or_district(town):
            if marked := [at for at in range(street.last + 1, index) if TOWN_MARK.match(row.text(at))]:
                return Town(TOWN_MARK.sub("", row.text(marked[-1])), code, marked[0], index, town)
            region = row.text(index + 1) if row.is_one_line(index) and REGION_MARK.match(row.text(index + 1)) else ""
            first = min(index, street.last + 1) if index > street.last else index
            return Town(town, code, first, index + bool(region), region)
        if town:
            continue
        county = index - 1 if _is_region(row.text(index - 1)) else index
        for beside in (county - 1, index + 1):
            if not street.first <= beside <= street.last and is_town_or_district(row.text(beside)):
                return Town(
                    TOWN_MARK.sub("", row.text(beside)),
                    code,
                    min(county, beside),
                    max(index, beside),
                    row.text(county) if county < index else "",
                )
    code = code_in(street.rest, row.country)
    named = street.rest.replace(code, "").strip(" ()").split() if code else []
    return Town(named[-1], code, street.last, street.last) if code and named and is_town(named[-1]) else None


def _is_region(text: str) -> bool:
    return COUNTY.match(text) is not None or REGION_MARK.match(text) is not None


def _behind(row: Row, street: Street) -> Town | None:
    """The town among the places that follow on the street's line, or on lines that only breaks part from it."""
    if not street.is_named:
        return None
    parts = list(_parts_behind(row, street.last))
    marked = [at for at, kind in parts if kind is _Kind.MARKED]
    places = [at for at, kind in parts if kind is _Kind.PLACE]
    has_detail = not street.rest and any(kind is _Kind.DETAIL for _, kind in parts)
    is_told = row.country in WITHOUT_NUMBERS and row.is_among_contacts
    is_sure = street.is_sure or bool(marked) or has_detail or is_told
    if not is_sure or not (marked or places):
        return None
    is_quarter_first = is_number_first(row.country) or row.country in _QUARTER_FIRST
    at = marked[-1] if marked else places[-1 if is_quarter_first else 0]
    regions = [row.text(at) for at, kind in parts if kind is _Kind.REGION]
    if not (marked or regions or is_quarter_first):
        regions = [row.text(other) for other in places[1:2]]
    return Town(TOWN_MARK.sub("", row.text(at)), "", street.last + 1, parts[-1][0], regions[-1] if regions else "")


def _parts_behind(row: Row, last: int) -> Iterator[tuple[int, _Kind]]:
    for at in range(last + 1, last + 1 + _REACH):
        kind = _kind_of(row.text(at)) if row.is_one_block(at - 1) else None
        if kind is None:
            return
        yield at, kind


def _kind_of(text: str) -> _Kind | None:
    """What a part behind a street is; nothing where the address ends before it."""
    if (country := COUNTRIES.get(folded(text))) is not None:
        return _Kind.PLACE if country in _CITY_STATES else None
    if REGION_MARK.match(text):
        return _Kind.REGION
    if TOWN_MARK.match(text) and is_town(text):
        return _Kind.MARKED
    if UNIT.fullmatch(text) or DISTRICT_MARK.match(text):
        return _Kind.DETAIL
    if is_town_or_district(text):
        is_area = not is_town(text) and text.count(" ") > 1
        return _Kind.DETAIL if is_area else _Kind.PLACE
    return _Kind.NUMBER if NUMBER_ALONE.fullmatch(text) and not text.isdigit() else None


def _before(row: Row, street: Street) -> Town | None:
    """`Пермь, ул. …`: the town before its street, as the first part of a line or with a mark."""
    at = street.first - 1
    if not street.is_named or at < 0 or not row.is_one_block(at):
        return None
    text = row.text(at)
    while DISTRICT_MARK.match(text) and at > 0 and row.is_one_block(at - 1):
        at, text = at - 1, row.text(at - 1)
    if TOWN_MARK.match(text) and is_town(text):
        return Town(TOWN_MARK.sub("", text), "", at, at)
    is_first = at == 0 or not row.is_one_block(at - 1) or REGION_MARK.match(row.text(at - 1)) is not None
    may_be = row.country in TOWN_FIRST and is_first and len(text.split()) <= _MOST_WORDS
    return Town(text, "", at, at) if may_be and is_town(text) else None
