"""What people do, in ten languages, as one normal word each."""

import re
from functools import lru_cache

from scrapersky.extract.folding import folded

from .role_words import ROLES

_PHRASES = {phrase: role for role, phrases in reversed(ROLES.items()) for phrase in phrases.split(",")}
_HEADS = frozenset(phrase.split()[0] for phrase in _PHRASES)
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)
_WORD = re.compile(r"[^\W_](?:[^\W_]|[.'\u2019/-](?=[^\W_])){0,40}\.?")
MAX_ROLE_LENGTH = 90


@lru_cache(maxsize=4096)
def role_in(text: str) -> str:
    """Return the normal role the text names, the first if it names two, or nothing.

    >>> role_in("Geschäftsführerin"), role_in("Senior Vice President, Sales"), role_in("Our services")
    ('managing director', 'vice president', '')
    """
    tokens = [word.rstrip(".") for word in _WORD.findall(folded(text[: MAX_ROLE_LENGTH * 2]))]
    heads = _HEADS
    if heads.isdisjoint(tokens):
        return ""
    for start, token in enumerate(tokens):
        if token not in heads:
            continue
        for length in range(min(_LONGEST, len(tokens) - start), 0, -1):
            role = _PHRASES.get(" ".join(tokens[start : start + length]))
            if role:
                return role
    return ""


def is_role_line(text: str) -> bool:
    """Tell whether a short line is somebody's role and little else."""
    return len(text) <= MAX_ROLE_LENGTH and len(text.split()) <= 10 and text.count(". ") == 0 and bool(role_in(text))
