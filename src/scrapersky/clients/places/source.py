"""What every place source can do, whoever runs it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.found_place import FoundPlace


@dataclass(frozen=True, slots=True)
class PlaceQuery:
    """What to look for: words, and perhaps the source's own name for a kind of place."""

    what: str
    category: str | None = None
    country: str | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """The ids in a cell. A saturated one holds more than the source would tell."""

    ids: tuple[str, ...]
    is_saturated: bool
    requests: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Places with all that a search brings, and what asking cost, in millionths of a dollar."""

    places: tuple[FoundPlace, ...]
    requests: int = 1
    cost_micros: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """`cap`: the most places that one question brings; `most_per_day`: paid requests. None where there is no limit.

    `needs` says what it takes to ask it, and is None where it takes nothing; `unready` what of that is missing.
    `is_mappable`: whether its places may be drawn on a map that is not its own.
    """

    name: str
    title: str
    cap: int | None
    page_cost_micros: int = 0
    page_size: int = 20
    most_per_day: int | None = None
    needs: str | None = None
    unready: str | None = None
    is_mappable: bool = True


class PlaceSource(Protocol):
    """`probe` is free of charge and only asked of sources that have a cap."""

    @property
    def terms(self) -> Terms: ...

    async def probe(self, query: PlaceQuery, area: Area) -> Probe: ...

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing: ...

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing: ...


class Gazetteer(Protocol):
    """Knows where a named area is."""

    async def locate(self, name: str) -> Area: ...


@dataclass(frozen=True, slots=True)
class PlaceSources:
    """The sources this installation can ask; `left_out` says which could not be made, and why."""

    by_name: Mapping[str, PlaceSource]
    gazetteer: Gazetteer
    budget_micros: int | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def usable_first(self) -> Sequence[PlaceSource]:
        return sorted(self.by_name.values(), key=lambda source: source.terms.unready is not None)
