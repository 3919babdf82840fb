"""Overture Maps: places in GeoParquet, from a file, a folder or the public bucket. Free, and may be kept for ever."""

import asyncio
import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.errors import AnswerUnreadable, PlaceGone, SourceNotConfigured, SourceUnreachable
from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.overture.rows import COLUMNS, is_meant, read_row
from scrapersky.clients.places.reading import from_json
from scrapersky.clients.places.registry import OVERTURE
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.clients.places.source import Listing, PlaceQuery, Probe, Terms

TITLE = "Overture Maps"
NEEDS_PATH = f"{TITLE} needs its file, folder or bucket: set OVERTURE_PATH."
NEEDS = 'The places of Overture in OVERTURE_PATH (a file, a folder or the public bucket), and the extra "overture".'
_ROWS_AT_ONCE = 8_192
_REGION = "us-west-2"
_GERS_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
CATALOGUE = "https://stac.overturemaps.org/catalog.json"
RELEASE = "{release}"
LATEST = "latest"
"""What OVERTURE_PATH says for the public bucket's current release."""
PUBLIC_PLACES = f"s3://overturemaps-us-west-2/release/{RELEASE}/theme=places/type=place/"
KEPT = timedelta(days=1)

CATALOGUE_TITLE = "Overture Maps' catalogue"
_NAME = re.compile(r"\d{4}-\d{2}-\d{2}\.\d{1,3}")
_LIMITS = FetchLimits(body_bytes=1_000_000, seconds=30)


class Releases:
    def __init__(self, web: Fetcher | None, now: Callable[[], datetime]) -> None:
        self._web, self._now = web, now
        self._known: tuple[str, datetime] | None = None

    async def latest(self) -> str:
        """While the catalogue is away, the one that it named last."""
        if self._known is not None and self._now() < self._known[1] + KEPT:
            return self._known[0]
        try:
            release = await self._ask()
        except (FetchError, AnswerUnreadable, SourceUnreachable):
            if self._known is None:
                raise
            return self._known[0]
        self._known = (release, self._now())
        return release

    async def _ask(self) -> str:
        if self._web is None:
            raise SourceUnreachable(CATALOGUE_TITLE, "there is no way to the network")
        document = await self._web.call(CATALOGUE, method="GET", limits=_LIMITS)
        if document.status != 200:
            raise SourceUnreachable(CATALOGUE_TITLE, f"HTTP {document.status}")
        catalogue = from_json(CATALOGUE_TITLE, document.body)
        name = catalogue.get("latest") if isinstance(catalogue, dict) else None
        if not isinstance(name, str) or _NAME.fullmatch(name) is None:
            raise AnswerUnreadable(CATALOGUE_TITLE, "it names no latest release")
        return name


class Overture:
    """Reading happens in a thread. Only the row groups that the box touches are read, and only our columns."""

    def __init__(self, settings: PlaceSettings, now: Callable[[], datetime], web: Fetcher | None = None) -> None:
        self._given, self._now = settings.overture_path, now
        self._path = PUBLIC_PLACES if self._given == LATEST else self._given
        self._releases = Releases(web, now)
        unready = None if self._path else NEEDS_PATH
        self.terms = Terms(OVERTURE.name, TITLE, cap=None, needs=NEEDS, unready=unready)

    async def probe(self, query: PlaceQuery, area: Area) -> Probe:
        listing = await self.listing(query, area)
        return Probe(tuple(place.place_id for place in listing.places), is_saturated=False, requests=1)

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:  # noqa: ARG002  all are counted
        await self._find_release()
        found = await asyncio.to_thread(lambda: list(self._search(query, area)))
        return Listing(tuple(found))

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing:  # noqa: ARG002  all come at once
        await self._find_release()
        found = await asyncio.to_thread(self._by_id, place_id)
        if found is None:
            raise PlaceGone(TITLE, place_id)
        return Listing((found,))

    async def _find_release(self) -> None:
        given = PUBLIC_PLACES if self._given == LATEST else self._given
        if given and RELEASE in given:
            self._path = given.replace(RELEASE, await self._releases.latest())

    def _search(self, query: PlaceQuery, area: Area) -> Iterator[FoundPlace]:
        for row in self._rows(lambda field: _within(field, area.box)):
            if not is_meant(row, query):
                continue
            place = read_row(row, self._now())
            if place and place.point and area.contains(place.point):
                yield place

    def _by_id(self, place_id: str) -> FoundPlace | None:
        if _GERS_ID.fullmatch(place_id) is None:
            return None
        rows = self._rows(lambda field: field("id") == place_id)
        return next((place for row in rows if (place := read_row(row, self._now()))), None)

    def _rows(self, condition: Callable[[Any], Any]) -> Iterator[Mapping[str, Any]]:
        dataset, errors = self._open()
        known = [name for name in COLUMNS if name in dataset.schema.names]
        field = importlib.import_module("pyarrow.dataset").field
        try:
            for batch in dataset.to_batches(columns=known, filter=condition(field), batch_size=_ROWS_AT_ONCE):
                yield from batch.to_pylist()
        except (OSError, errors) as error:
            raise self._failure(error) or AnswerUnreadable(TITLE, f"{self._path}: {str(error)[:200]}") from error

    def _failure(self, error: Exception) -> SourceUnreachable | None:
        """A bucket that does not answer may answer later; one that is not there will not."""
        is_away = (self._path or "").startswith("s3://") and not isinstance(error, FileNotFoundError)
        return SourceUnreachable(TITLE, str(error)[:200]) if is_away and isinstance(error, OSError) else None

    def _open(self) -> tuple[Any, type[Exception]]:
        if not self._path:
            raise SourceNotConfigured(NEEDS_PATH)
        try:
            arrow, datasets = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.dataset")
        except ImportError as error:
            raise SourceNotConfigured(f'{TITLE} needs pyarrow: pip install "scrapersky[overture]".') from error
        path, filesystem = self._path, None
        if path.startswith("s3://"):
            filesystem = importlib.import_module("pyarrow.fs").S3FileSystem(anonymous=True, region=_REGION)
            path = path.removeprefix("s3://")
        try:
            return datasets.dataset(path, format="parquet", filesystem=filesystem), arrow.ArrowException
        except (OSError, arrow.ArrowException) as error:
            cause = SourceNotConfigured(f"{TITLE} cannot read OVERTURE_PATH: {str(error)[:200]}")
            raise self._failure(error) or cause from error


def _within(field: Callable[..., Any], box: Box) -> Any:
    """A point's own box is itself; across the 180th meridian the two sides are asked for together."""
    inside = (field("bbox", "ymin") >= box.south) & (field("bbox", "ymin") <= box.north)
    west, east = field("bbox", "xmin") >= box.west, field("bbox", "xmin") <= box.east
    return inside & ((west & east) if box.west <= box.east else (west | east))
