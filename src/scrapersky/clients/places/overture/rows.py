"""A place as Overture has it. Lists are null or have something in them."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.phrases import singular
from scrapersky.clients.places.reading import Json, inner, number, objects, text, texts
from scrapersky.clients.places.source import PlaceQuery
from scrapersky.extract.folding import folded
from scrapersky.extract.phones.numbers import to_e164

COLUMNS = (
    "id", "bbox", "names", "categories", "basic_category", "taxonomy", "confidence", "operating_status", "websites",
    "socials", "emails", "phones", "addresses", "sources",
)  # fmt: skip
_STATUS = {"open": "open", "temporarily_closed": "temporarily_closed", "permanently_closed": "permanently_closed"}
_NOT_WORD = re.compile(r"\W+")


def is_meant(row: Json, query: PlaceQuery) -> bool:
    """By its kind or one that this is a kind of, else by its name. A category that was given must be among them."""
    kinds = {*_kinds(row), *texts(inner(row, "taxonomy"), "hierarchy")}
    if query.category:
        return query.category in kinds
    word = singular(query.what)
    kind = _NOT_WORD.sub("_", word).strip("_")
    if kind in kinds or any(each.endswith(f"_{kind}") for each in kinds):
        return True
    name = set(_NOT_WORD.split(folded(text(inner(row, "names"), "primary") or "")))
    return bool(word) and set(word.split()) <= name


def read_row(row: Json, fetched_at: datetime) -> FoundPlace | None:
    place_id, name = text(row, "id"), text(inner(row, "names"), "primary")
    if place_id is None or name is None:
        return None
    address: Mapping[str, Any] = next(objects(row, "addresses"), {})
    country = text(address, "country")
    region = text(address, "region")
    kinds = tuple(_kinds(row))
    return FoundPlace(
        place_id=place_id,
        attribution=_attribution(row),
        fetched_at=fetched_at,
        known_fields=frozenset(DETAIL_FIELDS),
        name=name,
        address=_one_line(address),
        street=text(address, "freeform"),
        city=text(address, "locality"),
        region=region.rpartition("-")[2] if region else None,
        postal_code=text(address, "postcode"),
        country=country,
        latitude=number(inner(row, "bbox"), "ymin"),
        longitude=number(inner(row, "bbox"), "xmin"),
        category=kinds[0] if kinds else None,
        categories=kinds,
        website=next(iter(texts(row, "websites")), None),
        phone=next((found for each in texts(row, "phones") if (found := to_e164(each, country))), None),
        emails=texts(row, "emails"),
        socials=texts(row, "socials"),
        business_status=_status(row),
    )


def _kinds(row: Json) -> Iterator[str]:
    """The old and the new way to say it, each once."""
    categories, taxonomy = inner(row, "categories"), inner(row, "taxonomy")
    given = (
        text(taxonomy, "primary"),
        text(categories, "primary"),
        text(row, "basic_category"),
        *texts(categories, "alternate"),
        *texts(taxonomy, "alternates"),
    )
    yield from dict.fromkeys(kind for kind in given if kind)


def _status(row: Json) -> str | None:
    """A confidence of zero is how older releases said that a place has closed for good."""
    if number(row, "confidence") == 0:
        return "permanently_closed"
    return _STATUS.get(text(row, "operating_status") or "")


def _attribution(row: Json) -> str:
    credits_due = dict.fromkeys(
        f"{dataset} ({licence})" if licence else dataset
        for source in objects(row, "sources")
        for dataset, licence in [(text(source, "dataset"), text(source, "license"))]
        if dataset
    )
    return "Overture Maps Foundation" + (f": {', '.join(credits_due)}" if credits_due else "")


def _one_line(address: Json) -> str | None:
    region = (text(address, "region") or "").rpartition("-")[2]
    tail = " ".join(part for part in (region, text(address, "postcode") or "") if part)
    parts = (text(address, "freeform"), text(address, "locality"), tail, text(address, "country"))
    return ", ".join(part for part in parts if part) or None
