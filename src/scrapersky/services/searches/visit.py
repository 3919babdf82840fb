"""Looking at the cells of an area, one source's questions at a time."""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from math import ceil
from typing import Any, TypeVar

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.errors import AreaTooLarge, SourceNotConfigured, UnknownSource
from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.payer import Payer
from scrapersky.clients.places.prices import in_dollars
from scrapersky.clients.places.source import Gazetteer, Listing, PlaceQuery, PlaceSource, PlaceSources, Probe
from scrapersky.curation_sdk import Defer
from scrapersky.models import PlaceSearch
from scrapersky.services.searches.survey import DEEPEST, QUARTERS, Survey

CELLS_AT_ONCE = 4

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class SearchInput:
    """A search, and the places it need not pay for again."""

    search: PlaceSearch
    known: frozenset[str]


@dataclass(slots=True)
class SearchPart:
    """What was found since the last part, what it cost, and how far the search has come.

    `payer` knows how much of that the source wrote into the ledger by itself.
    """

    area: Area
    survey: Survey
    places: dict[str, FoundPlace] = field(default_factory=dict)
    seen_again: set[str] = field(default_factory=set)
    paid_calls: int = 0
    paid_micros: int = 0
    payer: Payer | None = None

    @property
    def unwritten(self) -> tuple[int, int]:
        """Calls and millionths of a dollar that the ledger does not have yet."""
        known = (self.payer.calls, self.payer.micros) if self.payer else (0, 0)
        return max(0, self.paid_calls - known[0]), max(0, self.paid_micros - known[1])


def configured_source(clients: Clients, name: str) -> tuple[PlaceSources, PlaceSource]:
    if clients.places is None:
        raise SourceNotConfigured("No place sources are set up here.")
    source = clients.places.by_name.get(name)
    if source is None:
        raise UnknownSource(name, sorted(clients.places.by_name))
    return clients.places, source


async def area_of(search: PlaceSearch, gazetteer: Gazetteer) -> Area:
    """As drawn, as found earlier, or where the gazetteer says; with a radius, a circle around its middle."""
    shape = search.area_shape or {}
    if "box" in shape:
        return Area.from_json(shape)
    located = await gazetteer.locate(search.area)
    if "radius" not in shape:
        return located
    return Area.circle(located.box.middle, shape["radius"], located.name, located.country)


@dataclass(frozen=True, slots=True)
class CellVisits:
    """Looks at cells, a few at once. One that fails goes back to be looked at again; what the others said is kept."""

    source: PlaceSource
    given: SearchInput
    part: SearchPart
    budget_micros: int | None

    async def look_at_some(self) -> None:
        survey = self.part.survey
        is_time_to_list = len(survey.to_list) >= CELLS_AT_ONCE or not survey.may_probe
        failures = await (self._list_some() if survey.may_list and is_time_to_list else self.probe_some())
        for failure in failures:
            raise failure

    @property
    def _query(self) -> PlaceQuery:
        search = self.given.search
        return PlaceQuery(search.what, search.category, self.part.area.country)

    def _cell(self, path: str) -> Area:
        return replace(self.part.area, box=self.part.area.box.at(path))

    async def probe_some(self) -> list[Exception]:
        survey = self.part.survey
        paths = [survey.take_probe() for _ in range(min(CELLS_AT_ONCE, len(survey.to_probe)))]
        probes = await _together(self.source.probe(self._query, self._cell(path)) for path in paths)
        failures = []
        for path, probe in zip(paths, probes, strict=True):
            if isinstance(probe, Exception):
                survey.to_probe.append(path)
                failures.append(probe)
            else:
                self._note_probe(path, probe)
        return failures

    def _note_probe(self, path: str, probe: Probe) -> None:
        survey = self.part.survey
        new = len(set(probe.ids) - self.given.known)
        quarters = survey.probed(path, probe.ids, new, probe.requests, is_saturated=probe.is_saturated)
        survey.to_probe += self._inside(quarters)
        if not quarters and not new:
            self.part.seen_again |= set(probe.ids)

    def _inside(self, quarters: Sequence[str]) -> list[str]:
        inside = [path for path in quarters if self.part.area.touches(self.part.area.box.at(path))]
        for path in quarters:
            if path not in inside:
                self.part.survey.outside(path)
        return inside

    async def _list_some(self) -> list[Exception]:
        survey = self.part.survey
        cells = survey.take_listings(CELLS_AT_ONCE if survey.cap else 1)
        try:
            self._check_budget(sum(count for _, count in cells))
        except Defer:
            survey.to_list += cells
            raise
        remaining = survey.remaining
        listings = await _together(self.source.listing(self._query, self._cell(path), remaining) for path, _ in cells)
        failures = []
        for (path, count), listing in zip(cells, listings, strict=True):
            if isinstance(listing, AreaTooLarge) and len(path) < DEEPEST:
                survey.to_list += [(quarter, 0) for quarter in self._inside([path + digit for digit in QUARTERS])]
            elif isinstance(listing, Exception):
                survey.to_list.append((path, count))
                failures.append(listing)
            else:
                self._note_listing(path, listing)
        return failures

    def _check_budget(self, places: int) -> None:
        terms, spent = self.source.terms, self.part.survey.cost_micros
        cost = spent + ceil(places / terms.page_size) * terms.page_cost_micros
        if terms.page_cost_micros and self.budget_micros is not None and cost > self.budget_micros:
            raise Defer(
                f"This search has cost {in_dollars(spent)} and may cost {in_dollars(self.budget_micros)}."
                " Raise PLACE_SEARCH_BUDGET_DOLLARS to let it go on, or leave it; it looks again in a day.",
                outcome="budget",
                after=timedelta(days=1),
            )

    def _note_listing(self, path: str, listing: Listing) -> None:
        survey, places = self.part.survey, listing.places
        fresh = [place for place in places if place.place_id not in self.part.places][: survey.remaining]
        self.part.places |= {place.place_id: place for place in fresh}
        survey.listed(path, len(places), len(fresh), listing.cost_micros)
        if listing.cost_micros:
            self.part.paid_calls += listing.requests
            self.part.paid_micros += listing.cost_micros


async def _together(questions: Iterable[Coroutine[Any, Any, Answer]]) -> list[Answer | Exception]:
    answers = await asyncio.gather(*questions, return_exceptions=True)
    return [_unless_ended(answer) for answer in answers]


def _unless_ended(answer: Answer | BaseException) -> Answer | Exception:
    if isinstance(answer, BaseException) and not isinstance(answer, Exception):
        raise answer
    return answer
