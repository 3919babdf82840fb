"""Nominatim: where a named area is. One request a second for the whole application, and each name asked for once."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.errors import AreaUnknown, RequestRefused, SourceBusy
from scrapersky.clients.places.reading import Json, from_json, inner, number, text
from scrapersky.clients.places.settings import PlaceSettings

TITLE = "Nominatim"
_PACE = Pace(interval=1.0, parallel=1)
_LIMITS = FetchLimits(body_bytes=20_000_000, seconds=30)
_ROUGHNESS = 0.1
"""Degrees by which an outline may be simplified."""
HALF_THE_EARTH = 180
_REMEMBERED = 1_000


class Nominatim:
    def __init__(self, web: Fetcher, settings: PlaceSettings) -> None:
        self._web, self._url = web, settings.nominatim_url
        self._known: OrderedDict[str, Area] = OrderedDict()

    async def locate(self, name: str) -> Area:
        """The best match that has an outline; an area is remembered, an unknown one is asked for again."""
        key = " ".join(name.casefold().split())
        if key not in self._known:
            self._known[key] = await self._located(name)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return self._known[key]

    async def _located(self, name: str) -> Area:
        """What reaches across the 180th meridian has a box round the whole earth; its outline tells more."""
        area = _area(await self._ask(name), name)
        if area.box.width <= HALF_THE_EARTH:
            return area
        outline = await self._ask(name, polygon_geojson="1", polygon_threshold=str(_ROUGHNESS))
        return replace(area, box=narrowed(area.box, outline, _ROUGHNESS))

    async def _ask(self, name: str, **more: str) -> Json:
        wanted = {"q": name, "format": "jsonv2", "addressdetails": "1", "limit": "1", **more}
        document = await self._web.call(f"{self._url}?{urlencode(wanted)}", method="GET", limits=_LIMITS, pace=_PACE)
        if document.status in {429, 500, 502, 503, 504}:
            raise SourceBusy(TITLE, document.status)
        if document.status != 200:
            raise RequestRefused(TITLE, f"HTTP {document.status}")
        found = from_json(TITLE, document.body)
        if not isinstance(found, list) or not found or not isinstance(found[0], dict):
            raise AreaUnknown(name)
        return found[0]


def _area(found: Json, name: str) -> Area:
    edges = _edges(found.get("boundingbox"))
    if edges is None:
        raise AreaUnknown(name)
    south, north, west, east = edges
    relation = number(found, "osm_id") if text(found, "osm_type") == "relation" else None
    country = text(inner(found, "address"), "country_code")
    return Area(
        Box(south, west, north, east),
        text(found, "display_name") or name,
        country.upper() if country else None,
        int(relation) if relation else None,
    )


def _edges(box: Any) -> tuple[float, float, float, float] | None:
    try:
        south, north, west, east = (float(edge) for edge in box)
    except (TypeError, ValueError):
        return None
    is_on_earth = -90 <= south <= north <= 90 and -180 <= west <= 180 and -180 <= east <= 180
    return (south, north, west, east) if is_on_earth else None


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
