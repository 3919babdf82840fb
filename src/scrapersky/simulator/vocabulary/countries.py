"""Countries: how addresses and phones are written there."""

from dataclasses import dataclass

from scrapersky.simulator.vocabulary.word_files import subjects_in


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
