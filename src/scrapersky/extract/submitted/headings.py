"""What each column of a file becomes: guessed from its heading in any usual language, or as a person says."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from scrapersky.extract.folding import folded

EXTRA = "extra"
LEFT_OUT = "-"
# Our own exports have these; what else they have is told of a row and is none of what it says.
_OWN = frozenset(("id", "created_at", "outcome"))
_NO_WORDS = re.compile(r"[^a-z0-9]+")


class Subject(StrEnum):
    """What the rows of a file are about, as people call it."""

    BUSINESSES = "businesses"
    CONTACTS = "contacts"
    PLACES = "places"
    DOMAINS = "domains"
    SITEMAPS = "sitemaps"
    PAGES = "pages"

    @property
    def fields(self) -> tuple[str, ...]:
        return _FIELDS[self]

    @property
    def needed(self) -> tuple[str, ...]:
        """Without one of these a file is about something else."""
        return _NEEDED.get(self, self.fields)

    @property
    def keeps_extra(self) -> bool:
        return self in (Subject.BUSINESSES, Subject.CONTACTS)

    @property
    def is_address(self) -> bool:
        """Whether a plain list, one address a line, will do."""
        return self in (Subject.DOMAINS, Subject.SITEMAPS, Subject.PAGES)


_PLACE = ("street", "city", "region", "postal_code", "country", "category", "id")
_POINT = ("latitude", "longitude", "opening_hours")
_FIELDS: Mapping[Subject, tuple[str, ...]] = {
    Subject.BUSINESSES: ("name", "website", "phone", *_PLACE, *_POINT),
    Subject.CONTACTS: (
        *("email", "first_name", "last_name", "name", "role", "phone", "mobile", "fax", "whatsapp"),
        *("business", "website", *_PLACE),
    ),
    Subject.PLACES: ("name", "website", "phone", "email", "full_address", *_PLACE, *_POINT),
    Subject.DOMAINS: ("domain", "website", "url", "home_url"),
    Subject.SITEMAPS: ("url", "sitemap", "loc", "domain"),
    Subject.PAGES: ("url", "page", "loc"),
}
_NEEDED: Mapping[Subject, tuple[str, ...]] = {
    Subject.BUSINESSES: ("name",),
    Subject.PLACES: ("name",),
    Subject.CONTACTS: ("email", "phone", "mobile", "whatsapp", "name", "last_name"),
    Subject.SITEMAPS: ("url", "sitemap", "loc"),
}
_OWN_NAMES: Mapping[Subject, Mapping[str, str]] = {
    Subject.CONTACTS: {"domain": "website", **{f"business_{name}": name for name in _PLACE[:-1]}},
    Subject.DOMAINS: {"name": "domain"},
}


class BadMapping(ValueError):
    """A column is to become what there is not, or is not in the file."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """What each heading becomes: a field, EXTRA, or LEFT_OUT."""

    subject: Subject
    given: Mapping[str, str]

    def refuse_unknown(self, headings: Sequence[str]) -> None:
        for heading, field in self.given.items():
            if heading not in headings:
                raise BadMapping(f"there is no column {heading!r}; there are: {', '.join(headings[:40])}")
            if field not in (*self.subject.fields, EXTRA, LEFT_OUT):
                raise BadMapping(f"{heading!r} cannot become {field!r}; there are: {', '.join(self.subject.fields)}")

    def score(self, cells: Sequence[str]) -> int:
        """How much a line looks like the headings: how many fields its cells name."""
        return len({field for field in self.columns(cells).values() if field not in (EXTRA, LEFT_OUT)})

    def columns(self, headings: Sequence[str]) -> dict[str, str]:
        """Each field at most once, unless a person says otherwise; exact names win over likely ones.

        >>> Mapped(Subject.BUSINESSES, {}).columns(["Firma", "Tel.", "Telefon 2", "Web Site", "Notes"])
        {'Firma': 'name', 'Tel.': 'phone', 'Telefon 2': 'extra', 'Web Site': 'website', 'Notes': 'extra'}
        """
        rest = EXTRA if self.subject.keeps_extra else LEFT_OUT
        if is_own(headings):
            return {heading: self.given.get(heading) or self._own(heading) for heading in headings}
        chosen = {heading: self.given[heading] for heading in headings if heading in self.given}
        for guess in (_exact, _likely):
            for heading in headings:
                field = None if heading in chosen else guess(self.subject, heading, set(chosen.values()))
                if field:
                    chosen[heading] = field
        return {heading: chosen.get(heading, rest) for heading in headings}

    def _own(self, heading: str) -> str:
        field = _OWN_NAMES.get(self.subject, {}).get(heading, heading)
        return field if field in self.subject.fields else LEFT_OUT


def is_own(headings: Iterable[str]) -> bool:
    return set(headings) >= _OWN


def _exact(subject: Subject, heading: str, taken: set[str]) -> str | None:
    return _field(subject, words_of(heading), taken)


def _likely(subject: Subject, heading: str, taken: set[str]) -> str | None:
    words = [word for word in words_of(heading).split() if word not in _vocabulary()["noise"]]
    return _field(subject, " ".join(words), taken)


def _field(subject: Subject, words: str, taken: set[str]) -> str | None:
    """Its own meanings before those of every subject: a contact's title is no company's."""
    if not words:
        return None
    free = (field for field in _meanings(subject).get(words, ()) if field not in taken)
    return next(free, None)


def words_of(heading: str) -> str:
    """
    >>> words_of("  Straße/Haus-Nr. "), words_of("E-mail 1 - Value")
    ('strasse haus nr', 'e mail 1 value')
    """
    return " ".join(_NO_WORDS.sub(" ", folded(heading)).split())


@cache
def _meanings(subject: Subject) -> Mapping[str, list[str]]:
    """A heading may mean several, the first of which that no other column has become is it."""
    own = Subject.BUSINESSES if subject is Subject.PLACES else subject
    tables: list[Mapping[str, Sequence[str]]] = [_vocabulary()[own]]
    if not subject.is_address:
        tables.append(_vocabulary()["every"])
    found: dict[str, list[str]] = {}
    for field in subject.fields:
        found.setdefault(words_of(field), []).append(field)
    for table in tables:
        for field, spellings in table.items():
            for words in spellings if field in subject.fields else ():
                if field not in found.setdefault(words, []):
                    found[words].append(field)
    return found


@cache
def _vocabulary() -> Mapping[str, Any]:
    return tomllib.loads(files("scrapersky.extract.vocabulary").joinpath("headings.toml").read_text(encoding="utf-8"))
