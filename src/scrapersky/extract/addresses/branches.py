"""Branches in a list: on each line a town, a dash, a street and its number."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.addresses.address import Address, is_number_first
from scrapersky.extract.addresses.contact_cards import is_among_contacts
from scrapersky.extract.addresses.patterns import GERMANIC_WORD_ENDS, NUMBERED_THING
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.addresses.typed_patterns import is_town, street_patterns
from scrapersky.extract.addresses.vocabulary import NUMBERED
from scrapersky.extract.pages.lines import Line

_BRANCH = re.compile(
    r"(?P<town>[^\W\d_][^\d,;:|\u2013\u2014]{1,30}?)\s[-\u2013\u2014]\s(?P<street>[^\W\d_][^\d,;:|\u2013\u2014]{2,40}?),?\s"
    r"(?P<number>\d{1,4}(?:/\d{1,4})?\s?[A-Za-z\u0430-\u0433]?)"
)
_LONGEST = 80
_LEAST_LINES = 2
# As Slavic streets are called that no word tells to be some: `Lipov\u00e1`, `Smetanova`, `S\u0142adowa`.
_OF_SOMETHING = (
    *("ova", "ov\u00e1", "owa", "sk\u00e1", "ska", "ck\u00e1", "cka", "n\u00ed", "n\u00e1", "ejska"),
    *(
        "\u043e\u0432\u0430",
        "\u0435\u0432\u0430",
        "\u0441\u043a\u0430",
        "\u0441\u043a\u0430\u044f",
        "\u043d\u0430\u044f",
    ),
)


def in_branches(lines: Sequence[Line], region: str) -> Iterator[AddressSighting]:
    """Addresses of a list whose lines are all written so, where something tells that they are streets.

    >>> texts = ("Zl\u00edn \u2013 Lipov\u00e1 1452", "Vset\u00edn \u2013 Smetanova 12")
    >>> [one.address.one_line for one in in_branches([Line(text, at) for at, text in enumerate(texts)], "CZ")]
    ['Lipov\u00e1 1452, Zl\u00edn, CZ', 'Smetanova 12, Vset\u00edn, CZ']
    """
    if not region or is_number_first(region):
        return
    branches = {index: branch for index, line in enumerate(lines) if (branch := _branch(line.text, region)) is not None}
    for run in _runs(lines, sorted(branches)):
        found = [branches[index] for index in run]
        if len({branch["street"] for branch in found}) == len(found) and _are_streets(lines, run, found, region):
            yield from (_sighting(lines, index, branches[index], region) for index in run)


def _branch(text: str, region: str) -> re.Match[str] | None:
    may_be = text[-2:-1].isdigit() or text[-1:].isdigit()
    match = _BRANCH.fullmatch(text) if may_be and len(text) <= _LONGEST and text[0].isupper() else None
    if match is None or not match["street"][0].isupper() or not is_town(match["town"]):
        return None
    if _has_kind(match, region):
        return match
    if not is_town(match["street"]):
        return None
    is_thing = NUMBERED_THING.match(f"{match['street']} {match['number']}") is not None
    return None if is_thing or not NUMBERED.isdisjoint(match["street"].lower().split()) else match


def _has_kind(branch: re.Match[str], region: str) -> bool:
    is_named = street_patterns(region).named.fullmatch(f"{branch['street']} {branch['number']}") is not None
    return is_named or branch["street"].lower().endswith(GERMANIC_WORD_ENDS)


def _runs(lines: Sequence[Line], indexes: Sequence[int]) -> Iterator[list[int]]:
    """Lines right below one another, each as far from the last."""
    run: list[int] = []
    for index in indexes:
        gap = lines[index].block - lines[run[-1]].block if run else 0
        is_next = bool(run) and index == run[-1] + 1 and len(run) == 1
        goes_on = len(run) > 1 and index == run[-1] + 1 and gap == lines[run[1]].block - lines[run[0]].block
        if run and not (is_next or goes_on):
            if len(run) >= _LEAST_LINES:
                yield run
            run = []
        run.append(index)
    if len(run) >= _LEAST_LINES:
        yield run


def _are_streets(lines: Sequence[Line], run: Sequence[int], found: Sequence[re.Match[str]], region: str) -> bool:
    """By a word for streets in one, by what a third are called, or by a telephone or a label beside the list."""
    if any(_has_kind(branch, region) for branch in found):
        return True
    if 3 * sum(branch["street"].lower().endswith(_OF_SOMETHING) for branch in found) >= len(found):
        return True
    return is_among_contacts(lines, run[0]) or is_among_contacts(lines, run[-1])


def _sighting(lines: Sequence[Line], index: int, branch: re.Match[str], region: str) -> AddressSighting:
    address = Address(
        house_number=branch["number"], street=branch["street"], city=branch["town"].strip(), country=region
    )
    return AddressSighting(address, branch[0], lines[index].in_address, range(index, index + 1))
