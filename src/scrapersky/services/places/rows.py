"""Writing what a source said about places: one row per tenant, source and id, however often it is found."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.curation_sdk.queue import upsert
from scrapersky.models import Place, PlaceSearchResult

FACTS = ("street", "city", "region", "postal_code", "country", "opening_hours", "emails", "socials", "maps_url")
"""What a place knows beside its columns."""


@dataclass(frozen=True, slots=True)
class SavedPlaces:
    """The rows by the source's ids, and which of them were not there before."""

    ids: Mapping[str, UUID]
    new_ids: frozenset[UUID]


async def save_places(session: AsyncSession, tenant_id: UUID, source: str, places: Sequence[FoundPlace]) -> SavedPlaces:
    """What a person corrected or decided is left alone."""
    known = await _known(session, tenant_id, source, [place.place_id for place in places])
    rows = [{"tenant_id": tenant_id, "source": source, **columns_of(place)} for place in places]
    made = await upsert(session, Place, rows, key=("tenant_id", "source", "place_id"))
    ids = {row.place_id: row.id for row in made}
    return SavedPlaces(ids, frozenset(row_id for place_id, row_id in ids.items() if place_id not in known))


async def _known(session: AsyncSession, tenant_id: UUID, source: str, place_ids: Sequence[str]) -> set[str]:
    found = await session.scalars(
        select(Place.place_id).where(
            Place.tenant_id == tenant_id,
            Place.source == source,
            Place.place_id == any_(literal(list(place_ids), ARRAY(TEXT))),
        )
    )
    return set(found)


def columns_of(place: FoundPlace) -> dict[str, Any]:
    """
    >>> from datetime import datetime
    >>> place = FoundPlace("p1", "a file", datetime(2026, 1, 1), frozenset({"name"}), name="Cedar", city="Austin")
    >>> columns_of(place)["name"], columns_of(place)["facts"]
    ('Cedar', {'city': 'Austin'})
    """
    facts = {name: value for name in FACTS if (value := getattr(place, name))}
    own = ("place_id", "name", "address", "category", "latitude", "longitude", "website", "phone", "rating", "reviews")
    kept = ("business_status", "attribution", "fetched_at", "expires_at")
    return {
        **{name: getattr(place, name) for name in (*own, *kept)},
        "categories": list(place.categories),
        "facts": facts,
        "known_fields": sorted(place.known_fields),
    }


async def link_places(
    session: AsyncSession,
    tenant_id: UUID,
    search_id: UUID,
    *,
    run: int,
    ids: Sequence[UUID],
    new_ids: AbstractSet[UUID],
) -> None:
    """Note that a search found these places. Each stays with the run that found it first."""
    links = [
        {
            "place_search_id": search_id,
            "place_id": place_id,
            "tenant_id": tenant_id,
            "run": run,
            "was_new": place_id in new_ids,
        }
        for place_id in sorted(ids)
    ]
    if links:
        await session.execute(insert(PlaceSearchResult).on_conflict_do_nothing(), links)
