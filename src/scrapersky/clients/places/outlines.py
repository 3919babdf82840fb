"""From where to where an outline reaches, also across the 180th meridian, where a box from -180 to 180 says nothing."""

from collections.abc import Iterator
from typing import Any

from scrapersky.clients.places.areas import Box
from scrapersky.clients.places.reading import Json, inner

MOST_RINGS = 100_000


def narrowed(box: Box, outline: Json, margin: float) -> Box:
    """The box without the widest stretch of longitudes that no ring of the outline reaches into.

    `margin` is how far from the truth the outline may be.
    """
    reaches = sorted(_reaches(inner(outline, "geojson")))
    if not reaches:
        return box
    gaps = list(_gaps(reaches))
    width, west, east = max(gaps)
    if width <= 2 * margin:
        return box
    return Box(box.south, _on_earth(west - margin), box.north, _on_earth(east + margin))


def _gaps(reaches: list[tuple[float, float]]) -> Iterator[tuple[float, float, float]]:
    """Each as its width, and what lies around it from west to east. The last one goes on at the first."""
    first, reached = reaches[0][0], reaches[0][1]
    for west, east in reaches[1:]:
        yield west - reached, west, reached
        reached = max(reached, east)
    yield first + 360 - reached, first, reached


def _reaches(geometry: Json) -> Iterator[tuple[float, float]]:
    """From where to where each outer ring goes; those of an area across the meridian are cut in two there."""
    shapes: Any = geometry.get("coordinates")
    polygons = [shapes] if geometry.get("type") == "Polygon" else shapes
    for polygon in polygons[:MOST_RINGS] if isinstance(polygons, list) else ():
        ring = polygon[0] if isinstance(polygon, list) and polygon else None
        longitudes = [point[0] for point in ring or () if _is_point(point)]
        if longitudes:
            yield min(longitudes), max(longitudes)


def _is_point(point: Any) -> bool:
    is_pair = isinstance(point, list) and len(point) >= 2 and isinstance(point[0], int | float)
    return is_pair and -180 <= point[0] <= 180


def _on_earth(longitude: float) -> float:
    if longitude < -180:
        return longitude + 360
    return longitude - 360 if longitude > 180 else longitude
