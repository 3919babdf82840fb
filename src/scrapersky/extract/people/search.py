"""People among the lines of a page: after labels, on cards, in sentences; each once."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.broken_firms import lines_of_broken_firms
from scrapersky.extract.people.cards import carded, names_somebody
from scrapersky.extract.people.customers import customers_lines, is_customers
from scrapersky.extract.people.labels import is_row_of_labels, labelled, lines_with_labels
from scrapersky.extract.people.mailboxes import names_with_mailboxes
from scrapersky.extract.people.makers import lines_of_makers
from scrapersky.extract.people.mentions import mentioned
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import GENERATIONS, is_given
from scrapersky.extract.people.names import MAX_NAME_LENGTH, name_of, titled_name
from scrapersky.extract.people.neighbours import (
    names_among_names,
    names_beside_kanji,
    names_by_place,
    names_of_cards,
    names_of_paragraphs,
)
from scrapersky.extract.people.occasions import is_of_occasion, lines_of_occasions
from scrapersky.extract.people.other_scripts import people_in_other_scripts
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.places import roles_by_column, roles_by_heading, roles_by_place
from scrapersky.extract.people.roles import role_in, role_of_several
from scrapersky.extract.people.run_by import lines_run_by, run_by
from scrapersky.extract.people.sentences import names_in
from scrapersky.extract.people.sighting import AFTER_LABEL, ENOUGH, IN_SENTENCE
from scrapersky.extract.people.sole_traders import lines_of_sole_traders, sole_trader
from scrapersky.extract.people.titles import are_degrees
from scrapersky.extract.people.turns import names_below_their_role

MAX_PEOPLE = 500
# Every name has two; nearly half of a page's lines have not, and this is quicker to tell than the rest.
_TWO_CAPITALS = re.compile(r"[A-Z][^A-Z]*+[A-Z]")
_CAPITAL = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u024f"
_MAY_NAME = re.compile(f"[\u0370-\u1fff\u2e80-\U0010ffff]|[{_CAPITAL}][^{_CAPITAL}]*+[{_CAPITAL}]")  # or other scripts
_GLUED = re.compile(r"(?:(?<=\b[DM]r\.)|(?<=\bProf\.)|(?<=\bv/))(?=[A-Z][a-z.])")  # `v/` is "by" in Danish
MAX_ROLES = 8
_LONGEST_DEGREES = 40
_INITIALS = 4
# What a sign such as a telephone may be, and what may follow it.
_FIRST_PICTURE, _PICTURE_ENDS = "\U0001f300", "\ufe0e\ufe0f\u200d"
_TWO = 2


def people_in(lines: Sequence[Line]) -> list[Person]:
    """Return each person once, in page order; a sighting with a role, mail or phone completes one without."""
    people: dict[str, Person] = {}
    lines = _with_whole_names(lines)
    sightings = list(_sightings(lines))
    makers = lines_of_makers(lines, sightings)
    customers, occasions = customers_lines(lines), lines_of_occasions(lines)
    seen = (
        replace(person, is_customer=True)
        if index in makers or _is_of_others(lines, index, person, customers, occasions)
        else person
        for index, person in sightings
    )
    for person in chain(seen, people_in_other_scripts(lines)):
        key = _key(person)
        people[key] = _merged(people[key], person) if key in people else person
        if len(people) >= MAX_PEOPLE:
            break
    return list(_without_initials(_without_parts(_in_one_form(people.values(), lines))))


def _in_one_form(people: Iterable[Person], lines: Sequence[Line]) -> list[Person]:
    """Each once whom the page names with one family name and with two, as the same, and not both on lines of their own.

    `Ana Ruiz` is a card's, and `Ana Ruiz Soto` the first words of what it tells.
    """
    kept: list[Person] = []
    by_given: dict[str, list[int]] = defaultdict(list)
    for person in people:
        alike = by_given[folded(person.given.split()[0])]
        same = next((at for at in alike if _is_other_form(kept[at], person, lines)), None)
        if same is None:
            alike.append(len(kept))
            kept.append(person)
        else:
            first = kept[same]
            kept[same] = replace(_merged(first, person), name=first.name, given=first.given, family=first.family)
    return kept


def _is_other_form(one: Person, other: Person, lines: Sequence[Line]) -> bool:
    short, long = sorted((one, other), key=lambda person: len(person.name))
    is_alike = one.role and one.role == other.role and one.is_customer == other.is_customer
    if not is_alike or long.name.count(" ") < _TWO:
        return False
    rest = iter(folded(long.name).split())
    return all(word in rest for word in folded(short.name).split()) and not _are_lines(lines, short.name, long.name)


def _are_lines(lines: Sequence[Line], *names: str) -> bool:
    texts = {line.text.rstrip(" *()") for line in lines}
    return texts.issuperset(names)


def _without_parts(people: Iterable[Person]) -> Iterator[Person]:
    """All but those whom the page names with a word more or less, and tells nothing else of."""
    names = {f" {folded(person.name)} ": person for person in people}
    led = {name for name, person in names.items() if not person.role_raw and not is_given(name.split()[0])}
    led = {name for name in led if any(name != other and name.endswith(other) for other in names)}  # `Studio Jane Doe`
    told = {name for name, person in names.items() if person.role_raw or person.email or person.phone} - led
    for name, person in names.items():
        is_part = any(name != other and (name in other or other in name) for other in told)
        is_called = len(name.split()) == 1 and any(name != other and name in other for other in names)
        if name not in led and not is_called and (name in told or not is_part):
            yield person


def _without_initials(people: Iterable[Person]) -> Iterator[Person]:
    """All but those who are named in full elsewhere: `H. Brinkmann`."""
    people = list(people)
    in_full = {(person.family, person.given[:1]) for person in people if "." not in person.given}
    for person in people:
        if (
            "." not in person.given
            or len(person.given.split()[0]) > _INITIALS
            or (person.family, person.given[:1]) not in in_full
        ):
            yield person


def _with_whole_names(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines without those that have only degrees, and with a name that a line break parts on one."""
    page = "\n".join([line.text for line in lines])
    if _may_lack_gap(page):
        lines = [_with_gaps(line) for line in lines]
    elif not page.isascii():
        lines = [_with_gaps(line) if line.text[:1] >= _FIRST_PICTURE else line for line in lines]
    texts, blocks = [line.text for line in lines], [line.block for line in lines]
    degrees = {
        index
        for index, text in enumerate(texts)
        if len(text) <= _LONGEST_DEGREES and ("." in text or text.isupper()) and are_degrees(text)
    }
    broken = [
        index
        for index in range(len(lines) - 1)
        if blocks[index] == blocks[index + 1]
        and " " not in texts[index]
        and _parts_name(texts[index], texts[index + 1])
    ]
    if not (degrees or broken):
        return lines
    whole = list(lines)
    for index in broken[::-1]:
        first, second = whole[index : index + 2]
        whole[index] = first._replace(text=f"{first.text} {second.text}", links=(*first.links, *second.links))
    gone = degrees.union(index + 1 for index in broken)
    return [line for index, line in enumerate(whole) if index not in gone]


