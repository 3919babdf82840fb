"""Letters without their accents, for looking words up."""

import unicodedata

_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "œ": "oe", "\u2019": "'"}
)


def folded(text: str) -> str:
    """Return the text in lower case without accents.

    >>> folded("Łukasz"), folded("Jürgen"), folded("O\u2019Neill")
    ('lukasz', 'jurgen', "o'neill")
    """
    lowered = text.lower()
    return lowered if lowered.isascii() else _without_accents(lowered)


def _without_accents(lowered: str) -> str:
    parts = unicodedata.normalize("NFKD", lowered.translate(_LETTERS))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
