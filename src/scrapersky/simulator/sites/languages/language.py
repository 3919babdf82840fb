"""What a site says in one language: its navigation, labels, and enough sentences to fill a page."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
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
