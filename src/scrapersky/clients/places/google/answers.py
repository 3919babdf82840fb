"""A place as Google's Places API (New) shows it."""

from datetime import datetime, timedelta

from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.prices import google_prices
from scrapersky.clients.places.reading import Json, inner, number, objects, text, texts
from scrapersky.extract.opening_hours.hours import Interval, OpeningHours
from scrapersky.extract.phones.numbers import to_e164

ATTRIBUTION = "Google Maps"

_STATUS = {
    "OPERATIONAL": "open",
    "CLOSED_TEMPORARILY": "temporarily_closed",
    "CLOSED_PERMANENTLY": "permanently_closed",
    "FUTURE_OPENING": "opening_soon",
}


# Where the post office has no town of its own: a borough of New York, a ward of Tokyo, a city that is its own state.
_CITIES = ("locality", "postal_town", "sublocality_level_1", "administrative_area_level_2")


def mask_of(fields: frozenset[str]) -> list[str]:
    mask = google_prices().mask
    return ["id", *(name for field, names in mask.items() if field in fields for name in names)]


def read_place(
    place: Json, fields: frozenset[str], fetched_at: datetime, keep_days: int | None, country: str | None = None
) -> FoundPlace | None:
    """None for an entry without an id. `country` is where we searched, for a number without its own."""
    place_id = text(place, "id")
    if place_id is None:
        return None
    parts, postal = _address_parts(place), inner(place, "postalAddress")
    reviews = number(place, "userRatingCount")
    return FoundPlace(
        place_id=place_id,
        attribution=ATTRIBUTION,
        fetched_at=fetched_at,
        expires_at=fetched_at + timedelta(days=keep_days) if keep_days else None,
        known_fields=fields,
        name=text(inner(place, "displayName"), "text"),
        address=text(place, "formattedAddress"),
        street=", ".join(texts(postal, "addressLines")) or _street(place, parts),
        city=text(postal, "locality") or next((parts[kind] for kind in _CITIES if kind in parts), None),
        region=parts.get("administrative_area_level_1") or text(postal, "administrativeArea"),
        postal_code=parts.get("postal_code") or text(postal, "postalCode"),
        country=parts.get("country") or text(postal, "regionCode"),
        latitude=number(inner(place, "location"), "latitude"),
        longitude=number(inner(place, "location"), "longitude"),
        category=text(place, "primaryType"),
        categories=texts(place, "types"),
        website=text(place, "websiteUri"),
        phone=_phone(place, parts.get("country") or country),
        opening_hours=opening_hours(inner(place, "regularOpeningHours")),
        business_status=_STATUS.get(text(place, "businessStatus") or ""),
        rating=number(place, "rating"),
        reviews=int(reviews) if reviews is not None else None,
        maps_url=text(place, "googleMapsUri"),
    )


def _address_parts(place: Json) -> dict[str, str]:
    parts: dict[str, str] = {}
    for component in objects(place, "addressComponents"):
        is_code = bool({"country", "administrative_area_level_1"} & set(texts(component, "types")))
        value = text(component, *(("shortText", "longText") if is_code else ("longText", "shortText")))
        for kind in texts(component, "types"):
            if value:
                parts.setdefault(kind, value)
    return parts


def _street(place: Json, parts: dict[str, str]) -> str | None:
    """Number and street in the order the country writes them, which the one-line address shows."""
    number_of_house, route, suite = parts.get("street_number"), parts.get("route"), parts.get("subpremise")
    if not number_of_house or not route:
        return route or parts.get("premise")
    line = text(place, "formattedAddress") or ""
    is_number_last = f"{route} {number_of_house}" in line
    street = f"{route} {number_of_house}" if is_number_last else f"{number_of_house} {route}"
    return f"{street}, {suite}" if suite else street


def _phone(place: Json, country: str | None) -> str | None:
    for name in ("internationalPhoneNumber", "nationalPhoneNumber"):
        given = text(place, name)
        found = to_e164(given, country) if given else None
        if found:
            return found
    return None


_DAY = 24 * 60
_MOST_PERIODS = 100


def opening_hours(hours: Json) -> str | None:
    """Weeks start on Sunday there, and a place that never closes has one period without an end.

    >>> opening_hours({"periods": [{"open": {"day": 1, "hour": 9}, "close": {"day": 1, "hour": 17, "minute": 30}}]})
    'Mo 09:00-17:30; Tu-Su off'
    """
    days: list[list[Interval]] = [[] for _ in range(7)]
    for index, period in enumerate(objects(hours, "periods")):
        opens, closes = inner(period, "open"), inner(period, "close")
        if index >= _MOST_PERIODS or not opens:
            break
        if not closes:
            return str(OpeningHours(((Interval(0, _DAY),),) * 7))
        start, end = _minute_of_week(opens), _minute_of_week(closes)
        length = (end - start) % (7 * _DAY)
        if 0 < length <= _DAY:
            days[start // _DAY].append(Interval(start % _DAY, start % _DAY + length))
    if not any(days):
        return None
    monday, tuesday, wednesday, thursday, friday, saturday, sunday = (tuple(sorted(day)) for day in days)
    return str(OpeningHours((monday, tuesday, wednesday, thursday, friday, saturday, sunday)))


def _minute_of_week(point: Json) -> int:
    day, hour, minute = (int(number(point, name) or 0) for name in ("day", "hour", "minute"))
    return ((day - 1) % 7) * _DAY + (hour * 60 + minute) % _DAY
