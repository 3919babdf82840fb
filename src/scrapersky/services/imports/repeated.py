"""Lines of one file that are one business, by the likeness that tells places apart."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scrapersky.services.places.likeness import CERTAIN, Compared, compared, likeness_of

MOST_NAMESAKES = 60


@dataclass(frozen=True, slots=True)
class Line:
    """`identity` is what the line alone is known by, `values` what it says."""

    identity: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Form:
    line: Line
    place: Compared

    @property
    def name(self) -> str:
        return " ".join(sorted(self.place.words))


def first_lines(lines: Iterable[Line]) -> dict[str, Line]:
    """For each identity of a line that repeats one above it, that one.

    >>> acme, again = ({"name": name, "website": site, "city": "Kyle"} for name, site in
    ...     (("Acme Inc.", "acme.example"), ("ACME", "https://www.acme.example/")))
    >>> first_lines([Line("1", acme), Line("2", again), Line("3", {**again, "city": "Buda"})])["2"].identity
    '1'
    """
    by_name: dict[str, list[_Form]] = defaultdict(list)
    repeated: dict[str, Line] = {}
    for form in _forms(lines):
        namesakes = by_name[form.name]
        same = next((other.line for other in namesakes if _are_one(form, other)), None)
        if same is not None and same.identity != form.line.identity:
            repeated[form.line.identity] = same
        elif len(namesakes) < MOST_NAMESAKES:
            namesakes.append(form)
    return repeated


def _forms(lines: Iterable[Line]) -> Iterator[_Form]:
    for line in lines:
        said = {name: line.values.get(name) for name in ("name", "phone", "website", "latitude", "longitude")}
        form = _Form(line, compared({**said, "address": None, "facts": line.values}))
        if form.name:
            yield form


def _are_one(form: _Form, other: _Form) -> bool:
    """Certainly, or by the same website or number where nothing tells two branches apart, as another town does."""
    one, two = form.place, other.place
    if one.city and two.city and one.city != two.city:
        return False
    if likeness_of(one, two).score >= CERTAIN:
        return True
    numbers = form.line.values.get("phone"), other.line.values.get("phone")
    pairs = ((one.street, two.street), (one.house, two.house), (one.postal_code, two.postal_code))
    if any(first and second and first != second for first, second in (*pairs, numbers)):
        return False
    return bool(one.site and one.site == two.site) or bool(numbers[0] and numbers[0] == numbers[1])
