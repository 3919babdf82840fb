"""Businesses that a person hands in: each is also a place, so that it is compared with those of other sources."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import any_, exists, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from scrapersky.clients.places.found_place import DETAIL_FIELDS
from scrapersky.clients.places.place_files import one_line
from scrapersky.clients.places.registry import IMPORTED
from scrapersky.curation_sdk.queue import upsert
from scrapersky.models import LocalBusiness, Place
from scrapersky.services.businesses.merge import merge_places
from scrapersky.services.businesses.rows import rebuild_business
from scrapersky.services.places.pairs import compare_places
from scrapersky.services.places.rows import FACTS

_KEY = ("tenant_id", "source", "place_id")

PLACE_COLUMNS = ("name", "website", "phone", "category", "latitude", "longitude")

Given = Mapping[str, Any]


async def save_imported(
    session: AsyncSession, tenant_id: UUID, source: str, given: Mapping[str, Given]
) -> dict[str, UUID]:
    """The business of each id. One that was merged into another is refreshed there and not made again."""
    if not given:
        return {}
    known = await _places(session, tenant_id, list(given))
    merged = {key: place for key, place in known.items() if place.local_business_id and place.shares}
    own = [
        {"tenant_id": tenant_id, "source": source, "source_id": key, **values}
        for key, values in given.items()
        if key not in merged
    ]
    made = await upsert(session, LocalBusiness, own, key=("tenant_id", "source", "source_id"))
    ids: dict[str, UUID] = {row.source_id: row.id for row in made}
    ids |= {key: place.local_business_id for key, place in merged.items()}
    facts = {key: place.facts for key, place in known.items()}
    rows = [_place(tenant_id, key, values, facts.get(key, {}), ids[key]) for key, values in given.items()]
    changing = tuple(name for name in rows[0] if name not in _KEY and not name.startswith("deep_scan"))
    places = await upsert(session, Place, rows, key=_KEY, update=changing)
    for business_id in sorted({ids[key] for key in merged}):
        await rebuild_business(session, business_id)
    await compare_places(session, tenant_id, [place.id for place in places])
    saved = await _places(session, tenant_id, list(given))
    return {key: place.local_business_id for key, place in saved.items()}


async def there_before(
    session: AsyncSession, business_ids: Collection[UUID], given: Collection[str]
) -> dict[UUID, bool]:
    """Of the businesses that were there before this transaction: whether what is given changes anything of them."""
    older = LocalBusiness.id.in_(business_ids), LocalBusiness.created_at < func.now()
    found = await session.scalars(
        select(Place).join(LocalBusiness, LocalBusiness.id == Place.local_business_id).where(*older)
    )
    places: dict[UUID, list[Place]] = defaultdict(list)
    for place in found:
        if place.local_business_id is not None:
            places[place.local_business_id].append(place)
    return {business_id: _is_changed_by(given, theirs) for business_id, theirs in places.items()}


def _is_changed_by(given: Collection[str], places: list[Place]) -> bool:
    others = [place for place in places if not (place.source == IMPORTED and place.place_id in given)]
    return not others or merge_places(others).values != merge_places(places).values


async def _places(session: AsyncSession, tenant_id: UUID, ids: list[str]) -> dict[str, Any]:
    """`shares` is whether the place is not all that its business is made of."""
    other = aliased(Place)
    shares = exists().where(other.local_business_id == Place.local_business_id, other.id != Place.id)
    found = await session.execute(
        select(Place.place_id, Place.local_business_id, Place.facts, shares.label("shares")).where(
            Place.tenant_id == tenant_id, Place.source == IMPORTED, Place.place_id == any_(literal(ids, ARRAY(TEXT)))
        )
    )
    return {place.place_id: place for place in found}


def _place(tenant_id: UUID, key: str, values: Given, facts: Mapping[str, Any], business_id: UUID) -> dict[str, Any]:
    """What the file does not say stays as an earlier one said it. There is nothing left to scan."""
    parts = {name: values[name] for name in FACTS if name in values}
    told = {name: value for name, value in (dict(facts) | parts).items() if value}
    columns = {name: value for name, value in values.items() if name in PLACE_COLUMNS}
    return {
        "tenant_id": tenant_id,
        "source": IMPORTED,
        "place_id": key,
        **columns,
        "address": one_line(told),
        "facts": told,
        "known_fields": list(DETAIL_FIELDS),
        "attribution": "imported",
        "local_business_id": business_id,
        "deep_scan_curation_status": "Complete",
        "deep_scan_processing_status": "Complete",
    }
