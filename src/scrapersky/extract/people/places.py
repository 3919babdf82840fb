"""Roles and names that no list has, told by their place: what other cards of a list have there, this one has too."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.roles import is_role_line
from scrapersky.extract.people.sighting import ENOUGH, MAX_BLOCKS_BETWEEN, is_likely, is_sure
from scrapersky.extract.people.vocabulary import ROLE_HEADINGS

_LONGEST = 60
_LONGEST_HEAD = 24
_MOST_WORDS = 7
_LEAST_CARDS = 2
_FAR_APART = 12  # lines
_MORE = re.compile(r"\s[|\u00b7\u2022(\u2013-]")
_NO_ROLE = frozenset('@:.!?\u2026>\u00bb\u2192"|')


def roles_by_place(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """The lines right below sure names that are roles because at least half of those at the same place are.

    Or all of them look like one, in three cards or more.

    What several cards say alike without being a role is a button.
    """
    places: dict[tuple[int, bool, bool], list[int]] = defaultdict(list)
    for index, name in enumerate(names[:-1]):
        gap = lines[index + 1].block - lines[index].block
        if name is not None and name.strength >= 0 and gap <= MAX_BLOCKS_BETWEEN:
            places[gap, lines[index].is_heading, lines[index + 1].is_heading].append(index + 1)
    told: set[int] = set()
    for cards in places.values():
        known = {index for index in cards if is_role_line(_MORE.split(lines[index].text, maxsplit=1)[0])}
        below = [index for index in cards if index in known or is_sure(names[index - 1])]
        is_list = 2 * len(known) >= len(below) or (len(below) > _LEAST_CARDS and _are_alike(lines, below))
        if len(below) >= _LEAST_CARDS and is_list:
            said = Counter(lines[index].text for index in cards)
            told.update(
                index
                for index in (cards if len(known) >= _LEAST_CARDS and 2 * len(known) >= len(cards) else below)
                if index not in known
                and names[index] is None
                and said[lines[index].text] <= max(1, len(cards) // 3)
                and _may_be_role(lines[index])
            )
    return frozenset(told)


def _are_alike(lines: Sequence[Line], below: Sequence[int]) -> bool:
    return all(_may_be_role(lines[index]) and not lines[index].in_navigation for index in below)


def roles_by_column(lines: Sequence[Line], names: Sequence[Name | None]) -> dict[int, str]:
    """What stands in a name's row below a heading such as "Position" or "Subject"."""
    heads = {
        (line.table, line.cell): line.row
        for line in lines
        if line.cell and len(line.text) <= _LONGEST_HEAD and folded(line.text).rstrip(" :.") in ROLE_HEADINGS
    }
    if not heads:
        return {}
    cells = {
        line.row: line
        for line in lines
        if line.cell and heads.get((line.table, line.cell), line.row) != line.row and _may_be_role(line)
    }
    rows = {
        index: cells.get(lines[index].row) for index, name in enumerate(names) if name is not None and lines[index].row
    }
    return {index: cell.text for index, cell in rows.items() if cell is not None and cell is not lines[index]}


def names_by_place(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """The names that no list knows, with a role right below, near a sure name that has its role at the same place."""
    sure: dict[tuple[int, bool, bool], list[int]] = defaultdict(list)
    doubtful: list[tuple[tuple[int, bool, bool], int]] = []
    for index, name in enumerate(names[:-1]):
        if name is None or 0 < name.strength < ENOUGH or not is_role_line(lines[index + 1].text):
            continue
        place = (lines[index + 1].block - lines[index].block, lines[index].is_heading, lines[index + 1].is_heading)
        if name.strength > 0:
            sure[place].append(index)
        else:
            doubtful.append((place, index))
    return frozenset(
        index for place, index in doubtful if any(abs(index - other) <= _FAR_APART for other in sure[place])
    )


def names_among_names(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """The doubtful names of a list whose lines before and after, as far apart as its own, are sure names."""
    return frozenset(
        index
        for index, name in enumerate(names)
        if name is not None and 0 <= name.strength < ENOUGH and _has_sure_neighbours(lines, names, index)
    )


def _has_sure_neighbours(lines: Sequence[Line], names: Sequence[Name | None], index: int) -> bool:
    outside = ((index - 2, index - 1), (index + 1, index + 2)) if is_likely(names[index]) else ()
    for near in ((index - 1, index + 1), *outside):
        if near[0] < 0 or near[1] >= len(names):
            continue
        run = sorted((index, *near))
        gaps = {lines[second].block - lines[first].block for first, second in pairwise(run)}
        is_alike = len({lines[at].is_heading for at in run}) == 1 and len(gaps) == 1 and max(gaps) <= MAX_BLOCKS_BETWEEN
        if is_alike and all(is_sure(names[at]) for at in near):
            return True
    return False


def _may_be_role(line: Line) -> bool:
    text = line.text
    is_short = 2 < len(text) <= _LONGEST and text.count(" ") < _MOST_WORDS and not line.links
    return is_short and text[0].isalpha() and _NO_ROLE.isdisjoint(text) and not any(map(str.isdigit, text))