def _with_gaps(line: Line) -> Line:
    text = line.text
    if text[:1] >= _FIRST_PICTURE and not text[0].isalpha():
        text = text.lstrip(text[0] + _PICTURE_ENDS).lstrip() or text
        line = line._replace(text=text)
    return line._replace(text=_GLUED.sub(" ", text)) if _may_lack_gap(text) else line


def _may_lack_gap(text: str) -> bool:
    return "Dr." in text or "Mr." in text or "Prof." in text or "v/" in text


def _parts_name(first: str, second: str) -> bool:
    """`Соловьёва` above `Наталья Игоревна`, `Anna` above `Rossi`."""
    if not (first[:1].isupper() and second[:1].isupper()) or second.count(" ") > 1 or role_in(first) or role_in(second):
        return False
    name = name_of(f"{first} {second}")
    return name is not None and name.strength >= ENOUGH


def _is_of_others(
    lines: Sequence[Line], index: int, person: Person, customers: frozenset[int], occasions: frozenset[int]
) -> bool:
    if _is_named_by_role(person):
        return False
    if index in occasions and not (person.email or person.phone):
        return True
    return index in customers or is_customers(lines[index].text) or is_of_occasion(lines, index, person.name)


def _is_named_by_role(person: Person) -> bool:
    """`Owner: Jane Doe` is the business's word, whatever stands above."""
    return bool(person.role) and person.reason == AFTER_LABEL


