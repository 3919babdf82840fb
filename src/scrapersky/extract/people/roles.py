"""What people do, in ten languages, as one normal word each."""

import re
from collections.abc import Sequence
from functools import lru_cache

from scrapersky.extract.folding import folded
from scrapersky.extract.people.vocabulary import ROLES

_PHRASES = {phrase: role for role, phrases in reversed(ROLES.items()) for phrase in phrases}
_HEADS = frozenset(phrase.split()[0] for phrase in _PHRASES)
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)
_WORD = re.compile(r"[^\W_](?:[^\W_]|[.'\u2019-](?=[^\W_])){0,40}\.?")
MAX_ROLE_LENGTH = 90
_MORE_THAN_ROLE = re.compile(r"\d{3}|@|\. |:\s?\w")


def role_in(text: str) -> str:
    """Return the normal role the text names, the first if it names two, or nothing.

    >>> role_in("Geschäftsführerin"), role_in("Senior Vice President, Sales"), role_in("Our services")
    ('managing director', 'vice president', '')
    """
    return _first_role(text[: MAX_ROLE_LENGTH * 2])


@lru_cache(maxsize=4096)
def _first_role(text: str) -> str:
    tokens = _tokens(text)
    if _HEADS.isdisjoint(tokens):
        return ""
    return next((role for start in range(len(tokens)) if (role := _role_at(tokens, start))), "")


def begins_with_role(words: Sequence[str]) -> bool:
    """Tell whether the first of these words begins a role: `Vice President Sales`."""
    return bool(_role_at(_tokens(" ".join(words[:_LONGEST])), 0))


def _tokens(text: str) -> list[str]:
    return [word.rstrip(".") for word in _WORD.findall(folded(text))]


def _role_at(tokens: Sequence[str], start: int) -> str:
    if start >= len(tokens) or tokens[start] not in _HEADS:
        return ""
    phrases = (" ".join(tokens[start : start + length]) for length in range(min(_LONGEST, len(tokens) - start), 0, -1))
    return next((_PHRASES[phrase] for phrase in phrases if phrase in _PHRASES), "")


def is_role_line(text: str) -> bool:
    """Tell whether a short line is somebody's role and little else."""
    if len(text) > MAX_ROLE_LENGTH or len(text.split()) > 10 or _MORE_THAN_ROLE.search(text):
        return False
    return bool(role_in(text))
