"""Text as it is compared and looked up: letters without their accents, one blank between words."""

import re
import unicodedata
from functools import cache, lru_cache

_NO_LETTERS = re.compile(r"[^a-z]+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_INVISIBLE = dict.fromkeys([*range(9), *range(14, 32), 0x7F, 0xAD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF])
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "œ": "oe", "\u0131": "i", "\u2019": "'"}
)


def fold_space(text: str) -> str:
    """Return the text with every run of white space as one blank and without invisible characters.

    >>> fold_space("  Jane\u200b \\n Doe\u00a0")
    'Jane Doe'
    """
    if not text.isprintable():
        text = text.translate(_INVISIBLE)
    elif "  " not in text:  # what can be printed has no other space
        return text.strip(" ")
    return " ".join(text.split())


def folded(text: str) -> str:
    """Return the text in lower case without accents.

    >>> folded("Łukasz"), folded("Jürgen"), folded("O\u2019Neill")
    ('lukasz', 'jurgen', "o'neill")
    """
    small = text.lower()
    return small if small.isascii() else _without_accents(small)


def lowered(text: str) -> str:
    """Letter for letter: of Turkish, both that have a dot or lack it are one."""
    return text.lower() if text.isascii() else text.replace("\u0130", "i").lower().replace("\u0131", "i")


def plain_spellings(name: str) -> tuple[str, str]:
    """A name as addresses and domains spell it, letters only; German writes ü as u or as ue.

    >>> plain_spellings("Jürgen Groß")
    ('jurgengross', 'juergengross')
    """
    plain, written_out = folded(name), folded(name.lower().translate(_UMLAUTS))
    return _NO_LETTERS.sub("", plain), _NO_LETTERS.sub("", written_out)


@lru_cache(maxsize=1_024)
def _without_accents(small: str) -> str:
    """A line is asked for by several readers, one after another."""
    parts = unicodedata.normalize("NFKD", small.translate(_LETTERS))
    return _accents().sub("", parts)


@cache
def _accents() -> re.Pattern[str]:
    """One pattern takes a third of the time that asking for each letter takes."""
    signs = "".join(chr(code) for code in range(0x300, 0x10000) if unicodedata.combining(chr(code)))
    return re.compile(f"[{re.escape(signs)}]+")
