"""Google Places API (New): text search in a rectangle, and the details of one place."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

import orjson

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.places import errors
from scrapersky.clients.places.allowance import Allowance
from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.google.answers import mask_of, read_place
from scrapersky.clients.places.google.refusals import KEY_SETTING, TITLE, refusal
from scrapersky.clients.places.payer import PaidCalls
from scrapersky.clients.places.prices import google_prices
from scrapersky.clients.places.reading import Json, objects, text
from scrapersky.clients.places.registry import GOOGLE
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.clients.places.source import Listing, PlaceQuery, Probe, Terms

SEARCH_URL = "https://places.googleapis.com/v1/places:searchText"
DETAILS_URL = "https://places.googleapis.com/v1/places/"
CAP, PAGE_SIZE, WIDEST = 60, 20, 180
ALL_FIELDS = frozenset(DETAIL_FIELDS)

_LIMITS = FetchLimits(body_bytes=5_000_000, seconds=30)
_PAUSES = (0.5, 2.0)


def most_details_cost() -> int:
    """What everything about one place costs, in millionths of a dollar."""
    return google_prices().cost_micros("details", mask_of(ALL_FIELDS))


class GooglePlaces:
    """Answers of 5xx are asked for again twice; what is left of them is worth another attempt later."""

    def __init__(
        self, web: Fetcher, settings: PlaceSettings, now: Callable[[], datetime], paid: PaidCalls | None = None
    ) -> None:
        self._web, self._settings, self._now = web, settings, now
        self._pace = Pace(interval=60 / settings.google_places_per_minute, parallel=8)
        cost = google_prices().cost_micros("search", mask_of(ALL_FIELDS))
        most = settings.google_places_per_day
        self.terms = Terms(
            GOOGLE.name,
            TITLE,
            CAP,
            cost,
            PAGE_SIZE,
            most_per_day=most,
            needs=f"A key for the Places API (New) in {KEY_SETTING}; Google bills what is asked.",
            unready=self._unready(),
            is_mappable=GOOGLE.is_mappable,
        )
        self._allowance = Allowance(self.terms, paid, now)

    def _unready(self) -> str | None:
        key = self._settings.google_places_api_key
        has_key = key is not None and bool(key.get_secret_value().strip())
        return None if has_key else f"{TITLE} needs a key: set {KEY_SETTING}."

    async def probe(self, query: PlaceQuery, area: Area) -> Probe:
        """The ids alone are free. A last page that Google gives may be followed by more that it does not."""
        ids: list[str] = []
        requests, is_saturated = 0, False
        for box in _rectangles(area.box):
            pages = 0
            async for page in self._pages(query, box, ["places.id"], CAP):
                pages += 1
                ids += [found for each in objects(page, "places") if (found := text(each, "id"))]
            requests, is_saturated = requests + pages, is_saturated or pages == CAP // PAGE_SIZE
        return Probe(tuple(dict.fromkeys(ids)), is_saturated, requests)

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:
        """Everything a search can bring, since website and phone alone already cost the same."""
        mask = mask_of(ALL_FIELDS)
        places: dict[str, FoundPlace] = {}
        pages = 0
        fields = [f"places.{name}" for name in mask]
        wanted = min(most or CAP, CAP)
        for box in _rectangles(area.box):
            if len(places) >= wanted:
                break
            async for page in self._pages(query, box, fields, wanted, is_paid=True):
                pages += 1
                read = (self._place(each, ALL_FIELDS, query.country) for each in objects(page, "places"))
                places |= {place.place_id: place for place in read if place is not None}
        return Listing(tuple(places.values()), pages, pages * google_prices().cost_micros("search", mask))

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing:
        """Only what is asked for is paid for."""
        mask = mask_of(fields)
        url = f"{DETAILS_URL}{quote(place_id, safe='')}?languageCode={quote(self._settings.google_language)}"
        cost = google_prices().cost_micros("details", mask)
        if cost:
            await self._allowance.take(cost)
        document = await self._ask(url, "GET", mask, None)
        if document.status == 404:
            raise errors.PlaceGone(TITLE, place_id)
        place = self._place(self._read(document), fields, None)
        if place is None:
            raise errors.AnswerUnreadable(TITLE, "the place has no id")
        return Listing((place,), 1, cost)

    def _place(self, place: Json, fields: frozenset[str], country: str | None) -> FoundPlace | None:
        return read_place(place, fields, self._now(), self._settings.google_content_days, country)

    async def _pages(
        self, query: PlaceQuery, box: Box, mask: list[str], most: int, *, is_paid: bool = False
    ) -> AsyncIterator[Json]:
        """Each page is billed; a token that comes although enough was read is left unused."""
        body, token, read = self._body(query, box), None, 0
        while read < most:
            given = body | {"pageSize": min(PAGE_SIZE, most - read)} | ({"pageToken": token} if token else {})
            if is_paid:
                await self._allowance.take(google_prices().cost_micros("search", mask_of(ALL_FIELDS)))
            page = self._read(await self._ask(SEARCH_URL, "POST", [*mask, "nextPageToken"], given))
            yield page
            read += PAGE_SIZE
            token = text(page, "nextPageToken")
            if token is None:
                return

    def _body(self, query: PlaceQuery, box: Box) -> dict[str, Any]:
        body: dict[str, Any] = {
            "textQuery": query.what,
            "languageCode": self._settings.google_language,
            "includePureServiceAreaBusinesses": True,
            "locationRestriction": {
                "rectangle": {
                    "low": {"latitude": box.south, "longitude": box.west},
                    "high": {"latitude": box.north, "longitude": box.east},
                }
            },
        }
        if query.category:
            body |= {"includedType": query.category, "strictTypeFiltering": True}
        return body

    async def _ask(self, url: str, method: str, mask: list[str], body: Mapping[str, Any] | None) -> FetchedDocument:
        key = self._settings.google_places_api_key
        if key is None or not key.get_secret_value().strip():
            raise errors.SourceNotConfigured(f"{TITLE} needs a key: set {KEY_SETTING}, then queue this again.")
        headers = {
            "X-Goog-Api-Key": _sendable(key.get_secret_value().strip()),
            "X-Goog-FieldMask": ",".join(mask),
            "Content-Type": "application/json",
        }
        content = orjson.dumps(body) if body is not None else None
        for pause in (*_PAUSES, None):
            document = await self._web.call(
                url, method=method, headers=headers, body=content, limits=_LIMITS, pace=self._pace
            )
            if document.status < 500 or pause is None:
                return document
            await asyncio.sleep(pause)
        raise errors.SourceBusy(TITLE, 503)

    def _read(self, document: FetchedDocument) -> Json:
        try:
            answer = orjson.loads(document.body)
        except orjson.JSONDecodeError as error:
            if document.status >= 500:
                raise errors.SourceBusy(TITLE, document.status) from error
            raise errors.AnswerUnreadable(TITLE, f"no JSON, HTTP {document.status}") from error
        if not isinstance(answer, dict):
            raise errors.AnswerUnreadable(TITLE, "no object")
        if document.status != 200:
            raise refusal(document.status, answer, self._now())
        return answer


def _rectangles(box: Box) -> tuple[Box, ...]:
    """Google takes none that is wider than half the earth."""
    return (box,) if box.width <= WIDEST else box.halves


def _sendable(key: str) -> str:
    if not (key.isascii() and key.isprintable()):
        raise errors.RequestRefused(TITLE, f"{KEY_SETTING} holds characters that no key has.")
    return key
