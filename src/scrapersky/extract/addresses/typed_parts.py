"""Addresses as rows of typed parts: a street and its number, units and districts, a postal code beside its town.

Countries write the same parts in different orders. Theirs is only which word makes a street and how long a code is.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.addresses.typed_patterns import IN_TOWN, UNIT, is_town
from scrapersky.extract.addresses.typed_row import Row, may_begin, own_parts, row_of
from scrapersky.extract.addresses.typed_street import Street, may_be_street, street_at
from scrapersky.extract.addresses.typed_town import Town, town_of
from scrapersky.extract.pages.lines import Line

_MOST_ROWS = 200
_PARKS = (" park", " estate", " centre", " center")
_ESTATES = (
    "pol",
    "urb",
    "zona ",
    "zone ",
    "z.",
    "za ",
    "zi ",
    "zac ",
    "parque",
    "résidence",
    "khu",
    "kđt",
    "kcn",
    "perum",
    "komplek",
)
# English puts the number first and the code last, with a state before it; words for streets end sentences there too.
_READ_ELSEWHERE = frozenset({"US", "GB", "CA", "AU"})


def in_typed_parts(lines: Sequence[Line], region: str) -> Iterator[AddressSighting]:
    """Addresses whose parts tell what they are: a kind of street, or a name and a number beside a postal code.

    >>> [one.address.one_line for one in in_typed_parts([Line("1052 Budapest, Váci utca 12.")], "HU")]
    ['Váci utca 12, 1052 Budapest, HU']
    """
    if region in _READ_ELSEWHERE or not region:
        return
    rows = (index for index in range(len(lines)) if may_begin(lines, index, region))
    read_to = 0
    for index in islice(rows, _MOST_ROWS):
        own = own_parts(lines, index, region) if index >= read_to else ()
        if any(may_be_street(part, region) for part in own):
            for sighting in _sightings(row_of(lines, index, region, own), lines):
                read_to = sighting.lines.stop
                yield sighting


def _sightings(row: Row, lines: Sequence[Line]) -> Iterator[AddressSighting]:
    index = row.first
    while index < len(row.parts) and row.parts[index][1] <= row.own_line:
        street = street_at(row, index)
        town = town_of(row, street) if street else None
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


def _is_site(row: Row, street: Street) -> bool:
    """`Unit 3, Mill Office Park, 14 Mill Road`: what has no number before a street that has one is where it leads."""
    if street.number:
        return False
    is_park = street.name.lower().endswith(_PARKS) or street.name.lower().startswith(_ESTATES)
    after = (street_at(row, index) for index in range(street.last + 1, min(street.last + 3, len(row.parts))))
    return any(other is not None and other.is_named and (other.number or is_park) for other in after)


def _stands_alone(street: Street, part: str) -> bool:
    """Whether a kind of street, a name and a number are the whole part, but for a unit or a town."""
    is_whole = part.startswith((street.name, street.number or street.name)) and (
        is_town(street.rest) or UNIT.match(street.rest)
    )
    if IN_TOWN.match(street.rest) and is_town(_told_town(street)):
        return street.is_sure
    return street.is_sure and (bool(is_whole) or not street.rest)


def _told_town(street: Street) -> str:
    return IN_TOWN.sub("", street.rest).partition(" (")[0] if IN_TOWN.match(street.rest) else street.rest


def _address(row: Row, street: Street, town: Town | None) -> Address:
    rest = street.rest if UNIT.fullmatch(street.rest) else street.unit
    end = town.last if town and town.last > street.last else street.last + 1
    while town and town.last < street.last and row.is_one_line(end - 1) and UNIT.fullmatch(row.text(end)):
        end += 1
    between = (row.text(index) for index in range(street.last + 1, end))
    beside = _told_town(street)
    city, _, region = (town.name if town else beside if is_town(beside) and not rest else "").partition("/")
    region = (town.region if town else "") or region
    return Address(
        house_number=street.number.strip(),
        street=street.name.strip(" ,"),
        unit=", ".join(part for part in (rest, *(part for part in between if UNIT.fullmatch(part))) if part),
        city=city.strip(" )."),
        region=region.strip(),
        postal_code=town.code if town else "",
        country=row.country,
    )
