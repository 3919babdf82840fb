"""What differs from country to country: the words beside values, the days, how times and streets are written."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Language:
    """Words that lie between bars are alternatives; `time` is a format of hour and minute, or 12 for am and pm."""

    phone: str
    fax: str
    email: str
    hours: str
    closed: str
    days: str
    short_days: str
    to: str
    time: str = "{:02d}:{:02d}"


@dataclass(frozen=True, slots=True)
class Locale:
    """A country: its language, and streets and towns as they are written there."""

    region: str
    language: Language
    streets: tuple[str, ...]
    towns: tuple[str, ...]


def _read() -> tuple[Locale, ...]:
    known = tomllib.loads((Path(__file__).parent / "locales.toml").read_text("utf-8"))
    languages = {name: Language(**words) for name, words in known["languages"].items()}
    return tuple(
        Locale(region, languages[country["language"]], tuple(country["streets"]), tuple(country["towns"]))
        for region, country in known["countries"].items()
    )


LOCALES = _read()
