"""Roles that no list has, told by their place: what other cards of a list have there, this one has too."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.channels import before_channels, is_label
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.roles import is_role_line, role_of_several
from scrapersky.extract.people.sighting import MAX_BLOCKS_BETWEEN, is_likely, is_sure
from scrapersky.extract.people.vocabulary import NOT_NAMES, ROLE_HEADINGS
from scrapersky.extract.phrases import words

_LONGEST = 60
_LONGEST_HEAD = 24
_LETTERS_OF_WORD = 8
_LEAST_CARDS = 2
_MOST_BELOW_HEADING = 40
_LIKE_WORDS = -3  # a strength
_MORE = re.compile(r"\s[|\u00b7\u2022(\u2013-]")
_NO_ROLE = frozenset('@:!?\u2026>\u00bb\u2192"')
# What a button below a name begins with, in the languages of most pages.
_BUTTONS = words(
    "read more view see meet show learn visit call book contact e-mail email mail send write click website web profile"
    " mehr weiter zum zur zu lesen profil kontakt termin lire voir en contacter ver leer conocer saber mas leggi scopri"
    " vedi contatta lees meer bekijk las lae les se mer mere czytaj zobacz wiecej vice zjistit cist tovabb bovebben lue"
    " natel viber office direct ext hotline www linkedin facebook instagram twitter share teilen partager"
)


def roles_by_place(lines: Sequence[Line], names: Sequence[Name | None]) -> dict[int, str]:
    """What stands right below names and is their role by its place, whatever its words are; by the name's line.

    Half of a list's lines at that place are known roles, or all of three cards look like one; or a name is a heading
    and what stands below is none. Where a known role ends with a stop, so do the others,
    and they may be as long.

    What several cards say alike without being a role is a button.
    """
    places: dict[tuple[int, bool, bool], list[int]] = defaultdict(list)
    for index, name in enumerate(names[:-1]):
        gap = lines[index + 1].block - lines[index].block
        is_of_next = lines[index + 1].is_heading and not lines[index].is_heading
        if name is not None and name.strength >= 0 and gap <= MAX_BLOCKS_BETWEEN and not is_of_next:
            places[gap, lines[index].is_heading, lines[index + 1].is_heading].append(index)
    told: dict[int, str] = {}
    for (_, is_heading, has_heading_below), cards in places.items():
        known = {index for index in cards if is_role_line(_first_words(lines[index + 1]))}
        has_stops = any(lines[index + 1].text[-1] == "." for index in known)
        longest = max([_LONGEST, *(len(_first_words(lines[index + 1])) for index in known)])
        below = [index for index in cards if index in known or is_sure(names[index])]
        is_list = len(below) >= _LEAST_CARDS and (
            2 * len(known) >= len(below)
            or (len(below) > _LEAST_CARDS and _are_alike(lines, names, below, has_stops=has_stops))
        )
        if not (is_list or (is_heading and not has_heading_below)):
            continue
        is_of_all = is_list and len(known) >= _LEAST_CARDS and 2 * len(known) >= len(cards)
        told.update(
            (index, _first_words(lines[index + 1]).rstrip("."))
            for index in (cards if is_of_all else below)
            if index not in known
            and not _is_name(lines, names, index + 1, cards)
            and _may_be_role(lines[index + 1], has_stop=has_stops and is_list, longest=longest)
            and (is_list or folded(lines[index + 1].text) not in NOT_NAMES)
        )
    return told


def _is_name(lines: Sequence[Line], names: Sequence[Name | None], below: int, cards: Sequence[int]) -> bool:
    """Whether the line below a name may be another; nobody stands below two of them."""
    name = names[below]
    if name is None or name.strength < 0:
        return False
    return is_likely(name) or len({lines[at].text for at in cards if lines[at + 1].text == lines[below].text}) == 1


def _are_alike(lines: Sequence[Line], names: Sequence[Name | None], cards: Sequence[int], *, has_stops: bool) -> bool:
    """Whether what stands below may be a role of each; a list of names and nothing else has names there."""
    below = [lines[index + 1] for index in cards]
    if 2 * sum(is_likely(names[index + 1]) for index in cards) > len(cards):
        return False
    return all(_may_be_role(line, has_stop=has_stops) and not line.in_navigation for line in below)


def _first_words(line: Line) -> str:
    """What a line says before a mark or a number; a line that begins with one says nothing else."""
    said = before_channels(line.text)
    return _MORE.split(said if line.text.startswith(said) else line.text, maxsplit=1)[0].rstrip()


def roles_by_heading(lines: Sequence[Line], names: Sequence[Name | None]) -> dict[int, str]:
    """Headings that say what those are who are named below them: `Board`, `Treasurer`, and others of a list of such."""
    below = {
        index: found
        for index, line in enumerate(lines)
        if line.is_heading
        and names[index] is None
        and (found := [*_named_below(lines, names, index)])
        and _may_be_role(line)
    }
    told = {index: found for index, found in below.items() if role_of_several(lines[index].text)}
    is_list = len(told) >= _LEAST_CARDS and 2 * len(told) >= len(below)
    return {
        name: lines[index].text
        for index, found in (below if is_list else told).items()
        if len(found) == 1 or index in told
        for name in found
        if is_list or names[name] is not None
    }


def _named_below(lines: Sequence[Line], names: Sequence[Name | None], heading: int) -> Iterator[int]:
    """The lines right below a heading that are a name and no more, or one after a label, until another line."""
    for index in range(heading + 1, min(len(lines), heading + 1 + _MOST_BELOW_HEADING)):
        line = lines[index]
        if line.is_heading or line.block - lines[index - 1].block > MAX_BLOCKS_BETWEEN:
            return
        name = names[index] or (name_of(line.text.partition(":")[2].strip()) if ":" in line.text else None)
        is_right_below = index == heading + 1 and name is not None and name.strength > _LIKE_WORDS
        if is_right_below or is_likely(name):
            yield index
        elif not line.links:
            return


def roles_by_column(lines: Sequence[Line], names: Sequence[Name | None]) -> dict[int, str]:
    """What stands in a name's row below a heading such as "Position", or in the column where most have a known role."""
    named = {lines[index].row: index for index, name in enumerate(names) if name is not None and lines[index].row}
    cells = [line for line in lines if line.cell] if named else []
    heads = {
        (line.table, line.cell): line.row
        for line in cells
        if len(line.text) <= _LONGEST_HEAD and folded(line.text).rstrip(" :.") in ROLE_HEADINGS
    }
    beside = [
        line for line in cells if line.row in named and line.cell != lines[named[line.row]].cell and _may_be_role(line)
    ]
    heads = dict.fromkeys(_columns_of_roles(beside), 0) | heads
    told = {named[line.row]: line.text for line in beside if heads.get((line.table, line.cell), line.row) != line.row}
    return _with_rows_below(lines, sorted(named.values()), told)


