"""The background of a map, from the address that the operator set: fetched for the browser, a few kept in memory."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.errors import ScraperSkyError

DEEPEST_ZOOM = 22
LARGEST_TILE = 1_000_000
MOST_BYTES_KEPT = 16_000_000
SECONDS_KEPT = 24 * 3600.0
# Pictures only: a drawing in SVG could bring scripts along.
PICTURES = frozenset({"image/png", "image/jpeg", "image/webp"})
_LIMITS = FetchLimits(body_bytes=LARGEST_TILE, seconds=15)


class BadTilesUrl(ScraperSkyError):
    code = "bad_setting"
    message = "MAP_TILES_URL needs {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png."


class NoSuchTile(ScraperSkyError):
    http_status = 404
    code = "not_found"


class TileUnavailable(ScraperSkyError):
    """The server of the tiles does not give this one."""

    http_status = 502

    def __init__(self, reason: str) -> None:
        super().__init__(f"The map's background could not be fetched: {reason}")


@dataclass(frozen=True, slots=True)
class Tile:
    content_type: str
    picture: bytes


@dataclass(slots=True)
class Tiles:
    """The oldest used are forgotten first, so memory is bounded."""

    template: str
    clock: Callable[[], float] = time.monotonic
    _kept: OrderedDict[tuple[int, int, int], tuple[float, Tile]] = field(default_factory=OrderedDict)
    _bytes: int = 0

    def __post_init__(self) -> None:
        if not all(part in self.template for part in ("{z}", "{x}", "{y}")):
            raise BadTilesUrl

    async def tile(self, web: Fetcher, z: int, x: int, y: int) -> Tile:
        if not (0 <= z <= DEEPEST_ZOOM and 0 <= x < 2**z and 0 <= y < 2**z):
            raise NoSuchTile(f"There is no tile {z}/{x}/{y}.")
        place = (z, x, y)
        made, kept = self._kept.get(place, (float("-inf"), None))
        if kept is not None and self.clock() - made < SECONDS_KEPT:
            self._kept.move_to_end(place)
            return kept
        tile = await self._fetch(web, z, x, y)
        self._keep(place, tile)
        return tile

    async def _fetch(self, web: Fetcher, z: int, x: int, y: int) -> Tile:
        url = self.template.replace("{z}", str(z)).replace("{x}", str(x)).replace("{y}", str(y))
        try:
            answer = await web.call(url, method="GET", limits=_LIMITS)
        except FetchError as error:
            raise TileUnavailable(error.reason) from error
        if answer.status in (204, 404, 410):
            raise NoSuchTile(f"There is no tile {z}/{x}/{y}.")
        if answer.status != 200 or answer.content_type not in PICTURES:
            raise TileUnavailable(f"its server answered HTTP {answer.status} with {answer.content_type or 'no type'}")
        return Tile(answer.content_type, answer.body)

    def _keep(self, place: tuple[int, int, int], tile: Tile) -> None:
        _, former = self._kept.pop(place, (0.0, None))
        self._bytes += len(tile.picture) - (len(former.picture) if former else 0)
        self._kept[place] = (self.clock(), tile)
        while self._bytes > MOST_BYTES_KEPT:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._bytes -= len(oldest.picture)
