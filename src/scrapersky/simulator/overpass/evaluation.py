"""The map, businesses as nodes and ways; and answers to queries, within the time and memory that they asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from scrapersky.simulator.business import END_OF_DAY, OpeningPeriod, SimulatedBusiness
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.overpass.query import ElementType, OverpassQuery, OverpassSelection, TagFilter
from scrapersky.simulator.vocabulary import BY_KEY, CATEGORIES, CITIES, COUNTRIES, Category
from scrapersky.simulator.world import World

AREA_OFFSET = 3_600_000_000
_FIRST_NODE, _FIRST_WAY = 11_000_000_000, 1_200_000_000
_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_ELEMENTS_PER_SECOND = 400
_MOST_ELEMENTS = 10_000
_BYTES_PER_ELEMENT = 2_000

ElementKey = tuple[ElementType, int]


@dataclass(frozen=True, slots=True)
class OverpassElement:
    type: ElementType
    id: int
    latitude: float
    longitude: float
    tags: dict[str, str]

    @property
    def key(self) -> ElementKey:
        return self.type, self.id


def map_element(seed: int, business: SimulatedBusiness) -> OverpassElement | None:
    """The business on the map. Volunteers have not mapped everybody, and remove what has closed for good."""
    dice = Dice(seed, "map", business.number)
    if business.status == "closed_permanently" or not dice.chance(0.9):
        return None
    is_way = dice.chance(0.3)
    identifier = business.number + (_FIRST_WAY if is_way else _FIRST_NODE)
    tags = _tags(dice, business)
    return OverpassElement("way" if is_way else "node", identifier, business.latitude, business.longitude, tags)


def business_number(kind: str, identifier: int) -> int | None:
    """Which business an element's id stands for, if any."""
    first = {"node": _FIRST_NODE, "way": _FIRST_WAY}.get(kind)
    return identifier - first if first is not None and identifier >= first else None


def _tags(dice: Dice, business: SimulatedBusiness) -> dict[str, str]:
    tags = {"name": business.name}
    kinds = BY_KEY[business.category].osm_tags
    tags |= dict(kinds if dice.chance(0.5) else kinds[:1])
    if dice.chance(0.8):
        tags |= {
            "addr:housenumber": business.house_number,
            "addr:street": business.street,
            "addr:city": business.city,
            "addr:postcode": business.postal_code,
        }
        if COUNTRIES[business.country].calling_code == "1":
            tags["addr:state"] = business.region
    return tags | _contact_tags(dice, business)


def _contact_tags(dice: Dice, business: SimulatedBusiness) -> dict[str, str]:
    tags = {}
    if business.phone and dice.chance(0.7):
        tags[dice.choice(("phone", "phone", "contact:phone"))] = business.phone
    if business.website and dice.chance(0.7):
        tags[dice.choice(("website", "website", "contact:website", "url"))] = business.website.listed_url
    if business.emails and dice.chance(0.3):
        tags[dice.choice(("email", "contact:email"))] = business.emails[0]
    if business.opening_hours and dice.chance(0.5):
        tags["opening_hours"] = opening_hours_tag(business.opening_hours)
    for profile in business.socials:
        if profile.network in ("facebook", "instagram") and dice.chance(0.3):
            tags[f"contact:{profile.network}"] = profile.url
    return tags


def opening_hours_tag(periods: tuple[OpeningPeriod, ...]) -> str:
    """Days with equal times are written as one range.

    >>> opening_hours_tag((OpeningPeriod(0, 540, 1020), OpeningPeriod(1, 540, 1020), OpeningPeriod(5, 600, 840)))
    'Mo-Tu 09:00-17:00; Sa 10:00-14:00'
    """
    if len(periods) == 7 and all(period.opens == 0 and period.closes >= END_OF_DAY for period in periods):
        return "24/7"
    days = [(day, _times(periods, day)) for day in range(7)]
    ranges = []
    for times, group in groupby((entry for entry in days if entry[1]), key=lambda entry: entry[1]):
        members = [day for day, _ in group]
        first, last = _DAYS[members[0]], _DAYS[members[-1]]
        ranges.append(f"{first if first == last else f'{first}-{last}'} {times}")
    return "; ".join(ranges)


def _times(periods: tuple[OpeningPeriod, ...], day: int) -> str:
    return ",".join(f"{_clock(period.opens)}-{_clock(period.closes)}" for period in periods if period.day == day)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


class RanOut(Exception):
    """The query used up its time or its memory. The message is the `remark` of the answer."""


@dataclass(slots=True)
class Evaluation:
    """One run. Looking at an element costs simulated time and memory, so that too wide a query fails as it would."""

    world: World
    query: OverpassQuery
    remark: str | None = None
    _looked_at: int = 0

    def run(self) -> list[OverpassElement]:
        """In the server's order; nothing, and a remark, where the run did not get through."""
        found: dict[ElementKey, OverpassElement] = {}
        try:
            for selection in self.query.selections:
                found |= {element.key: element for element in self._matching(selection)}
        except RanOut as error:
            self.remark = str(error)
            return []
        return [found[key] for key in sorted(found)]

    def _matching(self, selection: OverpassSelection) -> Iterator[OverpassElement]:
        for element in self._candidates(selection):
            self._spend()
            if element.type in selection.types and all(tag.accepts(element.tags) for tag in selection.tags):
                yield element

    def _candidates(self, selection: OverpassSelection) -> Iterator[OverpassElement]:
        if selection.id is not None:
            return self._by_id(selection.types[0], selection.id)
        return self._in_box(selection)

    def _by_id(self, kind: str, identifier: int) -> Iterator[OverpassElement]:
        number = business_number(kind, identifier)
        if number is not None and number < self.world.businesses:
            element = map_element(self.world.seed, self.world.business(number))
            if element is not None and element.key == (kind, identifier):
                yield element

    def _in_box(self, selection: OverpassSelection) -> Iterator[OverpassElement]:
        is_named = selection.area is not None
        cities = tuple(city for city in CITIES if not is_named or AREA_OFFSET + city.osm_relation == selection.area)
        categories, box = _categories(selection.tags), selection.box
        for business in self.world.search(cities=cities, categories=categories, area=box):
            if box is not None and not box.contains(business.latitude, business.longitude):
                self._spend()
            elif element := map_element(self.world.seed, business):
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
