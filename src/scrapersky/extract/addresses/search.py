"""All addresses among the lines of a page."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from scrapersky.extract.addresses.branches import in_branches
from scrapersky.extract.addresses.coded_search import MAX_ATTEMPTS, with_code
from scrapersky.extract.addresses.local_forms import in_local_form
from scrapersky.extract.addresses.parsing import KNOWN_COUNTRIES
from scrapersky.extract.addresses.premises import by_premises
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.addresses.street_search import without_code
from scrapersky.extract.addresses.typed_parts import in_typed_parts
from scrapersky.extract.addresses.vocabulary import CAR_PARKS
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import any_phrase

MAX_ADDRESSES = 200
_LONGEST_LABEL = 30
_MANY_WORDS = 8
_CAR_PARK = re.compile(rf"(?:[a-z]{{2,12}} ){{0,2}}(?:{any_phrase(CAR_PARKS)})(?:[:?.]|$| [-\u2013])")
_NAMES_OF_CAR_PARKS = tuple(f" {name}" for name in CAR_PARKS)
_COPYRIGHT_SIGNS = ("©", "opyright", "(c)", "(C)", "OPYRIGHT")
# What is counted has a comma between digits.
_GLUED = re.compile(r",(?=[^\W\d_])|(?<=[^\W\d_]),(?=\d)")
_LONGEST_LINE = 300
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)[\s©]{0,3}(?:copyright\s{1,2})?(?:19|20)\d\d(?:\s?[-\u2013]\s?(?:19|20)?\d\d)?",
    re.IGNORECASE,
)


def find_addresses(lines: Sequence[Line], country: str | None = None) -> list[AddressSighting]:
    """Return each address once, in page order; those with a postal code swallow the bare streets they contain."""
    region = (country or "").upper()
    lines = _with_gaps_behind_commas(_without_years_of_copyrights(lines))
    readers = (
        (in_local_form, in_branches, with_code, in_typed_parts)
        if region in KNOWN_COUNTRIES
        else (in_local_form, in_branches, by_premises, in_typed_parts, with_code)
    )
    coded: list[AddressSighting] = []
    taken: set[int] = set()
    for reader in readers:
        coded += [s for s in _first_of_each(reader(lines, region)) if taken.isdisjoint(s.lines)]
        taken.update(index for sighting in coded for index in sighting.lines)
    streets = {sighting.address.street_line.lower() for sighting in coded}
    bare = [
        s
        for s in _first_of_each(islice(without_code(lines, region, taken), MAX_ATTEMPTS))
        if s.address.street_line.lower() not in streets or s.address.po_box
    ]
    ordered = sorted((*coded, *bare), key=lambda sighting: sighting.lines.start)[:MAX_ADDRESSES]
    if any(one.address.postal_code for one in ordered):
        ordered = [one for one in ordered if one.address.postal_code or not _is_in_passing(one, lines)]
    return [one for one in ordered if not (one.address.is_made_up or _is_car_park(one, lines))]


def _is_in_passing(sighting: AddressSighting, lines: Sequence[Line]) -> bool:
    """Whether a sentence comes to speak of a street: of a customer's, where the page tells its own in full."""
    text = lines[sighting.lines.start].text
    said = text[: max(0, text.find(sighting.address.street))]
    return len(said.split()) >= _MANY_WORDS and not sighting.in_element


def _is_car_park(sighting: AddressSighting, lines: Sequence[Line]) -> bool:
    """`Parking: Mill Street`, on one line or below that word; `Mill Street Car Park`."""
    first = sighting.lines.start
    above = lines[first - 1].text if first else ""
    is_below = len(above) <= _LONGEST_LABEL and _CAR_PARK.match(folded(above)) is not None
    return is_below or _CAR_PARK.match(folded(lines[first].text)) is not None or _ends_as_car_park(sighting)


def _ends_as_car_park(sighting: AddressSighting) -> bool:
    return folded(sighting.address.street_line).endswith(_NAMES_OF_CAR_PARKS)


def _without_years_of_copyrights(lines: Sequence[Line]) -> Sequence[Line]:
    """The year of a copyright is no house number, though a firm may be named after its street."""
    texts = [line.text for line in lines]
    page = "\n".join(texts)
    signs = [sign for sign in _COPYRIGHT_SIGNS if sign in page]
    dated = {index for sign in signs for index, text in enumerate(texts) if sign in text}
    if not dated:
        return lines
    return [
        line._replace(text=_COPYRIGHT.sub("©", line.text)) if index in dated else line
        for index, line in enumerate(lines)
    ]


def _with_gaps_behind_commas(lines: Sequence[Line]) -> Sequence[Line]:
    """`No.6,Mill Road,Hain`: parts of addresses are told by a comma and a gap."""
    return [
        line._replace(text=_GLUED.sub(", ", line.text))
        if "," in line.text and len(line.text) <= _LONGEST_LINE and _GLUED.search(line.text)
        else line
        for line in lines
    ]


def _first_of_each(sightings: Iterator[AddressSighting]) -> list[AddressSighting]:
    by_line: dict[str, AddressSighting] = {}
    for sighting in sightings:
        by_line.setdefault(sighting.address.one_line.lower(), sighting)
        if len(by_line) >= MAX_ADDRESSES:
            break
    return list(by_line.values())
