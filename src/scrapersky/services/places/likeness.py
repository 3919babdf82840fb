"""How likely two places are one business, and why: evidence for and against, weighed and added up."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files
from math import exp
from typing import Any

from scrapersky.clients.places.areas import distance
from scrapersky.extract.folding import folded
from scrapersky.extract.own_sites import OwnSite, website_of

LIKELY = 0.5
"""From here on a person is asked."""
CERTAIN = 0.9
"""From here on nobody is."""
NEARLY_THE_SAME_NAME = 0.9

_WORDS = re.compile(r"\w{1,60}")
_UMLAUT = re.compile(r"([aou])e")
_DIGITS = re.compile(r"\d{1,6}")
_SAME_WORD = 0.8
# Points on a scale of natural logarithms: how much likelier each finding is of one business than of two.
# Measured by benchmarks/matching.py; a change of a weight is a change of its figures.
_BEFORE = -4.5
_NAMES = ((0.95, 4.0), (NEARLY_THE_SAME_NAME, 3.0), (0.75, 1.0), (0.5, -2.0), (0.0, -6.0))
_METRES = ((50, 4.0), (150, 2.5), (400, 0.0), (1500, -3.0), (float("inf"), -7.0))
_PHONE, _SITE, _ADDRESS = (5.5, -1.5), (3.0, -2.0), (4.5, -2.5)
_ONE_PLACE = frozenset({_METRES[0][1], _METRES[1][1], _PHONE[0], _ADDRESS[0]})


@dataclass(frozen=True, slots=True)
class Likeness:
    """From 0 to 1, and the reasons, for the person who decides."""

    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A place in the form in which places are compared."""

    words: tuple[str, ...]
    phone: str | None
    site: str | None
    street: str | None
    house: str | None
    postal_code: str | None
    city: str | None
    point: tuple[float, float] | None

    def shared_keys(self) -> Iterator[str]:
        """What two places of one business have in common even where nobody knows where they are."""
        if self.phone:
            yield f"phone:{self.phone}"
        for where in filter(None, (self.postal_code, self.city)):
            if self.site:
                yield f"site:{self.site}@{where}"
            if self.words:
                yield f"name:{_without_e(''.join(sorted(self.words)))[:40]}@{where}"
            if self.street and self.house:
                yield f"door:{self.street} {self.house}@{where}"


def compared(place: Mapping[str, Any]) -> Compared:
    """From a place's columns."""
    facts = place["facts"] or {}
    street, city, postal_code = facts.get("street"), facts.get("city"), facts.get("postal_code")
    if place["address"] and not street:
        street, city, postal_code = _parsed(place["address"], facts.get("country"))
    site = website_of(place["website"])
    has_point = place["latitude"] is not None and place["longitude"] is not None
    house, route = door_of(street or "")
    return Compared(
        _name_words(place["name"] or ""),
        place["phone"] if place["phone"] and place["phone"].startswith("+") else None,
        site.domain if isinstance(site, OwnSite) else None,
        route,
        house,
        "".join(_WORDS.findall(folded(postal_code or ""))) or None,
        " ".join(_words(city or "")) or None,
        (place["latitude"], place["longitude"]) if has_point else None,
    )


@cache
def _vocabulary() -> Mapping[str, Any]:
    words = files("scrapersky.extract.vocabulary").joinpath("business_names.toml").read_text("utf-8")
    return tomllib.loads(words)


@lru_cache(maxsize=4096)
def _parsed(address: str, country: str | None) -> tuple[str | None, str | None, str | None]:
    from scrapersky.extract.addresses.parsing import parse_address  # noqa: PLC0415  its patterns take long to load

    found = parse_address(address, country)
    return (found.street_line or None, found.city or None, found.postal_code or None) if found else (None, None, None)


def _words(text: str) -> list[str]:
    return _WORDS.findall(folded(text[:200]).replace("'", ""))


def _name_words(name: str) -> tuple[str, ...]:
    """
    >>> _name_words("Müller & Söhne GmbH")
    ('muller', 'sohne')
    """
    words = _words(name)
    kept = tuple(word for word in words if word not in _vocabulary()["no_names"])
    return kept or tuple(words)


