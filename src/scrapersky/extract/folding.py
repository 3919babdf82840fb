"""Letters without their accents, for looking words up."""

import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "œ": "oe", "\u2019": "'"}
)


@lru_cache(maxsize=8192)
def folded(word: str) -> str:
    """Return the word in lower case without accents.

    >>> folded("Łukasz"), folded("Jürgen"), folded("O\u2019Neill")
    ('lukasz', 'jurgen', "o'neill")
    """
    lowered = word.lower()
    if lowered.isascii():
        return lowered
    parts = unicodedata.normalize("NFKD", lowered.translate(_LETTERS))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
