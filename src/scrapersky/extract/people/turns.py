"""Names and roles that take turns: whose a role is that stands between two names."""

from collections.abc import Iterator, Sequence

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.roles import is_role_line
from scrapersky.extract.people.sighting import is_likely

_STOPS = frozenset(".!?\u2026\u3002\u0964")
_LEAST_WORDS = 5  # of a sentence


def names_below_their_role(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """Where names and roles take turns, a list that begins with a role and ends with a name has the role first."""
    numbers = [index for index, name in enumerate(names) if is_likely(name)]
    if not numbers:
        return frozenset()
    is_name, is_role = [False] * len(lines), [False] * len(lines)
    for index in numbers:
        is_name[index] = True
    for index in {beside for number in numbers for beside in (number - 1, number + 1) if 0 <= beside < len(lines)}:
        is_role[index] = not is_name[index] and is_role_line(lines[index].text) and not _has_name(lines[index].text)
    below: set[int] = set()
    read_to = 0
    for index in numbers:
        if index <= read_to:
            continue
        chain = [index]
        while chain[-1] + 2 < len(lines) and is_role[chain[-1] + 1] and is_name[chain[-1] + 2]:
            chain.append(chain[-1] + 2)
        ends_with_role = chain[-1] + 1 < len(lines) and is_role[chain[-1] + 1]
        if is_role[index - 1] and not ends_with_role and not _is_of_name_above(lines, is_name, index):
            below.update(chain)
        read_to = chain[-1]
    return frozenset(below | _nearer_above(lines, is_name, is_role)) - _nearer_below(lines, is_name, is_role)


def _has_name(text: str) -> bool:
    """`Jane Doe (chair)` is her own."""
    return "(" in text and is_likely(name_of(text.partition(" (")[0]))


def _is_of_name_above(lines: Sequence[Line], is_name: Sequence[bool], index: int) -> bool:
    """Whether the role above a name shares a box with another name, above it."""
    return index > 1 and is_name[index - 2] and gap(lines, index - 2) < gap(lines, index - 1)


def _nearer_above(lines: Sequence[Line], is_name: Sequence[bool], is_role: Sequence[bool]) -> set[int]:
    """Names between two roles that share a box with the one above."""
    return {index for index in _between_roles(is_name, is_role) if gap(lines, index - 1) < gap(lines, index)}


def _nearer_below(lines: Sequence[Line], is_name: Sequence[bool], is_role: Sequence[bool]) -> set[int]:
    return {index for index in _between_roles(is_name, is_role) if gap(lines, index - 1) > gap(lines, index)}


def _between_roles(is_name: Sequence[bool], is_role: Sequence[bool]) -> Iterator[int]:
    return (
        index for index in range(1, len(is_name) - 1) if is_name[index] and is_role[index - 1] and is_role[index + 1]
    )


def gap(lines: Sequence[Line], index: int) -> int:
    return lines[index + 1].block - lines[index].block


def begins_next_card(lines: Sequence[Line], index: int, other: int) -> bool:
    """Whether a heading below a name is another card's: below one that is no heading, or below a sentence."""
    if not lines[other].is_heading or other < index:
        return False
    said = lines[other - 1].text
    is_below_sentence = other > index + 1 and said[-1:] in _STOPS and said.count(" ") >= _LEAST_WORDS
    return is_below_sentence or not lines[index].is_heading
