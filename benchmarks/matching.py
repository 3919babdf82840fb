"""Whether places of four sources are put together as the simulator knows they belong.

    python -m benchmarks.matching 1 2 3

Google, OpenStreetMap, a file without coordinates and the business's own website know each business as
`as_known_by` has it: misspelt, moved, with old numbers. Beside it are departments, other tenants of the house and
predecessors. Seeds 1 to 3 were looked at while the weights were chosen; 11 and above were not.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from math import floor
from typing import Any
from uuid import UUID

from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.google.answers import read_place
from scrapersky.clients.places.overpass.source import read_element
from scrapersky.clients.places.place_files import place_in
from scrapersky.extract.submitted.csv_rows import GoodRow
from scrapersky.models.place import SPOTS_PER_ROW, SQUARES_PER_DEGREE
from scrapersky.services.places.likeness import CERTAIN, compared, likeness_of
from scrapersky.services.places.pairs import candidates
from scrapersky.services.places.rows import columns_of
from scrapersky.simulator.business import SimulatedBusiness, street_line
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.google.place import place_json
from scrapersky.simulator.overpass.evaluation import map_element
from scrapersky.simulator.overture import as_known_by
from scrapersky.simulator.vocabulary import BY_KEY, CITIES
from scrapersky.simulator.world import World

WORLD = 400_000
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_COLUMNS = ("name", "address", "phone", "website", "latitude", "longitude", "facts")

_DEPARTMENTS = ("Parking", "Café", "Shop", "Studio", "ATM")

Pair = tuple[UUID, UUID]


@dataclass(frozen=True, slots=True)
class Accuracy:
    right: int
    made: int
    there: int

    @property
    def precision(self) -> float:
        return self.right / max(1, self.made)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.there)


def measure(seed: int, per_city: int) -> Accuracy:
    """Merge what is certain among the listings of a world, and count the pairs of places that are together."""
    listings = list(_listings(seed, per_city))
    rows = [row for _, row in listings]
    truth = {row["id"]: who for who, row in listings}
    forms = {row["id"]: compared(row) for row in rows}
    likely = ((likeness_of(forms[a], forms[b]).score, a, b) for a, b in candidates(rows, forms, set(forms)))
    sources = {row["id"]: row["source"] for row in rows}
    groups = _merged(sorted((pair for pair in likely if pair[0] >= CERTAIN), reverse=True), sources)
    made = _pairs(groups, sources)
    by_truth: dict[str, list[UUID]] = defaultdict(list)
    for identifier, who in truth.items():
        by_truth[who].append(identifier)
    there = _pairs(by_truth.values(), sources)
    return Accuracy(len(made & there), len(made), len(there))


def _merged(certain: Iterable[tuple[float, UUID, UUID]], sources: Mapping[UUID, str]) -> Sequence[Sequence[UUID]]:
    group_of = {place: [place] for place in sources}
    for _, first, second in certain:
        group, other = group_of[first], group_of[second]
        if group is not other and not {sources[place] for place in group} & {sources[place] for place in other}:
            group.extend(other)
            group_of |= dict.fromkeys(other, group)
    return list({id(group): group for group in group_of.values()}.values())


def _pairs(groups: Iterable[Sequence[UUID]], sources: Mapping[UUID, str]) -> set[Pair]:
    pairs = (sorted(pair) for group in groups for pair in combinations(group, 2))
    return {(first, second) for first, second in pairs if sources[first] != sources[second]}


def _listings(seed: int, per_city: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who it is, and the place's columns."""
    world = World(seed, WORLD)
    seen: set[str] = set()
    number = 0
    for city in CITIES:
        for _, business in zip(range(per_city), world.search(cities=(city,)), strict=False):
            listed = [(str(branch.number), branch) for branch in world.branches(business)]
            listed += [(f"{business.number}/{n}", other) for n, other in enumerate(others_in_the_house(seed, business))]
            for who, known in (pair for pair in listed if pair[0] not in seen):
                seen.add(who)
                for source, place in _as_listed(seed, known, is_whole="/" not in who):
                    number += 1
                    yield who, _row(number, source, place)


def _as_listed(seed: int, business: SimulatedBusiness, *, is_whole: bool) -> Iterator[tuple[str, FoundPlace]]:
    yield "google", _google(seed, as_known_by("google", seed, business))
    element = map_element(seed, as_known_by("overpass", seed, business))
    found = element and read_element(
        {
            "type": element.type,
            "id": element.id,
            "lat": element.latitude,
            "lon": element.longitude,
            "tags": element.tags,
        },
        _NOW,
        business.country,
    )
    if found:
        yield "overpass", found
    if is_whole:
        yield "file", _in_a_file(as_known_by("file", seed, business))
    if is_whole and business.website and business.website.host:
        own = replace(as_known_by("website", seed, business), website=business.website)
        yield "website", _in_a_file(own)


def _google(seed: int, business: SimulatedBusiness) -> FoundPlace:
    found = read_place(place_json(seed, business), frozenset(DETAIL_FIELDS), _NOW, None, business.country)
    assert found is not None
    return found


def _in_a_file(business: SimulatedBusiness) -> FoundPlace:
    """Without coordinates, as most lists that people have."""
    cells = {
        "id": business.id,
        "name": business.name,
        "phone": business.phone or "",
        "website": business.website.listed_url if business.website else "",
        "street": street_line(business),
        "city": business.city,
        "postal_code": business.postal_code,
        "country": business.country,
    }
    place = place_in(GoodRow(1, cells), "list.csv", _NOW)
    assert isinstance(place, FoundPlace)
    return place


def _row(number: int, source: str, place: FoundPlace) -> dict[str, Any]:
    columns = columns_of(place)
    row: dict[str, Any] = {"id": UUID(int=number), "source": source} | {name: columns[name] for name in _COLUMNS}
    north, east = row["latitude"], row["longitude"]
    has_point = north is not None and east is not None
    row["spot"] = (
        floor(north * SQUARES_PER_DEGREE) * SPOTS_PER_ROW + floor(east * SQUARES_PER_DEGREE) if has_point else None
    )
    return row


def main() -> None:
    for seed in map(int, sys.argv[1:] or ["1", "11"]):
        found = measure(seed, per_city=30)
        print(f"seed {seed}: precision {found.precision:.4f}, recall {found.recall:.4f}, {found.there:,} pairs")


def others_in_the_house(seed: int, business: SimulatedBusiness) -> Iterator[SimulatedBusiness]:
    """Who is no part of the world and yet at this address: departments with the number and website of the whole,
    tenants of the same building, and whoever was there before, whose number the successor kept."""
    dice = Dice(seed, "house", business.number)
    if dice.chance(0.05):
        yield replace(business, name=f"{business.name} {dice.choice(_DEPARTMENTS)}")
    if dice.chance(0.08):
        name = f"{dice.choice(('Blue', 'North', 'Old Town', 'Central'))} {_noun(business)}"
        phone = business.phone[:-4] + dice.digits(4) if business.phone else None
        yield replace(business, name=name, phone=phone, website=None)
    if dice.chance(0.03):
        yield replace(
            business, name=f"{_noun(business)} {dice.choice(('Phoenix', 'Riverside', 'Corner'))}", website=None
        )


def _noun(business: SimulatedBusiness) -> str:
    return BY_KEY[business.category].words[business.language][2]


if __name__ == "__main__":
    main()
