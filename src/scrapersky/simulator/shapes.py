"""Circles and rectangles on the map."""

from dataclasses import dataclass
from math import cos, hypot, radians

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
    """On a flat map: good enough within fifty kilometres."""

    latitude: float
    longitude: float
    radius: float

    def contains(self, latitude: float, longitude: float) -> bool:
        north = (latitude - self.latitude) * _METRES_PER_DEGREE
        east = (longitude - self.longitude) * _METRES_PER_DEGREE * cos(radians(self.latitude))
        return hypot(north, east) <= self.radius

    @property
    def bounds(self) -> Rectangle:
        height = self.radius / _METRES_PER_DEGREE
        width = height / max(0.01, cos(radians(self.latitude)))
        return Rectangle(self.latitude - height, self.longitude - width, self.latitude + height, self.longitude + width)


Area = Rectangle | Circle