def _sightings(lines: Sequence[Line]) -> Iterator[tuple[int, Person]]:
    """Each person with the number of the line."""
    texts = [line.text for line in lines]
    may_name = [(_TWO_CAPITALS if text.isascii() else _MAY_NAME).search(text) is not None for text in texts]
    names = _names_of(lines, may_name)
    below_role, placed = names_below_their_role(lines, names), _roles_told(lines, names)
    in_lists, with_labels = names_by_place(lines, names), lines_with_labels(lines)
    of_paragraphs, with_runners = names_of_paragraphs(lines), lines_run_by(lines)
    of_traders = lines_of_sole_traders(lines, may_name)
    for index, line in enumerate(lines):
        may_label = index in with_labels or index in with_runners or index in of_traders
        if not (may_label or may_name[index]) or len(line.text) < (4 if line.text.isascii() else 2):
            continue
        after_label = [*_labelled(lines, index, placed.get(index, ""))] if index in with_labels else []
        after_label += run_by(lines, index) if index in with_runners else ()
        after_label = [*(sole_trader(lines, index) if index in of_traders else ())] or after_label
        if not (after_label or (may_name[index] and (names[index] or names_somebody(line.text)))):
            continue
        for person in after_label or carded(
            lines,
            index,
            names[index],
            role_above=index in below_role,
            role_by_place=placed.get(index, ""),
            is_in_list=index in in_lists,
        ):
            yield index, person
        if len(line.text) > 12 and names_in(line.text) and (not after_label or is_row_of_labels(line.text)):
            for person in mentioned(line, is_about_first=index in of_paragraphs):
                yield index, person


def _names_of(lines: Sequence[Line], may_name: list[bool]) -> list[Name | None]:
    """The lines that are a name; those of a firm, parted by a break, may name nobody at all."""
    names = [
        name_of(line.text) or (titled_name(line.text) if line.is_heading else None)
        if may and 1 < len(line.text) <= MAX_NAME_LENGTH
        else None
        for line, may in zip(lines, may_name, strict=True)
    ]
    for index in names_among_names(lines, names) | names_with_mailboxes(lines, names):
        if (name := names[index]) is not None:
            names[index] = replace(name, strength=ENOUGH)
    for index, told in (names_of_cards(lines, names) | names_beside_kanji(lines, names)).items():
        names[index] = told
    for index in lines_of_broken_firms(lines, names):
        names[index], may_name[index] = None, False
    return names


def _labelled(lines: Sequence[Line], index: int, role: str) -> Iterator[Person]:
    for person in labelled(lines, index):
        yield person if person.role_raw or not role else replace(person, role=role_of_several(role), role_raw=role)


def _roles_told(lines: Sequence[Line], names: Sequence[Name | None]) -> dict[int, str]:
    """Roles by the line of their name: those at the place where others have theirs, and those below such a heading."""
    return roles_by_heading(lines, names) | roles_by_place(lines, names) | roles_by_column(lines, names)


def _key(person: Person) -> str:
    family = folded(person.family).split()
    bare = family[:-1] if len(family) > 1 and person.family.split()[-1] in GENERATIONS else family
    return f"{folded(person.given.split()[0])} {' '.join(bare)}"


def _merged(first: Person, second: Person) -> Person:
    best, other = (second, first) if second.confidence > first.confidence else (first, second)
    return replace(
        best,
        reason=other.reason if best.reason == IN_SENTENCE and other.title else best.reason,
        other_roles=_other_roles(best, other),
        role=best.role or other.role,
        role_raw=(best.role_raw if best.role or not other.role else other.role_raw) or other.role_raw,
        email=best.email or other.email,
        phone=best.phone or other.phone,
        title=best.title or other.title,
        is_customer=best.is_customer and other.is_customer,
    )


def _other_roles(best: Person, other: Person) -> tuple[str, ...]:
    """What the page calls this person besides the role that is shown: another role, not other words for it."""
    known = {best.role or other.role}
    roles: list[str] = []
    for written in (best.role_raw, other.role_raw, *best.other_roles, *other.other_roles):
        role = role_in(written) if written else ""
        if role and role not in known:
            known.add(role)
            roles.append(written)
    return tuple(roles[:MAX_ROLES])
