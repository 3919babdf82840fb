"""Lines without marks to part them: `Master Plumber Jane Doe`, `Jane Doe Master Plumber`, `Jane Doe and John Roe`."""

import re
from dataclasses import replace

from scrapersky.extract.people.labels import SEVERAL
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import bare_word, is_strong_given, is_title
from scrapersky.extract.people.names import is_led_by_word, name_of
from scrapersky.extract.people.roles import may_hold_role, role_in, role_length
from scrapersky.extract.people.vocabulary import ORGANISATION_ENDS
from scrapersky.extract.phrases import words

_LONGEST_NAME = 5
_MOST_WORDS = 12
_MOST_NAMES = 8
_LEAST_WORDS = 3
_SURE = 3  # the strength of a common given name
_NO_GAPS_FROM = "\u2e80"  # Chinese, Japanese and Korean names may be one word
_FOR = frozenset(
    ("f\u00fcr", "for", "of", "de", "en", "di", "in", "voor", "f\u00f6r", "pour", "para", "per", "til", "do", "w")
)
# What says of which kind a role is: `Independent Director`.
_KINDS = frozenset(
    (
        *("independent", "corporate", "general", "senior", "junior", "lead", "principal", "executive", "acting"),
        *("interim", "honorary", "founding", "consulting", "clinical", "technical", "regional", "national"),
        *("leitender", "leitende", "stellvertretender", "stellvertretende", "technischer", "kaufm\u00e4nnischer"),
    )
)
_LEAST_PEOPLE = 2
_BETWEEN_PEOPLE = re.compile(r"\s?[|\u2022\u00b7;]\s|(?<=\)),?\s")
_NAME_WITH_ROLE = re.compile(r"(?P<name>[^()\d]{4,60}?)\s(?:\(|[\u2013\u2014-]\s)(?P<role>[^()\d]{3,60})\)?")
_MARK = re.compile("[|:;,()\u2013\u2014\u2022\u00b7]")
# What parts people in a list, other than marks.
_JOINTS = words("und and et y e en och og i ja & +")


def may_be_apart(text: str) -> bool:
    """Whether a line without marks has words enough for more than a name."""
    return text.count(" ") >= _LEAST_WORDS - 1 or text[:1] >= _NO_GAPS_FROM


def role_and_name(text: str) -> tuple[Name, str] | None:
    """The name and the role of a line that is both and nothing else.

    >>> name, role = role_and_name("Goldschmiedemeisterin Ute Brandl")
    >>> name.full, role
    ('Ute Brandl', 'Goldschmiedemeisterin')
    """
    least = _LEAST_WORDS if text[:1] < _NO_GAPS_FROM else _LEAST_WORDS - 1
    if not least <= text.count(" ") + 1 <= _MOST_WORDS or " - " in text or _MARK.search(text):
        return None
    words = text.split()
    if (led := _after_word(words)) is not None:
        return led
    if text.isascii() and not ((_are_capital(words[:2]) or _are_capital(words[-2:])) and may_hold_role(words)):
        return None
    if not role_in(text):
        return None
    return _role_first(words) or _name_first(words)


def names_only(text: str) -> list[Name]:
    """Those of a line that is names and nothing else: the likely ones, and who has the family name of a sure one."""
    may_part = "," in text or "/" in text or ";" in text or not _JOINTS.isdisjoint(text.split())
    parts = SEVERAL.split(text.removeprefix("v/").strip()) if may_part and text[-1:].isalpha() else []
    if not 2 <= len(parts) <= _MOST_NAMES or name_of(parts[0]) is None:
        return []
    names = [name for part in parts if (name := name_of(part.strip())) is not None]
    families = {name.family.split("-")[-1] for name in names if name.strength >= _SURE}
    if len(names) < len(parts) or not families:
        return []
    return [
        replace(name, strength=max(name.strength, _SURE))
        for name in names
        if name.strength > 0 or name.family.split("-")[-1] in families
    ]


def names_with_roles(text: str) -> list[tuple[Name, str]]:
    """Those of a line that lists people and what they are, whatever the words, where one has a known role.

    >>> [(name.full, role) for name, role in names_with_roles("Jane Doe (Owner) | Ann Roe (Bits and Bobs)")]
    [('Jane Doe', 'Owner'), ('Ann Roe', 'Bits and Bobs')]
    """
    may_part = ")" in text or "|" in text or ";" in text or "\u2022" in text or "\u00b7" in text
    parts = _BETWEEN_PEOPLE.split(text) if may_part else ()
    if len(parts) < _LEAST_PEOPLE:
        return []
    pairs = [pair for part in parts if (pair := _NAME_WITH_ROLE.fullmatch(part.strip(" ,;"))) is not None]
    if len(pairs) < len(parts) or not any(role_in(pair["role"]) for pair in pairs):
        return []
    named = [(name_of(pair["name"]) or _by_given(pair["name"]), pair["role"]) for pair in pairs]
    return [(name, role) for name, role in named if name is not None and name.strength > 0]


def _by_given(text: str) -> Name | None:
    """`Nora Band`: a common given name, and a word that is mostly no name; a list of people tells that it is one."""
    given, _, family = text.partition(" ")
    is_name = is_strong_given(bare_word(given)) and family.isalpha() and family.istitle()
    return Name(given, family, strength=1) if is_name else None


def _after_word(words: list[str]) -> tuple[Name, str] | None:
    """The name behind a word that no list has as a role; only the lines beside it can tell whether it is one."""
    rest = words[1:]
    if not 1 < len(rest) <= _LONGEST_NAME or not (_are_capital(words) and rest[-1][0].isupper()):
        return None
    names = [word for word in rest if not is_title(word)]
    if not is_led_by_word([bare_word(word) for word in (words[0], *names[:2])]) or role_in(words[0]):
        return None
    name = name_of(" ".join(rest))
    if name is None or name.strength < _SURE:
        return None
    return replace(name, strength=1), ""  # a practice that bears a name may be another's


def _are_capital(words: list[str]) -> bool:
    return words[0][0].isupper() and words[1][0].isupper()


def _role_first(words: list[str]) -> tuple[Name, str] | None:
    length = role_length(words)
    for cut in range(length, 0, -1):
        name = name_of(" ".join(words[cut:])) if len(words) - cut <= _LONGEST_NAME else None
        if name is not None and role_in(" ".join(words[:cut])):
            return name, " ".join(words[:cut])
    return None


def _is_role(words: list[str]) -> bool:
    """Nothing but a role, or one and what it is for: `Fachärztin für Augenheilkunde`."""
    words = words[words[0].lower() in _KINDS and len(words) > 1 :]
    length = role_length(words)
    return length == len(words) or (0 < length < len(words) - 1 and words[length] in _FOR)


def _name_first(words: list[str]) -> tuple[Name, str] | None:
    for cut in range(2 if words[0][0] < _NO_GAPS_FROM else 1, min(_LONGEST_NAME, len(words) - 1) + 1):
        if bare_word(words[cut]) in ORGANISATION_ENDS:
            return None
        if _is_role(words[cut:]) and (name := name_of(" ".join(words[:cut]))) is not None:
            return name, " ".join(words[cut:])
    return None
