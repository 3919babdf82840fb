"""Circles and rectangles on the map."""

from dataclasses import dataclass
from math import cos, radians, sqrt

_METRES_PER_DEGREE = 111_320


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


@dataclass(frozen=True, slots=True)
class Circle:
    latitude: float
    longitude: float
    radius: float

    def contains(self, latitude: float, longitude: float) -> bool:
        return distance((self.latitude, self.longitude), (latitude, longitude)) <= self.radius

    @property
    def bounds(self) -> Rectangle:
        height = self.radius / _METRES_PER_DEGREE
        width = height / max(0.01, cos(radians(self.latitude)))
        return Rectangle(self.latitude - height, self.longitude - width, self.latitude + height, self.longitude + width)


Area = Rectangle | Circle


def distance(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Metres between two points, on a flat map: good enough within fifty kilometres."""
    north = (end[0] - start[0]) * _METRES_PER_DEGREE
    east = (end[1] - start[1]) * _METRES_PER_DEGREE * cos(radians(start[0]))
    return sqrt(north * north + east * east)


def centre(area: Area) -> tuple[float, float]:
    if isinstance(area, Circle):
        return area.latitude, area.longitude
    return (area.south + area.north) / 2, (area.west + area.east) / 2
