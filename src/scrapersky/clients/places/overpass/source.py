"""OpenStreetMap through Overpass: one question brings everything in an area. One at a time, as its owners ask."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.errors import FetchError, TooLarge
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.places import errors
from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.overpass.query import KEYS, SECONDS, TITLE, area_query, element_query
from scrapersky.clients.places.reading import Json, from_json, inner, number, objects, text
from scrapersky.clients.places.registry import OVERPASS
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.clients.places.source import Listing, PlaceQuery, Probe, Terms
from scrapersky.extract.phones.numbers import to_e164

ATTRIBUTION = "© OpenStreetMap contributors, ODbL 1.0"
_KINDS = ("node", "way", "relation")
_NETWORKS = ("facebook", "instagram", "linkedin", "twitter", "youtube", "tiktok")
_PACE = Pace(interval=1.0, parallel=1, lease=SECONDS + 60)
_LIMITS = FetchLimits(body_bytes=50_000_000, seconds=SECONDS + 30, read_seconds=SECONDS + 15)
_PLACE_ID = re.compile(r"(node|way|relation)/(\d{1,18})")
_STATUS_LIMITS = FetchLimits(body_bytes=100_000, seconds=20)
_SLOT = re.compile(r"Slot available after: \S{1,40}, in (\d{1,6}) seconds")
_SHORT_PAUSE, _LONG_PAUSE, _LONGEST_PAUSE = timedelta(seconds=30), timedelta(seconds=60), timedelta(hours=1)
_MARKUP = re.compile(r"<[^<>]{0,500}>")


def read_element(element: Json, fetched_at: datetime, country: str | None) -> FoundPlace | None:
    """None for what has no name: a shop that nobody named cannot be written to."""
    kind, identifier, tags = text(element, "type"), number(element, "id"), inner(element, "tags")
    name = text(tags, "name", "brand", "operator")
    if kind not in _KINDS or identifier is None or name is None:
        return None
    point = element if "lat" in element else inner(element, "center")
    country = (text(tags, "addr:country") or country or "").upper() or None
    categories = tuple(f"{key}={tags[key]}" for key in KEYS if text(tags, key))
    return FoundPlace(
        place_id=f"{kind}/{int(identifier)}",
        attribution=ATTRIBUTION,
        fetched_at=fetched_at,
        known_fields=frozenset(DETAIL_FIELDS),
        name=name,
        address=_one_line(tags),
        street=_street(tags, country),
        city=text(tags, "addr:city"),
        region=text(tags, "addr:state", "addr:province"),
        postal_code=text(tags, "addr:postcode"),
        country=country,
        latitude=number(point, "lat"),
        longitude=number(point, "lon"),
        category=categories[0] if categories else None,
        categories=categories,
        website=_first(tags, "website", "contact:website", "url"),
        phone=_phone(tags, country),
        emails=_all(tags, "email", "contact:email"),
        socials=tuple(link for network in _NETWORKS if (link := text(tags, f"contact:{network}"))),
        opening_hours=_hours(tags),
        maps_url=f"https://www.openstreetmap.org/{kind}/{int(identifier)}",
    )


def _all(tags: Json, *names: str) -> tuple[str, ...]:
    """Several values share a tag, divided by semicolons."""
    given = text(tags, *names) or ""
    return tuple(part.strip() for part in given.split(";")[:10] if part.strip())


def _first(tags: Json, *names: str) -> str | None:
    return next(iter(_all(tags, *names)), None)


def _phone(tags: Json, country: str | None) -> str | None:
    given = _all(tags, "phone", "contact:phone", "contact:mobile", "mobile")
    return next((found for each in given if (found := to_e164(each, country))), None)


def _hours(tags: Json) -> str | None:
    given = text(tags, "opening_hours")
    if given is None:
        return None
    if given == "24/7":
        return "Mo-Su 00:00-24:00"
    from scrapersky.extract.opening_hours.parsing import parse_opening_hours  # noqa: PLC0415  its patterns take long to load

    return str(parse_opening_hours(given) or given)


def _street(tags: Json, country: str | None) -> str | None:
    street, house = text(tags, "addr:street"), text(tags, "addr:housenumber")
    if not street or not house:
        return street
    is_number_first = country in {"US", "CA", "GB", "IE", "AU", "NZ", "FR", "ZA", None}
    return f"{house} {street}" if is_number_first else f"{street} {house}"


def _one_line(tags: Json) -> str | None:
    full = text(tags, "addr:full")
    parts: list[Any] = [
        " ".join(part for part in (text(tags, "addr:housenumber"), text(tags, "addr:street")) if part),
        text(tags, "addr:city"),
        " ".join(part for part in (text(tags, "addr:state"), text(tags, "addr:postcode")) if part),
    ]
    return full or ", ".join(part for part in parts if part) or None


class Overpass:
    """Without a cap, and free; an area that is too large for one question is split."""

    def __init__(self, web: Fetcher, settings: PlaceSettings, now: Callable[[], datetime]) -> None:
        self._web, self._url, self._now = web, settings.overpass_url, now
        self.terms = Terms(OVERPASS.name, TITLE, cap=None)

    async def probe(self, query: PlaceQuery, area: Area) -> Probe:
        listing = await self.listing(query, area)
        return Probe(tuple(place.place_id for place in listing.places), is_saturated=False, requests=1)

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:  # noqa: ARG002  all come at once
        answer = await self._ask(area_query(query, area))
        places = self._read(answer, query.country)
        inside = (place for place in places if place.point and area.contains(place.point))
        return Listing(tuple({place.place_id: place for place in inside}.values()))

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing:  # noqa: ARG002  all come at once
        match = _PLACE_ID.fullmatch(place_id)
        if match is None:
            raise errors.RequestRefused(TITLE, f"{place_id[:60]!r} is not the id of a node, way or relation.")
        places = self._read(await self._ask(element_query(match[1], int(match[2]))), None)
        if not places:
            raise errors.PlaceGone(TITLE, place_id)
        return Listing(tuple(places[:1]))

    def _read(self, answer: Json, country: str | None) -> list[FoundPlace]:
        now = self._now()
        found = (read_element(element, now, country) for element in objects(answer, "elements"))
        return [place for place in found if place is not None]

    async def _ask(self, question: str) -> Json:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"data": question}).encode()
        try:
            document = await self._web.call(self._url, headers=headers, body=body, limits=_LIMITS, pace=_PACE)
        except TooLarge as error:
            raise errors.AreaTooLarge(TITLE, "the answer is too long.") from error
        if document.status == 429:
            now = self._now()
            raise errors.QuotaExhausted(TITLE, "minute", "", now, now + await self._until_a_slot_is_free())
        return self._judge(document)

    async def _until_a_slot_is_free(self) -> timedelta:
        """As the server's status tells it; its owners ask for half a minute at least."""
        place = self._url.removesuffix("/interpreter") + "/status"
        try:
            document = await self._web.call(place, method="GET", limits=_STATUS_LIMITS, pace=_PACE)
        except FetchError:
            return _LONG_PAUSE
        waits = [int(seconds) for seconds in _SLOT.findall(document.body.decode("utf-8", "replace"))]
        if document.status != 200 or not waits:
            return _LONG_PAUSE
        return min(max(timedelta(seconds=min(waits) + 1), _SHORT_PAUSE), _LONGEST_PAUSE)

    def _judge(self, document: FetchedDocument) -> Json:
        """An error may come with status 200: as a page, or as a remark beside what was found until then."""
        if document.status >= 500 or (document.status == 200 and document.body.lstrip().startswith(b"<")):
            raise errors.SourceBusy(TITLE, document.status)
        if document.status != 200:
            raise errors.RequestRefused(TITLE, _in_words(document))
        answer = from_json(TITLE, document.body)
        if not isinstance(answer, dict):
            raise errors.AnswerUnreadable(TITLE, "no object")
        remark = text(answer, "remark") or ""
        if "error" in remark:
            raise errors.AreaTooLarge(TITLE, remark[:200])
        return answer


def _in_words(document: FetchedDocument) -> str:
    page = document.body[:5_000].decode("utf-8", "replace")
    return f"HTTP {document.status}, {' '.join(_MARKUP.sub(' ', page).split())[:200]}"
