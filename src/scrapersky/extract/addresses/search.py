"""All addresses among the lines of a page."""

from collections.abc import Iterator, Sequence
from itertools import islice

from scrapersky.extract.addresses.coded_search import MAX_ATTEMPTS, with_code
from scrapersky.extract.addresses.local_forms import in_local_form
from scrapersky.extract.addresses.sighting import Sighting
from scrapersky.extract.addresses.street_search import without_code
from scrapersky.extract.pages.lines import Line

MAX_ADDRESSES = 200


def find_addresses(lines: Sequence[Line], country: str | None = None) -> list[Sighting]:
    """Return each address once, in page order; those with a postal code swallow the bare streets they contain."""
    region = (country or "").upper()
    local = _first_of_each(in_local_form(lines, region))
    read = {index for sighting in local for index in sighting.lines}
    coded = [*local, *(s for s in _first_of_each(with_code(lines, region)) if read.isdisjoint(s.lines))]
    taken = {index for sighting in coded for index in sighting.lines}
    streets = {sighting.address.street_line.lower() for sighting in coded}
    bare = [
        s
        for s in _first_of_each(islice(without_code(lines, region, taken), MAX_ATTEMPTS))
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
