"""What a site says in a language: navigation, labels, enough sentences to fill a page, and the names of its people."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scrapersky.simulator.vocabulary.word_files import subject_in

_CODES = frozenset({"en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv"})


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    code: str
    navigation: Mapping[str, str]
    """Page kind to the words in the menu."""
    slugs: Mapping[str, tuple[str, ...]]
    """Page kind to the path names in use for it."""
    at_words: tuple[str, ...]
    dot_words: tuple[str, ...]
    labels: Mapping[str, str]
    services: tuple[str, ...]
    sentences: tuple[str, ...]
    headlines: tuple[str, ...]
    products: tuple[str, ...]
    placeholder_email: str
    placeholder_name: str
    months: tuple[str, ...]
    given_names: tuple[str, ...]
    family_names: tuple[str, ...]
    roles: tuple[str, ...]
    mailboxes: tuple[str, ...]
    """The first two are for everything, the others for one purpose each."""
    brand_words: tuple[str, ...]


def language_of(code: str) -> Language:
    """A site in any other language is written in English."""
    known = code.partition("-")[0].lower()
    return _read(known if known in _CODES else "en")


@cache
def _read(code: str) -> Language:
    return subject_in(f"languages/{code}.toml", Language, code=code)
