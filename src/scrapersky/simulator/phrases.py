"""Search phrases ("dentists in Austin, TX"): what is looked for, and where."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from scrapersky.simulator.vocabulary import CATEGORIES, CITIES, COUNTRIES, Category, City

_WORD = re.compile(r"\w{1,60}")
_LONGEST_PHRASE = 6
_FILLER_WORDS = """
in near me nearby around at the a an of and best top good cheap local find all open now for to bei im der die
das a à de du des la le les et en el los las cerca di del della il vicino w na i em do da dos och nära usa uk
"""
_FILLERS = frozenset(_FILLER_WORDS.split())

Meant = TypeVar("Meant", Category, City)


@dataclass(frozen=True, slots=True)
class SimulatedPhrase:
    """`names` are the words that were neither a category nor a place: perhaps a business's name."""

    categories: tuple[Category, ...]
    cities: tuple[City, ...]
    names: frozenset[str]


def read_phrase(text: str) -> SimulatedPhrase:
    words = folded(text)
    categories, words = _taken(words, _category_words())
    cities, words = _taken(words, _city_words())
    places = {word for city in cities for word in _surroundings(city)}
    return SimulatedPhrase(categories, cities, frozenset(words) - _FILLERS - places)


def folded(text: str) -> list[str]:
    """Words without case and accents.

    >>> folded("Zahnärzte in KÖLN")
    ['zahnarzte', 'in', 'koln']
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign)).replace("ł", "l"))


def _taken(words: list[str], known: Mapping[tuple[str, ...], tuple[Meant, ...]]) -> tuple[tuple[Meant, ...], list[str]]:
    """What the words mean, longest expressions first, and the words that are left."""
    meant: dict[Meant, None] = {}
    left = []
    position = 0
    while position < len(words):
        for length in range(_LONGEST_PHRASE, 0, -1):
            found = known.get(tuple(words[position : position + length]))
            if found:
                meant |= dict.fromkeys(found)
                position += length
                break
        else:
            left.append(words[position])
            position += 1
    return tuple(meant), left


@lru_cache(1)
def _category_words() -> dict[tuple[str, ...], tuple[Category, ...]]:
    known: dict[tuple[str, ...], tuple[Category, ...]] = {}
    for category in CATEGORIES:
        expressions = {word for words in category.words.values() for word in words}
        expressions |= {category.google_type.replace("_", " "), category.key.replace("_", " ")}
        for expression in sorted(expressions):
            key = tuple(folded(expression))
            known[key] = (*known.get(key, ()), category)
    return known


@lru_cache(1)
def _city_words() -> dict[tuple[str, ...], tuple[City, ...]]:
    return {tuple(folded(name)): (city,) for city in CITIES for name in city.names}


def _surroundings(city: City) -> set[str]:
    country = COUNTRIES[city.country]
    names = (city.region, city.region_name, country.code, country.name, country.english_name)
    return {word for name in names for word in folded(name)}
