"""Runs a query over the map, within the time and memory it asked for."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from scrapersky.simulator.overpass.elements import OverpassElement, business_number, city_elements, map_element
from scrapersky.simulator.overpass.statements import (
    Copy,
    DifferenceStatement,
    ElementType,
    MapToArea,
    Out,
    Program,
    Query,
    Recurse,
    Selection,
    Statement,
    TagFilter,
    Union,
)
from scrapersky.simulator.shapes import Circle, Rectangle
from scrapersky.simulator.vocabulary.categories import CATEGORIES, Category
from scrapersky.simulator.vocabulary.cities import CITIES, City
from scrapersky.simulator.world import World

_ELEMENTS_PER_SECOND = 400
_MOST_ELEMENTS = 10_000
_BYTES_PER_ELEMENT = 2_000

ElementSet = dict[tuple[ElementType, int], OverpassElement]


class RanOut(Exception):
    """The query used up its time or its memory. The message is the `remark` of the answer."""


@dataclass(slots=True)
class Evaluation:
    """One run. Looking at an element costs simulated time and memory, so that too wide a query fails as it would."""

    world: World
    program: Program
    sets: dict[str, ElementSet] = field(default_factory=dict)
    printed: list[tuple[Out, list[OverpassElement]]] = field(default_factory=list)
    _looked_at: int = 0

    def run(self) -> str | None:
        """Fill `printed`; returns the remark of a run that did not get through."""
        try:
            for statement in self.program.statements:
                self._execute(statement)
        except RanOut as error:
            return str(error)
        return None

    def _execute(self, statement: Statement) -> None:
        if isinstance(statement, Out):
            elements = sorted(self.sets.get(statement.source, {}).values(), key=_order)
            self.printed.append((statement, elements[: statement.limit]))
        else:
            self._select(statement)

    def _select(self, statement: Selection) -> ElementSet:
        found = self._evaluate(statement)
        self.sets[statement.into] = found
        return found

    def _evaluate(self, statement: Selection) -> ElementSet:
        match statement:
            case Query():
                return {element.key: element for element in self._matching(statement)}
            case Union():
                found: ElementSet = {}
                for member in statement.members:
                    found |= self._select(member)
                return found
            case DifferenceStatement():
                removed = self._select(statement.right)
                return {key: item for key, item in self._select(statement.left).items() if key not in removed}
            case Copy():
                return dict(self.sets.get(statement.source, {}))
            case Recurse():
                return _corners(self.sets.get(statement.source, {}))
            case MapToArea():
                return _areas(self.sets.get(statement.source, {}))

    def _matching(self, query: Query) -> Iterator[OverpassElement]:
        for element in self._candidates(query):
            self._spend()
            if element.type in query.types and all(tag.accepts(element.tags) for tag in query.tags):
                yield element

    def _candidates(self, query: Query) -> Iterator[OverpassElement]:
        if query.sources:
            first, *others = [self.sets.get(name, {}) for name in query.sources]
            yield from (item for key, item in first.items() if all(key in other for other in others))
        elif query.ids is not None:
            yield from self._by_id(query)
        else:
            yield from self._cities_in(query)
            yield from self._businesses_in(query)

    def _by_id(self, query: Query) -> Iterator[OverpassElement]:
        for kind in query.types:
            for identifier in sorted(query.ids or ()):
                number = business_number(kind, identifier)
                if number is not None and number < self.world.businesses:
                    element = map_element(self.world.seed, self.world.business(number))
                    if element is not None and element.key == (kind, identifier):
                        yield element
            if kind in ("relation", "area"):
                yield from (element for element in city_elements(kind) if element.id in (query.ids or ()))

    def _cities_in(self, query: Query) -> Iterator[OverpassElement]:
        kinds: list[ElementType] = [kind for kind in query.types if kind in ("relation", "area")]
        boxes = self._boxes(query)
        for kind in kinds:
            for element in city_elements(kind):
                is_inside = all(box.contains(element.latitude, element.longitude) for box in boxes)
                if kind == "area" or (is_inside and element.city in self._cities(query)):
                    yield element

    def _businesses_in(self, query: Query) -> Iterator[OverpassElement]:
        if not {"node", "way"} & set(query.types):
            return
        circles = [Circle(around.latitude, around.longitude, around.radius) for around in query.around]
        boxes = self._boxes(query) + [circle.bounds for circle in circles]
        shapes: list[Rectangle | Circle] = [*boxes, *circles]
        found = self.world.search(
            cities=self._cities(query), categories=_categories(query.tags), area=boxes[0] if boxes else None
        )
        for business in found:
            if not all(shape.contains(business.latitude, business.longitude) for shape in shapes):
                self._spend()
                continue
            element = map_element(self.world.seed, business)
            if element is not None:
                yield element

    def _boxes(self, query: Query) -> list[Rectangle]:
        return [*query.boxes, *([self.program.box] if self.program.box and not query.boxes else [])]

    def _cities(self, query: Query) -> tuple[City, ...]:
        """The cities whose areas the query names; all of them if it names none."""
        cities = list(CITIES)
        for area in query.areas:
            if area.area_id is not None:
                elements = [element for element in city_elements("area") if element.id == area.area_id]
            else:
                elements = [item for item in self.sets.get(area.set_name, {}).values() if item.type == "area"]
            named = {element.city for element in elements}
            cities = [city for city in cities if city in named]
        return tuple(cities)

    def _spend(self) -> None:
        self._looked_at += 1
        if self._looked_at > min(self.program.timeout * _ELEMENTS_PER_SECOND, _MOST_ELEMENTS):
            raise RanOut(
                f'runtime error: Query timed out in "query" at line 1 after {self.program.timeout + 1} seconds.'
            )
        if self._looked_at * _BYTES_PER_ELEMENT > self.program.maximum_size:
            megabytes = self.program.maximum_size // (1 << 20)
            raise RanOut(
                f'runtime error: Query run out of memory in "query" at line 1 using about {megabytes} MB of RAM.'
            )


def _categories(filters: tuple[TagFilter, ...]) -> tuple[Category, ...]:
    """Those that the filters may accept, judged by the tags that say what a thing is."""
    keys = {key for category in CATEGORIES for key, _ in category.osm_tags}
    telling = [tag for tag in filters if tag.exact_key in keys and not tag.negated]
    return tuple(
        category
        for category in CATEGORIES
        if all(tag.accepts(dict(category.osm_tags)) for tag in telling)
        or any(tag.accepts({key: value}) for tag in telling for key, value in category.osm_tags)
    )


def _areas(elements: ElementSet) -> ElementSet:
    cities = {element.city for element in elements.values() if element.type == "relation"}
    return {element.key: element for element in city_elements("area") if element.city in cities}


def _corners(elements: ElementSet) -> ElementSet:
    nodes = [
        OverpassElement("node", identifier, latitude, longitude, {})
        for element in elements.values()
        if element.type == "way"
        for identifier, (latitude, longitude) in zip(element.corner_ids, element.corners, strict=True)
    ]
    return {node.key: node for node in nodes}


def _order(element: OverpassElement) -> tuple[int, int]:
    return ("node", "way", "relation", "area").index(element.type), element.id
