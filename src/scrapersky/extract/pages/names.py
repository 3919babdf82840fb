"""The words by which pages are named, folded so that every spelling of one is equal."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

MAX_WORDS = 16
MAX_PHRASE = 6

# Letters that people write as two when they have only ASCII; the plain form loses the mark instead.
_AS_TWO = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
_AS_ONE = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "\u0131": "i", "ð": "d", "þ": "th"}
)
# Sites in Cyrillic often have addresses in Latin letters, in one of two common ways of writing them.
_CYRILLIC_LETTERS = range(0x430, 0x450)
_LATIN_LETTERS = "a b v g d e zh z i y k l m n o p r s t u f h c ch sh sch - y - e yu ya".replace("-", "").split(" ")
_AS_LATIN = dict(zip(_CYRILLIC_LETTERS, _LATIN_LETTERS, strict=True))
_AS_LATIN |= {0x451: "e", 0x454: "ye", 0x456: "i", 0x457: "yi", 0x491: "g"}
_AS_LATIN_BY_SOUND = _AS_LATIN | {0x445: "kh", 0x446: "ts", 0x449: "shch"}
_CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_APOSTROPHE = re.compile(r"['`\xb4\u2019]")
_WORD = re.compile(r"[^\W_]{1,64}")

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Naming:
    """All known names: phrase to kind, and the kinds that hold what stands below them."""

    kinds: dict[Words, str]
    shelves: frozenset[str]


def words_of(text: str) -> Words:
    """Return the folded words of a text, at most sixteen.

    >>> words_of("Über-Uns"), words_of("ContactUs"), words_of("mentions_légales")
    (('uber', 'uns'), ('contact', 'us'), ('mentions', 'legales'))
    """
    return tuple(_WORD.findall(_plain(_CAMEL_CASE.sub(" ", text[:400]))))[:MAX_WORDS]


def _plain(text: str) -> str:
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", _APOSTROPHE.sub(" ", text)).lower().translate(_AS_ONE)
    parts = unicodedata.normalize("NFKD", folded)
    return unicodedata.normalize("NFKC", "".join(part for part in parts if not unicodedata.combining(part)))


@cache
def scores() -> dict[str, int]:
    """Of each kind, apart from its names: those take long to load, and who only lists the kinds needs none."""
    return tomllib.loads(_listed("page_scores.toml"))


@cache
def naming() -> Naming:
    """Load the names; a phrase listed under two kinds belongs to the one that more likely carries contacts."""
    entries = tomllib.loads(_listed("page_kinds.toml"))
    kinds: dict[Words, str] = {}
    for kind in sorted(entries, key=lambda kind: -scores()[kind]):
        names = [name for names in entries[kind].values() if isinstance(names, list) for name in names]
        for phrase in {phrase for name in names for phrase in _spellings(name)}:
            kinds.setdefault(phrase, kind)
    return Naming(kinds, frozenset(kind for kind, entry in entries.items() if entry.get("holds")))


def _listed(file_name: str) -> str:
    return files("scrapersky.extract.vocabulary").joinpath(file_name).read_text(encoding="utf-8")


def _spellings(name: str) -> set[Words]:
    written = (name, *(name.lower().translate(table) for table in (_AS_TWO, _AS_LATIN, _AS_LATIN_BY_SOUND)))
    phrases = {words_of(spelling) for spelling in written}
    return phrases | {("".join(phrase),) for phrase in phrases}
