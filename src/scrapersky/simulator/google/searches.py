"""Answers the two searches: which businesses, in which order."""

from collections.abc import Iterator
from heapq import nsmallest
from itertools import chain, islice

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.google.opening_hours import is_open_now
from scrapersky.simulator.google.place import is_service_area_business, popularity, types_of
from scrapersky.simulator.google.search_requests import NearbySearch, TextSearch
from scrapersky.simulator.phrases import SimulatedPhrase, folded, read_phrase
from scrapersky.simulator.shapes import Area, Circle, Rectangle, centre, distance
from scrapersky.simulator.vocabulary.categories import CATEGORIES, Category
from scrapersky.simulator.vocabulary.cities import CITIES, City
from scrapersky.simulator.world import World

MOST_RESULTS = 60
_LOOKED_AT = 1_000
"""How many businesses a search by name or by distance compares: a bound on what one request may cost."""


def text_search_results(world: World, search: TextSearch) -> list[SimulatedBusiness]:
    """At most sixty, best first."""
    phrase = read_phrase(search.text)
    candidates = _by_name(_candidates(world, search, phrase), phrase)
    wanted = (business for business in candidates if _is_wanted(world.seed, business, search))
    if search.rank == "DISTANCE":
        start = centre(search.bias or search.restriction or _bounds(_cities(search, phrase)[0]))
        return nsmallest(MOST_RESULTS, islice(wanted, _LOOKED_AT), key=lambda business: _away(start, business))
    return list(islice(wanted, MOST_RESULTS))


def nearby_search_results(world: World, search: NearbySearch) -> list[SimulatedBusiness]:
    categories = tuple(category for category in CATEGORIES if _is_of_types(category, search))
    found = (
        business
        for business in world.search(cities=_overlapping(search.area), categories=categories, area=search.area.bounds)
        if search.area.contains(business.latitude, business.longitude)
        and not is_service_area_business(world.seed, business)
    )
    if search.rank == "DISTANCE":
        start = centre(search.area)
        return nsmallest(search.count, islice(found, _LOOKED_AT), key=lambda business: _away(start, business))
    return list(islice(found, search.count))


def _candidates(world: World, search: TextSearch, phrase: SimulatedPhrase) -> Iterator[SimulatedBusiness]:
    categories = _categories(search, phrase)
    cities = _cities(search, phrase)
    if search.restriction is not None:
        return _inside(world, search.restriction, cities, categories)
    everywhere = world.search(cities=cities, categories=categories)
    if search.bias is None or phrase.cities:
        return everywhere
    area = search.bias
    beyond = (business for business in everywhere if not area.contains(business.latitude, business.longitude))
    return chain(_inside(world, area, cities, categories), beyond)


def _inside(
    world: World, area: Area, cities: tuple[City, ...], categories: tuple[Category, ...]
) -> Iterator[SimulatedBusiness]:
    bounds = area.bounds if isinstance(area, Circle) else area
    found = world.search(cities=cities, categories=categories, area=bounds)
    return (business for business in found if area.contains(business.latitude, business.longitude))


def _categories(search: TextSearch, phrase: SimulatedPhrase) -> tuple[Category, ...]:
    of_type = tuple(category for category in CATEGORIES if search.included_type in types_of(category.key))
    if search.strict and search.included_type:
        return tuple(category for category in phrase.categories or of_type if category in of_type)
    return phrase.categories or of_type or (CATEGORIES if phrase.names else ())


def _cities(search: TextSearch, phrase: SimulatedPhrase) -> tuple[City, ...]:
    """Where to look: the city the phrase names, else around the bias, else where the client's address seems to be."""
    if phrase.cities:
        return phrase.cities
    area = search.restriction or search.bias
    return _overlapping(area) or CITIES[:1] if area else CITIES[:1]


def _overlapping(area: Area) -> tuple[City, ...]:
    bounds = area.bounds if isinstance(area, Circle) else area
    return tuple(city for city in CITIES if _overlaps(_bounds(city), bounds))


def _overlaps(city: Rectangle, area: Rectangle) -> bool:
    if city.north < area.south or city.south > area.north:
        return False
    if area.west > area.east:
        return city.east >= area.west or city.west <= area.east
    return city.east >= area.west and city.west <= area.east


def _bounds(city: City) -> Rectangle:
    return Rectangle(
        city.latitude - city.half_height,
        city.longitude - city.half_width,
        city.latitude + city.half_height,
        city.longitude + city.half_width,
    )


def _by_name(candidates: Iterator[SimulatedBusiness], phrase: SimulatedPhrase) -> Iterator[SimulatedBusiness]:
    """Those whose name has the words that are left; all of them if none has and the phrase said what it is about."""
    if not phrase.names:
        return candidates
    looked_at = list(islice(candidates, _LOOKED_AT))
    named = [business for business in looked_at if phrase.names <= set(folded(business.name))]
    if named or not phrase.categories:
        return iter(named)
    return chain(looked_at, candidates)


def _is_wanted(seed: int, business: SimulatedBusiness, search: TextSearch) -> bool:
    if not search.with_service_areas and is_service_area_business(seed, business):
        return False
    if search.open_now and not (business.status == "open" and is_open_now(business.opening_hours)):
        return False
    if not search.minimum_rating and not search.price_levels:
        return True
    known = popularity(seed, business)
    is_rated = (known.rating or 0) >= search.minimum_rating
    return is_rated and (not search.price_levels or known.price_level in search.price_levels)


def _is_of_types(category: Category, search: NearbySearch) -> bool:
    types = set(types_of(category.key))
    primary = {category.google_type}
    if types & search.excluded or primary & search.excluded_primary:
        return False
    if search.included and not types & search.included:
        return False
    return not search.included_primary or bool(primary & search.included_primary)


def _away(start: tuple[float, float], business: SimulatedBusiness) -> tuple[float, int]:
    return distance(start, (business.latitude, business.longitude)), business.number
