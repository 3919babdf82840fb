"""One business from what several sources say about it, with the source of each value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scrapersky.clients.places.registry import trust_in
from scrapersky.extract.phones.numbers import to_e164
from scrapersky.models import Place

ADDRESS = ("street", "city", "region", "postal_code", "country")
SINGLE = ("name", "website", "phone", "category", "opening_hours", "business_status")
TOGETHER = (("latitude", "longitude"), ("rating", "reviews"))
"""Every value of a business that comes from its places."""


@dataclass(frozen=True, slots=True)
class MergedBusiness:
    """`provenance` has, for each value that is known, the place it came from."""

    values: Mapping[str, Any]
    provenance: Mapping[str, Any]
    attribution: str
    expires_at: datetime | None


def merge_places(places: Sequence[Place]) -> MergedBusiness:
    """The most trusted source that knows a value gives it; an address comes whole from one of them."""
    ordered = sorted(places, key=lambda each: (-trust_in(each.source), -each.fetched_at.timestamp()))
    told = [(place, said_by(place)) for place in ordered]
    values: dict[str, Any] = {}
    sources: dict[str, Place] = {}
    for names in (*((name,) for name in SINGLE), *TOGETHER, ("categories",), ADDRESS):
        place, said = _teller(told, names)
        for name in names:
            values[name] = said.get(name)
            if values[name] not in (None, []):
                sources[name] = place
    values["categories"] = values["categories"] or []
    contributing = [place for place in ordered if place in sources.values()]
    return MergedBusiness(
        values,
        {name: _origin(place) for name, place in sorted(sources.items())},
        "; ".join(dict.fromkeys(place.attribution for place in contributing if place.attribution)),
        min((place.expires_at for place in contributing if place.expires_at), default=None),
    )


def _teller(told: Sequence[tuple[Place, Mapping[str, Any]]], names: Sequence[str]) -> tuple[Place, Mapping[str, Any]]:
    """Who knows most of these; the first of equals."""
    return max(told, key=lambda each: sum(each[1].get(name) not in (None, []) for name in names))


def _origin(place: Place) -> dict[str, str]:
    return {"source": place.source, "place_id": place.place_id, "fetched_at": place.fetched_at.isoformat()}


def said_by(place: Place) -> dict[str, Any]:
    """A place's values in the form a business has them."""
    said = {name: getattr(place, name) for name in (*SINGLE, "latitude", "longitude", "rating", "reviews")
            if name != "opening_hours"}  # fmt: skip
    said |= dict(_address(place)) | {"categories": list(place.categories)}
    said["phone"] = (to_e164(place.phone, said.get("country")) or place.phone) if place.phone else None
    hours = place.facts.get("opening_hours")
    said["opening_hours"] = _usual_hours(hours) if hours else None
    return said


def _usual_hours(hours: str) -> str:
    from scrapersky.extract.opening_hours.parsing import parse_opening_hours  # noqa: PLC0415  its patterns take long to load

    return str(parse_opening_hours(hours) or hours)


def _address(place: Place) -> Iterator[tuple[str, str | None]]:
    parts = {name: place.facts.get(name) for name in ADDRESS}
    if place.address and not (parts["street"] and parts["city"]):
        from scrapersky.extract.addresses.parsing import parse_address  # noqa: PLC0415  its patterns take long to load

        parsed = parse_address(place.address, parts["country"])
        if parsed is not None:
            read = (parsed.street_line, parsed.city, parsed.region, parsed.postal_code, parsed.country)
            parts = {name: parts[name] or found or None for name, found in zip(ADDRESS, read, strict=True)}
    yield from parts.items()
