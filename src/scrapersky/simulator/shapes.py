"""Rectangles on the map."""

from dataclasses import dataclass


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
