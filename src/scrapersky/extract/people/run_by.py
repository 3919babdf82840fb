"""By whom a firm is run, as Danish and Norwegian write it: `Firma Nordlys v/Jane Doe`."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.apart import role_and_name
from scrapersky.extract.people.labels import names_listed
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.sighting import AFTER_LABEL, sighting

_RUN_BY = re.compile(
    r"(?:^|(?<=\s))[vV]/\s?(?P<rest>(?:(?!\s[-\u2013]\s|\s(?:CVR|[Oo]rg)\b)[^,;|\u00b7\u2022:()\d]){4,60})"
)
# A mailbox, a postal code or a register's number, a telephone.
_OF_FIRM = re.compile(r"@|\d{4}|\d\d\s\d\d\s\d\d")
_LINES_OF_FIRM = 4
_NO_NAME = -3  # a strength


def lines_run_by(lines: Sequence[Line]) -> frozenset[int]:
    """The lines with a `v/` of its own; a channel on `tv/radio` is none."""
    return frozenset(
        index
        for index, line in enumerate(lines)
        if "/" in line.text and ("v/" in line.text or "V/" in line.text) and _RUN_BY.search(line.text)
    )


def run_by(lines: Sequence[Line], index: int) -> Iterator[Person]:
    """The owner where the firm's number, town or mailbox stands beside; else somebody who may hold a lecture."""
    text = lines[index].text
    near = (line.text for line in lines[index : index + _LINES_OF_FIRM])
    by_place = "owner" if any(map(_OF_FIRM.search, near)) else ""
    for match in _RUN_BY.finditer(text):
        rest = match["rest"].strip(" .-")
        both = role_and_name(rest)
        for name, own in [both] if both is not None else names_listed(rest):
            if name.strength > _NO_NAME:
                role_raw = own or ("v/" if by_place else "")
                yield sighting(name, role_in(own) or by_place, role_raw, text, AFTER_LABEL, bonus=3)
