"""Where to look: boxes that can be quartered, and the shapes a person may draw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, radians, sqrt
from typing import Any, Self

METRES_PER_DEGREE = 111_320
LARGEST_RADIUS = 200_000
MOST_POINTS = 1_000
_ROUNDING = 1e-9

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """South-west to north-east, in degrees; `west` above `east` crosses the 180th meridian."""

    south: float
    west: float
    north: float
    east: float

    @property
    def width(self) -> float:
        """
        >>> Box(0, 179, 1, -178).width, Box(-90, -180, -60, 180).width
        (3, 360.0)
        """
        return (self.east - self.west) % 360 or (360.0 if self.west < self.east else 0)

    @property
    def halves(self) -> "tuple[Box, Box]":
        """Its west and its east.

        >>> Box(0, 170, 1, -170).halves
        (Box(south=0, west=170, north=1, east=180.0), Box(south=0, west=-180.0, north=1, east=-170))
        """
        middle = self.west + self.width / 2
        return replace(self, east=_eastern(middle)), replace(self, west=_wrapped(middle))

    @property
    def sides(self) -> "tuple[Box, ...]":
        """What lies on either side of the 180th meridian, for who takes no box across it."""
        if self.west <= self.east:
            return (self,)
        return replace(self, east=180.0), replace(self, west=-180.0)

    @property
    def middle(self) -> Point:
        return (self.south + self.north) / 2, _wrapped(self.west + self.width / 2)

    def quarter(self, digit: str) -> "Box":
        """One of four: 0 is south-west, 1 south-east, 2 north-west, 3 north-east.

        >>> Box(0, 0, 2, 2).quarter("3")
        Box(south=1.0, west=1.0, north=2, east=2)
        """
        half, latitude = self.halves[digit in "13"], self.middle[0]
        return replace(half, north=latitude) if digit in "01" else replace(half, south=latitude)

    def at(self, path: str) -> "Box":
        """The cell that a path of quarters leads to."""
        box = self
        for digit in path:
            box = box.quarter(digit)
        return box

    def contains(self, point: Point) -> bool:
        return self.south <= point[0] <= self.north and (point[1] - self.west) % 360 <= self.width


@dataclass(frozen=True, slots=True)
class Area:
    """A box, and within it perhaps a circle or a polygon. `relation` is OpenStreetMap's number for the place."""

    box: Box
    name: str = ""
    country: str | None = None
    relation: int | None = None
    centre: Point | None = None
    radius: float | None = None
    polygon: tuple[Point, ...] = ()

    @classmethod
    def circle(cls, centre: Point, radius: float, name: str = "", country: str | None = None) -> Self:
        """`radius` is in metres."""
        return cls(_box_around(centre, radius), name, country, centre=centre, radius=radius)

    @classmethod
    def of_polygon(cls, points: Sequence[Point], name: str = "") -> Self:
        """Each edge takes the shorter way round the earth, so that a polygon may cross the 180th meridian."""
        latitudes, longitudes = zip(*_unrolled(tuple(points)), strict=True)
        west, east = min(longitudes), max(longitudes)
        west, east = (-180.0, 180.0) if east - west >= 360 else (_wrapped(west), _eastern(east))
        return cls(Box(min(latitudes), west, max(latitudes), east), name, polygon=tuple(points))

    def contains(self, point: Point) -> bool:
        if not self.box.contains(point):
            return False
        if self.centre is not None and self.radius is not None:
            return distance(self.centre, point) <= self.radius
        return not self.polygon or self._is_in_polygon(point)

    def touches(self, box: Box) -> bool:
        """Whether a cell has any part of the area in it. Says yes to a few cells that just miss it."""
        if self.centre is not None and self.radius is not None:
            return distance(self.centre, _nearest(box, self.centre)) <= self.radius
        if not self.polygon:
            return True
        corners = ((box.south, box.west), (box.south, box.east), (box.north, box.west), (box.north, box.east))
        west = self._from_west(box.west)
        return any(map(self._is_in_polygon, corners)) or any(
            _crosses(box, west, start, end) for start, end in _edges(_unrolled(self.polygon))
        )

    def _is_in_polygon(self, point: Point) -> bool:
        return _is_inside(_unrolled(self.polygon), (point[0], self._from_west(point[1])))

    def _from_west(self, longitude: float) -> float:
        """The longitude as the unrolled polygon counts, which goes on past 180."""
        west = min(longitude for _, longitude in _unrolled(self.polygon))
        east = (longitude - west) % 360
        return west + (0.0 if east > 360 - _ROUNDING else east)

    def as_json(self) -> dict[str, Any]:
        box = self.box
        shape: dict[str, Any] = {"box": [box.south, box.west, box.north, box.east], "name": self.name}
        given = {"country": self.country, "relation": self.relation, "centre": self.centre, "radius": self.radius}
        shape |= {key: value for key, value in given.items() if value is not None}
        return shape | ({"polygon": self.polygon} if self.polygon else {})

    @classmethod
    def from_json(cls, shape: Mapping[str, Any]) -> Self:
        centre = shape.get("centre")
        return cls(
            Box(*shape["box"]),
            shape.get("name", ""),
            shape.get("country"),
            shape.get("relation"),
            (centre[0], centre[1]) if centre else None,
            shape.get("radius"),
            tuple((latitude, longitude) for latitude, longitude in shape.get("polygon", ())),
        )


