"""What places, people and firms are called, as data: one file of this folder for each subject, read into it."""

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import TypeAdapter

Subject = TypeVar("Subject")
_CODES = frozenset({"en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv"})


def subjects_in(name: str, subject: type[Subject], key: str) -> dict[str, Subject]:
    """The tables of a TOML file, each with its own name as the field `key`."""
    tables = {named: {key: named} | fields for named, fields in tomllib.loads(_text(name)).items()}
    return TypeAdapter(dict[str, subject]).validate_python(tables)  # type: ignore[valid-type]


def subject_in(name: str, subject: type[Subject], **fields: str) -> Subject:
    """A whole TOML file."""
    return TypeAdapter(subject).validate_python(tomllib.loads(_text(name)) | fields)


def rows_in(name: str, subject: type[Subject]) -> list[Subject]:
    """The lines of a CSV file, by its headings."""
    rows: list[dict[str, Any]] = list(csv.DictReader(_text(name).splitlines()))
    return TypeAdapter(list[subject]).validate_python(rows)  # type: ignore[valid-type]


def words_in(name: str) -> frozenset[str]:
    return frozenset(_text(name).split())


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Country:
    """`street_line` and `city_line` are format strings; `mobile` is a pattern of national digits (see `patterns`)."""

    code: str
    name: str
    english_name: str
    language: str
    calling_code: str
    mobile: str
    street_line: str
    city_line: str
    legal_forms: tuple[str, ...]
    streets: tuple[str, ...]


COUNTRIES = subjects_in("countries.toml", Country, "code")


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """`phone` and `postal_code` are patterns (see `patterns`); the city is the rectangle around its centre."""

    name: str
    country: str
    region: str
    region_name: str
    latitude: float
    longitude: float
    half_height: float
    half_width: float
    phone: str
    postal_code: str
    weight: int
    osm_relation: int
    other_name: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.other_name) if self.other_name else (self.name,)


# The first city is the one demonstrations search in, so that even small worlds have something there.
CITIES = tuple(rows_in("cities.csv", City))


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