def _with_rows_below(lines: Sequence[Line], named: Sequence[int], told: dict[int, str]) -> dict[int, str]:
    """What stands in a row's first cell is meant for the rows below that leave theirs empty."""
    for before, index in pairwise(named):
        above, line = lines[before], lines[index]
        is_below = (above.table, above.cell) == (line.table, line.cell) and line.cell > 1
        if is_below and index not in told and lines[index - 1].row != line.row and lines[index - 1].row == above.row:
            label = lines[before - 1].text if lines[before - 1].row == above.row else ""
            role = told.get(before) or (label if role_of_several(label) else "")
            told |= {index: role} if role else {}
    return told


def _columns_of_roles(cells: Sequence[Line]) -> Iterator[tuple[int, int]]:
    columns: dict[tuple[int, int], list[bool]] = defaultdict(list)
    for line in cells:
        columns[line.table, line.cell].append(is_role_line(line.text))
    found = [(-sum(known) / len(known), place) for place, known in columns.items() if sum(known) >= _LEAST_CARDS]
    best: set[int] = set()
    for share, place in sorted(found):
        if 2 * -share >= 1 and place[0] not in best:
            best.add(place[0])
            yield place


def _may_be_role(line: Line, *, has_stop: bool = False, longest: int = _LONGEST) -> bool:
    text = _first_words(line)
    is_short = (2 if text.isascii() else 1) < len(text) <= longest and text.count(" ") < longest // _LETTERS_OF_WORD
    if not is_short or not text[0].isalpha() or not _NO_ROLE.isdisjoint(text) or (text[-1] == "." and not has_stop):
        return False
    is_link = bool(line.links) and before_channels(line.text) == line.text
    is_other = is_link or any(map(str.isdigit, text))
    first = text.split()[0]
    return not (is_other or is_label(first) or folded(first).rstrip(".") in _BUTTONS)
