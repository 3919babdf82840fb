"""Kinds of business: what the place sources call them, and what people do in each language."""

from dataclasses import dataclass

from scrapersky.simulator.vocabulary.word_files import subjects_in


@dataclass(frozen=True, slots=True, eq=False)
class Category:
    """`words` gives, by language, the singular, the plural, and the word that business names are made with."""

    key: str
    google_type: str
    google_parents: tuple[str, ...]
    osm_tags: tuple[tuple[str, str], ...]
    weight: int
    words: dict[str, tuple[str, str, str]]


BY_KEY = subjects_in("categories.toml", Category, "key")
CATEGORIES = tuple(BY_KEY.values())