def door_of(street: str) -> tuple[str | None, str | None]:
    """The number and the street without it, however the country writes them.

    >>> door_of("12 Main St, Suite 400"), door_of("Hauptstraße 12"), door_of("Rua 25 de Abril, 105")
    (('12', 'main street suite'), ('12', 'hauptstrasse'), ('105', 'rua de abril'))
    """
    line = " ".join(_words(street))
    numbers = _DIGITS.findall(line)
    number = (numbers[0] if line[:1].isdigit() else numbers[-1]) if numbers else None
    whole = _vocabulary()["streets"]
    words = [whole.get(word, word) for word in _DIGITS.sub(" ", line).split()]
    route = re.sub("str$", "strasse", " ".join(words))
    return number, route or None


def likeness_of(place: Compared, other: Compared) -> Likeness:
    """Certain only where the names agree, as departments and successors share all else, and where something tells that
    it is one place, as branches share name and website."""
    names = name_likeness(place, other)
    evidence = list(_evidence(place, other))
    points = _BEFORE + next(weight for least, weight in _NAMES if names >= least)
    score = 1 / (1 + exp(-points - sum(weight for weight, _ in evidence)))
    is_one_place = any(weight in _ONE_PLACE for weight, _ in evidence)
    if names < NEARLY_THE_SAME_NAME or not is_one_place:
        score = min(score, CERTAIN - 0.01)
    reasons = (_of_names(place, other, names), *(reason for _, reason in evidence))
    return Likeness(round(score, 3), ", ".join(reasons))


def _of_names(place: Compared, other: Compared, names: float) -> str:
    if names < 1:
        return f"names {min(names, 0.99):.0%} alike"
    one, two = (_without_e("".join(sorted(each.words))) for each in (place, other))
    return "same name" if one == two else "same name but for the town or street in it"


def _evidence(place: Compared, other: Compared) -> Iterator[tuple[float, str]]:
    if place.point and other.point:
        metres = distance(place.point, other.point)
        yield next(weight for most, weight in _METRES if metres <= most), f"{metres:,.0f} m apart"
    for what, (agree, differ), first, second in (
        ("phone", _PHONE, place.phone, other.phone),
        ("website", _SITE, place.site, other.site),
    ):
        if first and second:
            is_same = first == second
            yield agree if is_same else differ, f"same {what}" if is_same else f"another {what}"
    if place.street and other.street and place.house and other.house and _is_one_town(place, other):
        is_same = place.house == other.house and _alike(place.street, other.street) >= _SAME_WORD
        yield _ADDRESS[0] if is_same else _ADDRESS[1], "same address" if is_same else "another address"


def _is_one_town(place: Compared, other: Compared) -> bool:
    return place.postal_code == other.postal_code or place.city == other.city


def name_likeness(place: Compared, other: Compared) -> float:
    """Of the words in any order; the town's and the street's name are left out where only one of the two has them."""
    first, second = _left(place, other), _left(other, place)
    if not first or not second:
        return 0.0
    if "".join(first) == "".join(second):
        return 1.0
    alike = _alike(" ".join(sorted(first)), " ".join(sorted(second)))
    extra = _unmatched(first, second) or _unmatched(second, first)
    return min(alike, 0.85) if extra else alike


def _left(place: Compared, other: Compared) -> tuple[str, ...]:
    where = [*_words(place.city or other.city or ""), *(place.street or other.street or "").split()]
    spare = Counter(other.words)
    kept = []
    for word in place.words:
        if spare[word] or not _is_among(word, where, any_number=bool(place.street or other.street)):
            kept.append(word)
        spare[word] -= 1
    return tuple(kept) or place.words


def _is_among(word: str, others: Sequence[str], *, any_number: bool = False) -> bool:
    """Give or take a letter; the numbers of streets (`5th`, `25 de Abril`) are not in their names here."""
    return (any_number and word[0].isdigit()) or any(_alike(word, other) >= _SAME_WORD for other in others)


def _unmatched(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return not all(_is_among(word, others) for word in words)


@lru_cache(maxsize=65536)
def _alike(one: str, other: str) -> float:
    """As written, or without the e by which some write an umlaut."""
    if one == other:
        return 1.0
    spellings = {(one, other), (_without_e(one), _without_e(other))}
    return max(SequenceMatcher(None, first, second, autojunk=False).ratio() for first, second in spellings)


def _without_e(text: str) -> str:
    """
    >>> _without_e("mueller")
    'muller'
    """
    return _UMLAUT.sub(r"\1", text)
