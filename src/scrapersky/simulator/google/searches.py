"""Searches: their bodies, of which what the product sends is known and all else refused, and their answers."""

from collections.abc import Iterator
from itertools import chain, islice

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.google.errors import field_violation, invalid_argument
from scrapersky.simulator.google.place import is_service_area_business, types_of
from scrapersky.simulator.numbering import Rectangle
from scrapersky.simulator.phrases import SimulatedPhrase, folded, read_phrase
from scrapersky.simulator.vocabulary import CATEGORIES, CITIES, Category, City, words_in
from scrapersky.simulator.world import World

MOST_RESULTS = 60
_LOOKED_AT = 1_000
"""How many businesses a search by name compares: a bound on what one request may cost."""
PAGE_SIZE = 20
PLACE_TYPES = words_in("google_place_types.txt")
"""The types a request may name (the documentation's "Table A")."""
_PAGING = {"page_size", "page_token"}


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=to_camel)


class _Point(_Body):
    latitude: float = Field(0, ge=-90, le=90)
    longitude: float = Field(0, ge=-180, le=180)


class _Box(_Body):
    low: _Point
    high: _Point


class _InRectangle(_Body):
    rectangle: _Box

    @property
    def area(self) -> Rectangle:
        low, high = self.rectangle.low, self.rectangle.high
        return Rectangle(low.latitude, low.longitude, high.latitude, high.longitude)


class TextSearch(_Body):
    text_query: str
    language_code: str = "en"
    page_size: int = Field(0, ge=0)
    page_token: str = ""
    included_type: str = ""
    strict_type_filtering: bool = False
    include_pure_service_area_businesses: bool = False
    location_restriction: _InRectangle | None = None

    @property
    def most(self) -> int:
        return min(self.page_size or PAGE_SIZE, PAGE_SIZE)

    @property
    def restriction(self) -> Rectangle | None:
        return self.location_restriction.area if self.location_restriction else None

    @property
    def unchanging(self) -> bytes:
        """Everything that must stay the same from page to page."""
        return orjson.dumps(self.model_dump(exclude=_PAGING))


def read_text_search(body: bytes) -> TextSearch:
    try:
        search = TextSearch.model_validate_json(body or b"{}")
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise field_violation(name, f"Invalid value at '{name}': {first['msg']}") from error
    if not search.text_query.strip():
        raise invalid_argument("Empty text_query.")
    if search.included_type and search.included_type not in PLACE_TYPES:
        raise invalid_argument(f"Unsupported types: {search.included_type}.")
    if search.restriction:
        _check(search.restriction)
    return search


def _check(area: Rectangle) -> None:
    if area.south > area.north:
        raise invalid_argument("Invalid rectangle: low.latitude is greater than high.latitude.")
    if ((area.east - area.west) % 360 or (360 if area.west < area.east else 0)) > 180:
        raise invalid_argument("Invalid rectangle: it is wider than 180 degrees.")


def text_search_results(world: World, search: TextSearch) -> list[SimulatedBusiness]:
    """At most sixty, best first."""
    phrase = read_phrase(search.text_query)
    candidates = _by_name(_candidates(world, search, phrase), phrase)
    is_any = search.include_pure_service_area_businesses
    wanted = (business for business in candidates if is_any or not is_service_area_business(world.seed, business))
    return list(islice(wanted, MOST_RESULTS))


def _candidates(world: World, search: TextSearch, phrase: SimulatedPhrase) -> Iterator[SimulatedBusiness]:
    cities, categories = _cities(search, phrase), _categories(search, phrase)
    return world.search(cities=cities, categories=categories, area=search.restriction)


def _categories(search: TextSearch, phrase: SimulatedPhrase) -> tuple[Category, ...]:
    of_type = tuple(category for category in CATEGORIES if search.included_type in types_of(category.key))
    if search.strict_type_filtering and search.included_type:
        return tuple(category for category in phrase.categories or of_type if category in of_type)
    return phrase.categories or of_type or (CATEGORIES if phrase.names else ())


def _cities(search: TextSearch, phrase: SimulatedPhrase) -> tuple[City, ...]:
    """Where to look: the city the phrase names, else where the area is, else where the client's address seems to be."""
    area = search.restriction
    return phrase.cities or (area and tuple(city for city in CITIES if _overlaps(city, area))) or CITIES[:1]


def _overlaps(city: City, area: Rectangle) -> bool:
    if city.latitude + city.half_height < area.south or city.latitude - city.half_height > area.north:
        return False
    is_east, is_west = city.longitude + city.half_width >= area.west, city.longitude - city.half_width <= area.east
    return is_east or is_west if area.west > area.east else is_east and is_west


def _by_name(candidates: Iterator[SimulatedBusiness], phrase: SimulatedPhrase) -> Iterator[SimulatedBusiness]:
    """Those whose name has the words that are left; all of them if none has and the phrase said what it is about."""
    if not phrase.names:
        return candidates
    looked_at = list(islice(candidates, _LOOKED_AT))
    named = [business for business in looked_at if phrase.names <= set(folded(business.name))]
    if named or not phrase.categories:
        return iter(named)
    return chain(looked_at, candidates)
