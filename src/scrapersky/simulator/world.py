"""The whole world, computed on demand: any business from (seed, number), nothing stored."""

import csv
import io
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.generation import CHAIN_SIZE, make_business
from scrapersky.simulator.identity import number_in_host, number_in_place_id
from scrapersky.simulator.numbering import Numbering, Rectangle
from scrapersky.simulator.vocabulary import CATEGORIES, CITIES, Category, City

_REMEMBERED = 4096
LARGEST_WORLD = 10**9
_HEADER = ("id", "name", "website", "phone", "street", "city", "region", "postal_code", "country", "category")


class NoSuchBusiness(LookupError):
    """A number or id that names nobody in this world."""


class World:
    """Businesses numbered from 0. The same seed and size give the same world everywhere."""

    def __init__(self, seed: int = 1, businesses: int = 10_000) -> None:
        if not 1 <= businesses <= LARGEST_WORLD:
            raise ValueError(f"A world has 1 to {LARGEST_WORLD:,} businesses, not {businesses:,}.")
        self.seed = seed
        self.businesses = businesses
        self.numbering = Numbering(seed, businesses)
        self._remembered = lru_cache(_REMEMBERED)(lambda number: make_business(self.numbering, number))

    def __len__(self) -> int:
        return self.businesses

    def __iter__(self) -> Iterator[SimulatedBusiness]:
        return map(self.business, range(self.businesses))

    def business(self, number: int) -> SimulatedBusiness:
        if not 0 <= number < self.businesses:
            raise NoSuchBusiness(f"There is no business {number}: this world has 0 to {self.businesses - 1}.")
        return self._remembered(number)

    def by_host(self, host: str) -> SimulatedBusiness | None:
        """The business whose website the host serves (for a chain, the first branch)."""
        number = number_in_host(host)
        if number is None or number >= self.businesses:
            return None
        business = self.business(number)
        served = business.website.host if business.website else ""
        return business if served and served == host.removeprefix("www.") else None

    def by_place_id(self, place_id: str) -> SimulatedBusiness | None:
        number = number_in_place_id(self.seed, place_id)
        return None if number is None or number >= self.businesses else self.business(number)

    def branches(self, business: SimulatedBusiness) -> tuple[SimulatedBusiness, ...]:
        """Every business that shares this one's website, itself included."""
        if business.chain_number is None:
            return (business,)
        block = self.numbering.block_of(business.number)
        numbers = range(business.chain_number, min(business.chain_number + CHAIN_SIZE, block.start + block.count))
        return tuple(map(self.business, numbers))

    def search(
        self,
        *,
        cities: tuple[City, ...] = CITIES,
        categories: tuple[Category, ...] = CATEGORIES,
        area: Rectangle | None = None,
    ) -> Iterator[SimulatedBusiness]:
        """Businesses of the categories in the cities and the area, one at a time, always in the same order.

        Looks only at the numbers that can match: taking the first sixty of a million costs sixty.
        """
        streams = [
            self.numbering.within(self.numbering.block(city, category), area)
            for category in categories
            for city in cities
        ]
        while streams:
            waiting = []
            for stream in streams:
                number = next(stream, None)
                if number is not None:
                    waiting.append(stream)
                    yield self.business(number)
            streams = waiting


def world_csv(world: World, count: int) -> io.BytesIO:
    """The first so many. Their websites are served by the simulator, so that every later step has something to read."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_HEADER)
    writer.writerows(_rows(islice(world, count)))
    return io.BytesIO(text.getvalue().encode())


def _rows(businesses: Iterator[SimulatedBusiness]) -> Iterator[tuple[str, ...]]:
    for business in businesses:
        yield (
            business.id,
            business.name,
            business.website.listed_url if business.website else "",
            business.phone or "",
            f"{business.house_number} {business.street}",
            business.city,
            business.region,
            business.postal_code,
            business.country,
            business.category,
        )
