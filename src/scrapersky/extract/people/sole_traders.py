"""Firms that are one person, whose name is a part of the firm's: `Anna Roth e.K.`, `Bar Sole di Anna Rossi`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import bare_word, is_given, is_initial, is_strong_given
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.sighting import AFTER_LABEL, ENOUGH, sighting
from scrapersky.extract.people.vocabulary import NOT_NAMES, PLACE_KINDS, PLACE_PREFIXES, SURNAMES
from scrapersky.extract.phrases import phrases_of, word_lists

_SHORTEST, _LONGEST = 9, 200
_MOST_WORDS = 5
_LINES_OF_FIRM = 3
_MARKS = re.compile(r"\s[-\u2013\u2014|/]\s|[,;|\u00b7\u2022:()\"\u201c\u201d\u201e\u00ab\u00bb\d\u00a9]")
_PARTNERS = re.compile(r"\s(?:& C(?:\.|o\b)|e C\.)")
_TWO = 2
_LONG, _CORE = 9, slice(1, 9)  # the first letter may be large or small
_LAST_LATIN = "\u0240"


def lines_of_sole_traders(lines: Sequence[Line], may_name: Sequence[bool]) -> frozenset[int]:
    """The lines in which a form of law, or the number of a register nearby, may tell whose the firm is."""
    named = [index for index, may in enumerate(may_name) if may and _SHORTEST < len(lines[index].text) <= _LONGEST]
    page = "\n".join([lines[index].text for index in named])
    forms = [*filter(page.__contains__, _shortest("behind", "before", is_plain=page.isascii()))]
    may_tell = " & C" in page or any(map(page.__contains__, _shortest("numbers")))
    joints = [f" {joint} " for joint in _phrases("joints")] if may_tell else []
    if not (forms or joints):
        return frozenset()
    return frozenset(
        index for index in named if any(form in lines[index].text for form in forms) or _has_joint(lines, index, joints)
    )


def sole_trader(lines: Sequence[Line], index: int) -> Iterator[Person]:
    """Who the firm of a line is."""
    text = lines[index].text
    told = _before_form(text) or _behind_form(text) or _behind_joint(lines, index)
    if told is not None:
        yield sighting(told, "owner", "", text, AFTER_LABEL, bonus=3)


def _has_joint(lines: Sequence[Line], index: int, joints: Sequence[str]) -> bool:
    if not any(joint in lines[index].text for joint in joints):
        return False
    near = lines[index : index + _LINES_OF_FIRM]
    is_registered = any(number in line.text for line in near for number in _shortest("numbers"))
    return is_registered or _PARTNERS.search(lines[index].text) is not None


def _before_form(text: str) -> Name | None:
    for form in _pattern("behind").finditer(text):
        head = [part for part in _MARKS.split(text[: form.start()]) if part.strip()]
        if head and (name := _last_name(head[-1].split())) is not None:
            return name
    return None


def _behind_form(text: str) -> Name | None:
    for form in _pattern("before").finditer(text):
        rest = [part.strip() for part in _MARKS.split(text[form.end() :]) if part.strip()][:_TWO]
        for part in rest:
            words = part.split()
            is_whole = len(words) == _TWO or part[0] > _LAST_LATIN
            name = (name_of(part) if is_whole else None) or _last_name(words)
            if name is not None and name.strength >= 1:
                return name
    return None


def _behind_joint(lines: Sequence[Line], index: int) -> Name | None:
    """`Bar Sole di Rossi Anna`, where the firm's number stands on the line or on the next two."""
    if not _has_joint(lines, index, [f" {joint} " for joint in _phrases("joints")]):
        return None
    text = _PARTNERS.split(lines[index].text, maxsplit=1)[0]
    for part in _MARKS.split(_pattern("numbers").sub("|", text)):
        words = part.split()
        if not _phrases("no_firms").isdisjoint(map(bare_word, words)):
            continue
        for at in range(len(words) - _TWO, 0, -1):
            is_joint = words[at] in _phrases("joints") and not is_given(bare_word(words[at - 1]))
            if is_joint and at and words[0][:1].isupper() and (name := _name_of_owner(words[at + 1 :])) is not None:
                return name
    return None


def _name_of_owner(words: Sequence[str]) -> Name | None:
    """The whole of the words; in Italian the family name is mostly first, whatever it is."""
    if not _TWO <= len(words) <= _MOST_WORDS:
        return None
    name = name_of(" ".join(words))
    if (
        name is not None
        and name.strength >= ENOUGH
        and (is_given(bare_word(words[0])) or bare_word(words[0]) in SURNAMES)
    ):
        return name
    family, *given = words
    is_turned = family[:1].isupper() and family.isalpha() and all(is_strong_given(bare_word(word)) for word in given)
    word = bare_word(family)
    if not is_turned or is_given(word) or word in NOT_NAMES or word in PLACE_KINDS or word in PLACE_PREFIXES:
        return name if name is not None and name.strength >= ENOUGH else None
    first, last = " ".join(given).title(), family.title()
    return Name(first, last, strength=ENOUGH, written=f"{last} {first}")


def _last_name(words: Sequence[str]) -> Name | None:
    """The longest name that the words end in: `Malerbetrieb Anna Maria Roth`."""
    for count in range(min(_MOST_WORDS, len(words)), 1, -1):
        last = words[-count:]
        name = name_of(" ".join(last))
        first = bare_word(last[0])
        begins = is_given(first) or is_initial(last[0]) or first in SURNAMES or count == _TWO
        if name is not None and name.strength >= ENOUGH and begins:
            return name
    return None


@cache
def _phrases(section: str) -> frozenset[str]:
    return frozenset(phrases_of(word_lists("sole_traders.toml")[section]))


@cache
def _shortest(*sections: str, is_plain: bool = False) -> tuple[str, ...]:
    """A few letters of each phrase, those once that several have: fewer to look for on every page."""
    phrases = {phrase for section in sections for phrase in _phrases(section) if phrase.isascii() or not is_plain}
    kept: list[str] = []
    for part in sorted((phrase[_CORE] if len(phrase) > _LONG else phrase for phrase in phrases), key=len):
        kept += [] if any(other in part for other in kept) else [part]
    return tuple(kept)


@cache
def _pattern(section: str) -> re.Pattern[str]:
    forms = sorted(_phrases(section), key=len, reverse=True)
    return re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, forms))})(?![\w-]|\.\w)")
