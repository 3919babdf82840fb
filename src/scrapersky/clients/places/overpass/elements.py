"""A place as OpenStreetMap has it."""

from datetime import datetime
from typing import Any

from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.overpass.query import KEYS
from scrapersky.clients.places.reading import Json, inner, number, text
from scrapersky.extract.phones.numbers import to_e164

ATTRIBUTION = "© OpenStreetMap contributors, ODbL 1.0"
_KINDS = ("node", "way", "relation")
_NETWORKS = ("facebook", "instagram", "linkedin", "twitter", "youtube", "tiktok")


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
