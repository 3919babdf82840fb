"""Which numbers a city's businesses of one category have, and where in the city each one is.

Businesses of one city and one category have consecutive numbers, and lie in rows across the city in that order.
A question about a rectangle is therefore answered by arithmetic, never by looking at every business.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, copysign, floor, gcd, isqrt, sqrt

from scrapersky.simulator.dice import Dice, keyed_hash
from scrapersky.simulator.vocabulary import CATEGORIES, CITIES, Category, City


@dataclass(frozen=True, slots=True)
class Rectangle:
    """South-west to north-east, in degrees. West above east means: across the 180th meridian."""

    south: float
    west: float
    north: float
    east: float

    def contains(self, latitude: float, longitude: float) -> bool:
        if not self.south <= latitude <= self.north:
            return False
        if self.west <= self.east:
            return self.west <= longitude <= self.east
        return longitude >= self.west or longitude <= self.east


# Below 1: the middle of a city is denser than its edge. Only operations that are exact everywhere are used on it.
_LINEAR = 0.4


@dataclass(frozen=True, slots=True)
class Block:
    """The businesses of one category in one city: numbers `start` to `start + count - 1`."""

    city: City
    category: Category
    start: int
    count: int

    @property
    def columns(self) -> int:
        return max(1, isqrt(max(0, self.count - 1)) + 1)

    @property
    def rows(self) -> int:
        return max(1, -(-self.count // self.columns))


class Numbering:
    """Divides the numbers of a world among its cities and categories, by their weights."""

    def __init__(self, seed: int, businesses: int) -> None:
        self.seed = seed
        self._pairs = [(city, category) for city in CITIES for category in CATEGORIES]
        total = sum(city.weight for city in CITIES) * sum(category.weight for category in CATEGORIES)
        self._starts = [0]
        weight = 0
        for city, category in self._pairs:
            weight += city.weight * category.weight
            self._starts.append(businesses * weight // total)

    def block_of(self, number: int) -> Block:
        return self._block(bisect_right(self._starts, number) - 1)

    def block(self, city: City, category: Category) -> Block:
        return self._block(CITIES.index(city) * len(CATEGORIES) + CATEGORIES.index(category))

    def _block(self, index: int) -> Block:
        start, end = self._starts[index], self._starts[index + 1]
        return Block(*self._pairs[index], start=start, count=end - start)

    def location(self, number: int) -> tuple[float, float]:
        """Latitude and longitude, to seven places as OpenStreetMap keeps them."""
        block = self.block_of(number)
        row, column = divmod(number - block.start, block.columns)
        dice = Dice(self.seed, "location", number)
        city = block.city
        latitude = city.latitude + city.half_height * _spread((row + dice.fraction()) / block.rows)
        longitude = city.longitude + city.half_width * _spread((column + dice.fraction()) / block.columns)
        return round(latitude, 7), round(longitude, 7)

    def within(self, block: Block, area: Rectangle | None = None) -> Iterator[int]:
        """Numbers of the block inside the area, well mixed but always in the same order."""
        if not block.count:
            return
        rows, columns = self._cells(block, area)
        cells = len(rows) * len(columns)
        for index in _shuffled(cells, keyed_hash(self.seed, "order", block.start, cells)):
            row, column = divmod(index, len(columns))
            offset = rows[row] * block.columns + columns[column]
            number = block.start + offset
            if offset < block.count and (area is None or area.contains(*self.location(number))):
                yield number

    @staticmethod
    def _cells(block: Block, area: Rectangle | None) -> tuple[range, range]:
        rows, columns = range(block.rows), range(block.columns)
        if area is None:
            return rows, columns
        city = block.city
        south = (area.south - city.latitude) / city.half_height
        north = (area.north - city.latitude) / city.half_height
        if area.west <= area.east:
            west = (area.west - city.longitude) / city.half_width
            east = (area.east - city.longitude) / city.half_width
            columns = _stripes(west, east, block.columns)
        return _stripes(south, north, block.rows), columns


def _spread(position: float) -> float:
    """From 0..1 to -1..1, crowding the middle."""
    centred = 2 * position - 1
    return centred * (_LINEAR + (1 - _LINEAR) * abs(centred))


def _gathered(offset: float) -> float:
    """The inverse of `_spread`."""
    clipped = min(1.0, max(-1.0, offset))
    curve = 1 - _LINEAR
    centred = (sqrt(_LINEAR * _LINEAR + 4 * curve * abs(clipped)) - _LINEAR) / (2 * curve)
    return (copysign(centred, clipped) + 1) / 2


def _stripes(low: float, high: float, count: int) -> range:
    # One stripe more on each side: rounding must not lose a business that lies on the edge.
    if high < -1 or low > 1:
        return range(0)
    return range(max(0, floor(_gathered(low) * count) - 1), min(count, ceil(_gathered(high) * count) + 1))


def _shuffled(count: int, key: int) -> Iterator[int]:
    """Every number below `count` once, in an order that needs no memory."""
    if not count:
        return
    stride = key % count | 1
    while gcd(stride, count) != 1 or (count > 4 and stride < isqrt(count)):
        stride += 2
    position = (key >> 32) % count
    for _ in range(count):
        yield position
        position = (position + stride) % count
