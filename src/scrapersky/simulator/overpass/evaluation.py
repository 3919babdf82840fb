"""Answers a query from the map, within the time and memory it asked for."""

from collections.abc import Iterator
from dataclasses import dataclass

from scrapersky.simulator.overpass import elements
from scrapersky.simulator.overpass.query import OverpassQuery, OverpassSelection, TagFilter
from scrapersky.simulator.vocabulary import CATEGORIES, CITIES, Category
from scrapersky.simulator.world import World

_ELEMENTS_PER_SECOND = 400
_MOST_ELEMENTS = 10_000
_BYTES_PER_ELEMENT = 2_000


class RanOut(Exception):
    """The query used up its time or its memory. The message is the `remark` of the answer."""


@dataclass(slots=True)
class Evaluation:
    """One run. Looking at an element costs simulated time and memory, so that too wide a query fails as it would."""

    world: World
    query: OverpassQuery
    remark: str | None = None
    _looked_at: int = 0

    def run(self) -> list[elements.OverpassElement]:
        """In the server's order; nothing, and a remark, where the run did not get through."""
        found: dict[elements.ElementKey, elements.OverpassElement] = {}
        try:
            for selection in self.query.selections:
                found |= {element.key: element for element in self._matching(selection)}
        except RanOut as error:
            self.remark = str(error)
            return []
        return [found[key] for key in sorted(found)]

    def _matching(self, selection: OverpassSelection) -> Iterator[elements.OverpassElement]:
        for element in self._candidates(selection):
            self._spend()
            if element.type in selection.types and all(tag.accepts(element.tags) for tag in selection.tags):
                yield element

    def _candidates(self, selection: OverpassSelection) -> Iterator[elements.OverpassElement]:
        if selection.id is not None:
            return self._by_id(selection.types[0], selection.id)
        return self._in_box(selection)

    def _by_id(self, kind: str, identifier: int) -> Iterator[elements.OverpassElement]:
        number = elements.business_number(kind, identifier)
        if number is not None and number < self.world.businesses:
            element = elements.map_element(self.world.seed, self.world.business(number))
            if element is not None and element.key == (kind, identifier):
                yield element

    def _in_box(self, selection: OverpassSelection) -> Iterator[elements.OverpassElement]:
        is_named = selection.area is not None
        cities = tuple(
            city for city in CITIES if not is_named or elements.AREA_OFFSET + city.osm_relation == selection.area
        )
        categories, box = _categories(selection.tags), selection.box
        for business in self.world.search(cities=cities, categories=categories, area=box):
            if box is not None and not box.contains(business.latitude, business.longitude):
                self._spend()
            elif element := elements.map_element(self.world.seed, business):
                yield element

    def _spend(self) -> None:
        self._looked_at += 1
        seconds, size = self.query.timeout, self.query.maximum_size
        if self._looked_at > min(seconds * _ELEMENTS_PER_SECOND, _MOST_ELEMENTS):
            raise RanOut(f'runtime error: Query timed out in "query" at line 1 after {seconds + 1} seconds.')
        if self._looked_at * _BYTES_PER_ELEMENT > size:
            megabytes = size // (1 << 20)
            raise RanOut(
                f'runtime error: Query run out of memory in "query" at line 1 using about {megabytes} MB of RAM.'
            )


def _categories(filters: tuple[TagFilter, ...]) -> tuple[Category, ...]:
    """Those that the filters may accept, judged by the tags that say what a thing is."""
    keys = {key for category in CATEGORIES for key, _ in category.osm_tags}
    telling = [tag for tag in filters if not tag.is_negated and any(tag.key.search(key) for key in keys)]
    return tuple(
        category
        for category in CATEGORIES
        if all(tag.accepts(dict(category.osm_tags)) for tag in telling)
        or any(tag.accepts({key: value}) for tag in telling for key, value in category.osm_tags)
    )
