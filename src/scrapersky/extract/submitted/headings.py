"""What each column of a file becomes: guessed from its heading in any usual language, or as a person says."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from importlib.resources import files
from typing import Any

from scrapersky.extract.folding import folded
from scrapersky.extract.submitted.values import SEEN_IN_VALUES, are_people, confirmed, field_of, may_be_names

EXTRA = "extra"
LEFT_OUT = "-"
# Our own exports have these; what else they have is told of a row and is none of what it says.
_OWN = frozenset(("id", "created_at", "outcome"))
_NO_WORDS = re.compile(r"[\W_]+")
_REMARK = re.compile(r"[(\[][^()\[\]]{0,80}[)\]]")
_BETWEEN_PARTS = re.compile(
    r"[/|,;:&+()\[\]\n]|\s[-\u2013\u2014]\s|\s(?:or|and|oder|und|ou|et|o|y|e|of|en|lub|i|eller|och|og|veya|ve|или|и)\s",
    re.IGNORECASE,
)
_MOST_WORDS = 8
_SITES = ("website", "url", "domain")
OWN_EXTRA = "extra: "
"""Before the heading of an extra field in our own exports, so that it is known again."""


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
        ranks = _ranks(self.subject)
        of_subject = partial(_in_one_word, self.subject), partial(_in_parts, self.subject)
        for guess in (words_of, _without_remarks, _without_noise, *of_subject):
            read = {heading: guess(heading) for heading in headings if heading not in chosen}
            for heading in sorted(read, key=lambda heading: ranks.get(read[heading], 0)):
                field = _field(self.subject, read[heading], set(chosen.values()))
                if field:
                    chosen[heading] = field
        return {heading: chosen.get(heading, rest) for heading in headings}

    def by_values(self, columns: Mapping[str, str], cells: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """What columns become that their headings do not name: by a word in the heading that the values confirm,
        else by the values alone, unless the heading speaks of something else.

        >>> mapped = Mapped(Subject.CONTACTS, {})
        >>> mapped.by_values({"Contact E-Mail": "extra", "Opt-in": "extra"}, {"Contact E-Mail": ["a@b.example"]})
        {'Contact E-Mail': 'email'}
        """
        free = [heading for heading, field in columns.items() if field in (EXTRA, LEFT_OUT)]
        free = [] if is_own(columns) else [heading for heading in free if heading not in self.given]
        taken = set(columns.values())
        found: dict[str, str] = {}

        def take(heading: str, field: str) -> None:
            if field in self.subject.fields and field not in taken and heading not in found:
                found[heading] = field
                taken.add(field)

        for heading in free:
            inside = [field for field in _inside(self.subject, heading) if confirmed(field, cells.get(heading, ()))]
            for field in inside:
                take(heading, field)
        for heading in free:
            likely = self._like(field_of(cells.get(heading, ())))
            if likely and _may_be(likely, heading):
                take(heading, likely)
        if names := self._names([each for each in free if each not in found], cells, taken):
            take(names, "name")
        return found

    def _like(self, field: str | None) -> str | None:
        return next((site for site in _SITES if site in self.subject.fields), None) if field == "website" else field

    def _names(self, free: Sequence[str], cells: Mapping[str, Sequence[str]], taken: set[str]) -> str | None:
        """The first column of names, if none is headed so and others say that these are addresses."""
        looks = are_people if self.subject is Subject.CONTACTS else may_be_names
        is_known = bool(taken - {EXTRA, LEFT_OUT}) and not taken & {"name", "first_name", "last_name"}
        found = (each for each in free if is_known and _may_be("name", each) and looks(cells.get(each, ())))
        return next(found, None)

    def _own(self, heading: str) -> str:
        if heading.startswith(OWN_EXTRA) and self.subject.keeps_extra:
            return EXTRA
        field = _OWN_NAMES.get(self.subject, {}).get(heading, heading)
        return field if field in self.subject.fields else LEFT_OUT


def people_in(examples: Mapping[str, Sequence[str]]) -> bool | None:
    """Whether there are people with addresses to write to in these columns; None if there is no such address at all.

    >>> people_in({"Firma": ["Acme"], "Inhaber": ["Ana Berg"], "E-Mail": ["ana@acme.example"]})
    True
    >>> people_in({"Firma": ["Acme"], "E-Mail": ["ana@acme.example"]}), people_in({"Inhaber": ["Ana Berg"]})
    (False, None)
    """
    as_contacts = Mapped(Subject.CONTACTS, {})
    columns = as_contacts.columns(list(examples))
    columns |= as_contacts.by_values(columns, examples)
    if not any(field == "email" and confirmed("email", examples[heading]) for heading, field in columns.items()):
        return None
    firms = Mapped(Subject.BUSINESSES, {}).columns(list(examples))
    return any(
        field in ("first_name", "last_name", "name") and firms[heading] != "name" and any(examples[heading])
        for heading, field in columns.items()
    )


def is_own(headings: Iterable[str]) -> bool:
    return set(headings) >= _OWN


def _without_remarks(heading: str) -> str:
    return words_of(_REMARK.sub(" ", heading))


def _without_noise(heading: str) -> str:
    return " ".join(word for word in words_of(heading).split() if word not in _vocabulary()["noise"])


def _in_one_word(subject: Subject, heading: str) -> str:
    """Wherever somebody puts the blanks: "Firmen-Name", "CompanyName", "web site"."""
    return _unspaced(subject).get(words_of(heading).replace(" ", ""), "")


def _in_parts(subject: Subject, heading: str) -> str:
    """What all its parts mean: "Firma / Praxis". Two fields in a column, or a remark about one, are none of them.

    >>> _in_parts(Subject.BUSINESSES, "Firma / Praxis"), _in_parts(Subject.BUSINESSES, "PLZ / Ort")
    ('firma', '')
    """
    parts = [words for part in _BETWEEN_PARTS.split(heading)[:_MOST_WORDS] if (words := words_of(part))]
    known = [words for words in parts if _is_about_something(words)]
    fields = [set(_meanings(subject).get(words, ())) - SEEN_IN_VALUES for words in known]
    return known[0] if len(parts) > 1 and fields and set.intersection(*fields) else ""


def _is_about_something(words: str) -> bool:
    return words in _others() or any(words in _meanings(subject) for subject in Subject)


@cache
def _unspaced(subject: Subject) -> Mapping[str, str]:
    return {words.replace(" ", ""): words for words in reversed(list(_meanings(subject)))}


@cache
def _others() -> frozenset[str]:
    """What people note of a row, which is none of our fields whatever stands in it."""
    return frozenset(map(words_of, _vocabulary()["notes"]))


@cache
def _ranks(subject: Subject) -> Mapping[str, int]:
    """Of two columns that may be the same field, the one whose heading is listed first is it."""
    return {words: rank for rank, words in enumerate(_meanings(subject))}


def _inside(subject: Subject, heading: str) -> Iterator[str]:
    """What parts of the heading mean, the longest first."""
    words = words_of(heading).split()[:_MOST_WORDS]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            yield from _meanings(subject).get(" ".join(words[start : start + length]), ())


def _may_be(field: str, heading: str) -> bool:
    """A column of fax numbers has phone numbers in it, and is none of those; one of remarks is no names."""
    if not _others().isdisjoint((words_of(heading), *words_of(heading).split())):
        return False
    said = {each for subject in Subject for each in _inside(subject, heading)}
    return not said or field in said


def _field(subject: Subject, words: str, taken: set[str]) -> str | None:
    """Its own meanings before those of every subject: a contact's title is no company's."""
    if not words:
        return None
    free = (field for field in _meanings(subject).get(words, ()) if field not in taken)
    return next(free, None)


def words_of(heading: str) -> str:
    """
    >>> words_of("  Straße/Haus-Nr. "), words_of("E-mail 1 - Value"), words_of("Название")
    ('strasse haus nr', 'e mail 1 value', 'название')
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
            for words in map(words_of, spellings) if field in subject.fields else ():
                if field not in found.setdefault(words, []):
                    found[words].append(field)
    return found


@cache
def _vocabulary() -> Mapping[str, Any]:
    return tomllib.loads(files("scrapersky.extract.vocabulary").joinpath("headings.toml").read_text(encoding="utf-8"))
