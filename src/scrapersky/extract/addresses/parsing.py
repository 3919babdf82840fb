"""One address as text to its parts."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.patterns import (
    FIVE_DIGITS,
    FOUR_DIGITS,
    FRENCH_STREET,
    GERMANIC_STREET,
    LEADING_NUMBER,
    PO_BOX,
    ROMANCE_STREET,
    STREET,
    TRAILING_NUMBER,
    UNIT,
    is_street_without_number,
    may_hold_unit,
)
from scrapersky.extract.addresses.places import (
    PlaceInText,
    country_of_street,
    find_foreign_place,
    find_place,
    find_region_only,
    normal_code,
    split_region,
    without_country,
)
from scrapersky.extract.addresses.vocabulary import BUILDING_WORDS
from scrapersky.extract.folding import fold_space

MAX_LENGTH = 300
_LINE_BREAK = re.compile(r"\s{0,20}[\r\n|•·;]\s{0,20}")
_COMMAS = re.compile(r"(?:\s{0,5},){1,20}\s{0,5}")
_LABEL = re.compile(
    r"^(?:(?:our |mailing |postal |street |office |head |business |visiting )?(?:address|location|office"
    r"|headquarters|adresse|anschrift"
    r"|dirección|indirizzo|adres|adress|endereço|morada|osoite|sede(?: legale)?|siège social|visit us|find us"
    r"|located at))\s?[:\-\u2013]\s?",
    re.IGNORECASE,
)
KNOWN_COUNTRIES = frozenset({"US", "GB", "CA", "AU", "NL", "PL", "PT", "SE", "CZ", "SK", *FIVE_DIGITS, *FOUR_DIGITS})
ENGLISH_WRITING = frozenset({"", "US", "GB", "CA", "AU", "NZ", "IE", "IN", "SG", "ZA", "JM", "HK", "CN"})
_CONTINENTAL = (FRENCH_STREET, ROMANCE_STREET, GERMANIC_STREET)


@dataclass(frozen=True, slots=True)
class StreetParts:
    building: str = ""
    house_number: str = ""
    street: str = ""
    unit: str = ""
    po_box: str = ""
    rest: str = ""


# The pages of a site have one address at their end.
@lru_cache(maxsize=1_024)
def parse_address(text: str, country: str | None = None) -> Address | None:
    """Return the parts of one address, on one line or many, or None when the text is not one.

    >>> parse_address("123 Main St Apt 4\\nAustin, TX 78701", "US").one_line
    '123 Main St, Apt 4, Austin, TX 78701, US'
    >>> parse_address("Hauptstr. 5a, D-50667 Köln").one_line
    'Hauptstr. 5a, 50667 Köln, DE'
    >>> parse_address("We won 3 prizes in 2019") is None
    True
    """
    flat, named = without_country(_flat(text))
    wanted = named or (country or "").upper()
    place = _place(flat, wanted) or PlaceInText(flat)
    address = _assembled(place, named or place.country or wanted)
    return address if _is_address(address) else None


def _place(flat: str, country: str) -> PlaceInText | None:
    if country and country not in KNOWN_COUNTRIES:
        return find_foreign_place(flat, country)
    return find_place(flat, country) or (find_region_only(flat) if country in ("US", "") else None)


def _flat(text: str) -> str:
    flat = _COMMAS.sub(", ", _LINE_BREAK.sub(", ", text[: MAX_LENGTH * 2].strip()))
    bare = _LABEL.sub("", fold_space(flat)[:MAX_LENGTH].strip(" ,.:-\u2013"))
    return bare.upper() if bare.isascii() and bare.islower() else bare


def _assembled(place: PlaceInText, country: str) -> Address:
    if place.city:
        street = split_street(place.head, country)
        city = place.city
    else:
        street, city = _street_and_city(place, country)
    city, region = split_region(city, country)
    return Address(
        street.building,
        street.house_number,
        street.street,
        street.unit,
        street.po_box,
        city.rpartition(", ")[2].strip(" .,-\u2013()"),
        place.region or region,
        normal_code(place.postal_code, country) if place.postal_code else "",
        country or (country_of_street(street.street) if street.house_number else ""),
    )


def _street_and_city(place: PlaceInText, country: str) -> tuple[StreetParts, str]:
    """The city is the last part between commas, or what is left after the street when nobody wrote a comma."""
    segments = place.head.split(", ")
    tail: list[str] = []
    while len(segments) > 1 and not _is_street_part(segments[-1], country) and len(tail) < 2:
        tail.insert(0, segments.pop())
        if len(tail) == 1 and split_region(f"x, {tail[0]}", country) == (f"x, {tail[0]}", ""):
            break
    street = split_street(", ".join(segments), country)
    city = ", ".join(tail)
    if street.rest and (not city or split_region(f"x, {city}", country)[0] == "x"):
        return replace(street, rest=""), _listed(street.rest, city)
    if street.po_box and not city and not street.house_number:
        return replace(street, street="", building=""), street.street
    if not city and not (street.house_number or street.po_box or street.unit) and (place.postal_code or place.region):
        return StreetParts(), place.head
    return street, city


def _is_street_part(segment: str, country: str) -> bool:
    return bool(
        STREET.search(segment)
        or UNIT.search(segment)
        or PO_BOX.search(segment)
        or (country not in ENGLISH_WRITING and any(pattern.search(segment) for pattern in _CONTINENTAL))
        or TRAILING_NUMBER.match(segment)
        or LEADING_NUMBER.match(segment)
        or segment.isdigit()
    )


def split_street(head: str, country: str) -> StreetParts:
    """Split what stands before the city into building, number, street, unit and box."""
    box, head = _cut(PO_BOX, head)
    first = UNIT.match(head)
    unit_before, head = (_clean(first[0]), _clean(head[first.end() :])) if first else ("", head)
    match = _street_match(head, country)
    if match is None:
        named = _named_street(head, box)
        return replace(named, unit=_listed(unit_before, named.unit))
    before, unit_between = _without_units(head[: match.start()])
    after, unit_after = _without_units(head[match.end() :])
    unit = _listed(unit_before, unit_between, unit_after)
    return StreetParts(before, _clean(match["number"]), _clean(match["name"]), unit, box, after)


def _street_match(head: str, country: str) -> re.Match[str] | None:
    patterns = (STREET, *_CONTINENTAL) if country in ENGLISH_WRITING else (*_CONTINENTAL, STREET)
    for pattern in patterns:
        if match := pattern.search(head):
            return match
    bare = _without_units(head)[0]
    if country not in ENGLISH_WRITING and (joined := TRAILING_NUMBER.match(head) or TRAILING_NUMBER.match(bare)):
        return joined
    return LEADING_NUMBER.match(bare)


def _named_street(head: str, box: str) -> StreetParts:
    """A street without a number, as in Britain: `Pound House, Mill Lane`."""
    bare, unit = _without_units(head)
    segments = [segment for segment in bare.split(", ") if segment]
    named = [s for s in segments if is_street_without_number(s) and s.rpartition(" ")[2].lower() not in BUILDING_WORDS]
    street = (named or segments or [""])[-1]
    building = ", ".join(segment for segment in segments if segment != street)
    return StreetParts(building, "", street, unit, box)


def _without_units(text: str) -> tuple[str, str]:
    units = [match[0] for match in UNIT.finditer(text)] if may_hold_unit(text) else []
    if not units:
        return _clean(text), ""
    return _clean(UNIT.sub(" ", text)), ", ".join(map(_clean, units))


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _cut(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    match = pattern.search(text)
    if not match:
        return "", text
    return _clean(match[0]), _clean(f"{text[: match.start()]}, {text[match.end() :]}")


def _clean(text: str) -> str:
    return _COMMAS.sub(", ", fold_space(text)).strip(" ,-\u2013;:/")


def _is_address(address: Address) -> bool:
    located = bool(address.postal_code and (address.city or address.region))
    return bool(address.po_box or (address.street and address.house_number)) or located