def distance(start: Point, end: Point) -> float:
    """Metres, on a flat map: good enough within a city.

    >>> round(distance((30.0, -97.0), (30.0, -97.01)))
    964
    """
    north = (end[0] - start[0]) * METRES_PER_DEGREE
    east = _wrapped(end[1] - start[1]) * METRES_PER_DEGREE * cos(radians(start[0]))
    return sqrt(north * north + east * east)


def _wrapped(longitude: float) -> float:
    return longitude if -180 <= longitude < 180 else (longitude + 180) % 360 - 180


def _eastern(longitude: float) -> float:
    """As an eastern edge: what ends at the 180th meridian ends at 180, not at -180."""
    return longitude if -180 < longitude <= 180 else 180.0 - (180 - longitude) % 360


@lru_cache(maxsize=64)
def _unrolled(polygon: tuple[Point, ...]) -> tuple[Point, ...]:
    """With longitudes that go on where an edge crosses the 180th meridian."""
    points = list(polygon[:1])
    for latitude, longitude in polygon[1:]:
        step = longitude - points[-1][1]
        points.append((latitude, points[-1][1] + (step if abs(step) <= 180 else _wrapped(step))))
    return tuple(points)


def _box_around(centre: Point, radius: float) -> Box:
    height = radius / METRES_PER_DEGREE
    width = height / max(0.01, cos(radians(centre[0])))
    south, north = max(-90.0, centre[0] - height), min(90.0, centre[0] + height)
    if width >= 180 or abs(centre[0]) + height >= 90:
        return Box(south, -180.0, north, 180.0)
    return Box(south, _wrapped(centre[1] - width), north, _eastern(centre[1] + width))


def _nearest(box: Box, point: Point) -> Point:
    latitude = min(max(point[0], box.south), box.north)
    if (point[1] - box.west) % 360 <= box.width:
        return latitude, point[1]
    west, east = abs(_wrapped(point[1] - box.west)), abs(_wrapped(point[1] - box.east))
    return latitude, box.west if west < east else box.east


def _is_inside(polygon: Sequence[Point], point: Point) -> bool:
    """Counts the edges that a line to the north crosses."""
    latitude, longitude = point
    inside = False
    for (y1, x1), (y2, x2) in _edges(polygon):
        if (x1 > longitude) != (x2 > longitude) and latitude < (y2 - y1) * (longitude - x1) / (x2 - x1) + y1:
            inside = not inside
    return inside


def _edges(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _crosses(box: Box, west: float, start: Point, end: Point) -> bool:
    """Whether any of the line from start to end lies in the box: what is left of it after each side cut it off."""
    first, last = 0.0, 1.0
    for low, high, origin, step in (
        (box.south, box.north, start[0], end[0] - start[0]),
        (west, west + box.width, start[1], end[1] - start[1]),
    ):
        if step == 0:
            if not low <= origin <= high:
                return False
            continue
        enters, leaves = sorted(((low - origin) / step, (high - origin) / step))
        first, last = max(first, enters), min(last, leaves)
    return first <= last
