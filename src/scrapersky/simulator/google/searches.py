"""Answers a search: which businesses, in which order."""

from collections.abc import Iterator
from itertools import chain, islice

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.google.place import is_service_area_business, types_of
from scrapersky.simulator.google.search_requests import TextSearch
from scrapersky.simulator.phrases import SimulatedPhrase, folded, read_phrase
from scrapersky.simulator.shapes import Rectangle
from scrapersky.simulator.vocabulary.categories import CATEGORIES, Category
from scrapersky.simulator.vocabulary.cities import CITIES, City
from scrapersky.simulator.world import World

MOST_RESULTS = 60
_LOOKED_AT = 1_000
"""How many businesses a search by name compares: a bound on what one request may cost."""


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
