"""A role and a name on one line with nothing between them: `Master Plumber Jane Doe`, `Jane Doe Master Plumber`."""

import re

from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import bare_word
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.roles import may_hold_role, role_in, role_length
from scrapersky.extract.people.vocabulary import ORGANISATION_ENDS

_LONGEST_NAME = 5
_MOST_WORDS = 12
_LEAST_WORDS = 3
_NO_GAPS_FROM = "\u2e80"  # Chinese, Japanese and Korean names may be one word
_FOR = frozenset(
    ("f\u00fcr", "for", "of", "de", "en", "di", "in", "voor", "f\u00f6r", "pour", "para", "per", "til", "do", "w")
)
_MARK = re.compile("[|:;,()\u2013\u2014\u2022\u00b7]| - ")


def role_and_name(text: str) -> tuple[Name, str] | None:
    """The name and the role of a line that is both and nothing else.

    >>> name, role = role_and_name("Goldschmiedemeisterin Ute Brandl")
    >>> name.full, role
    ('Ute Brandl', 'Goldschmiedemeisterin')
    """
    least = _LEAST_WORDS if text[:1] < _NO_GAPS_FROM else _LEAST_WORDS - 1
    if not least <= text.count(" ") + 1 <= _MOST_WORDS or _MARK.search(text):
        return None
    words = text.split()
    if text.isascii() and not ((_are_capital(words[:2]) or _are_capital(words[-2:])) and may_hold_role(words)):
        return None
    if not role_in(text):
        return None
    return _role_first(words) or _name_first(words)


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
    length = role_length(words)
    return length == len(words) or (0 < length < len(words) - 1 and words[length] in _FOR)


def _name_first(words: list[str]) -> tuple[Name, str] | None:
    for cut in range(2 if words[0][0] < _NO_GAPS_FROM else 1, min(_LONGEST_NAME, len(words) - 1) + 1):
        if bare_word(words[cut]) in ORGANISATION_ENDS:
            return None
        if _is_role(words[cut:]) and (name := name_of(" ".join(words[:cut]))) is not None:
            return name, " ".join(words[cut:])
    return None
