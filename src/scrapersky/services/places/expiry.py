"""Forgets what a source's terms let us keep only for a time. The place's id stays: by it the rest is asked again."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.queue import upsert
from scrapersky.models import Place
from scrapersky.services.businesses.rows import rebuild_business

PLACES_AT_ONCE = 200
_FORGOTTEN: Mapping[str, Any] = {
    "name": None,
    "address": None,
    "category": None,
    "categories": [],
    "latitude": None,
    "longitude": None,
    "website": None,
    "phone": None,
    "rating": None,
    "reviews": None,
    "business_status": None,
    "facts": {},
    "known_fields": [],
    "match_keys": [],
}


async def forget_expired_places(sessions: async_sessionmaker[AsyncSession], now: datetime) -> int:
    """Empty the places whose time is over, and what businesses have from them. What a person corrected stays.

    `expires_at` stays in the past, so that a search or a deep scan knows that the place has to be asked for again.
    """
    count, last = 0, UUID(int=0)
    while True:
        async with sessions.begin() as session:
            expired = await _expired(session, now, last)
            if not expired:
                return count
            await _forget(session, expired)
        count, last = count + len(expired), expired[-1].id


async def _expired(session: AsyncSession, now: datetime, after: UUID) -> Sequence[Place]:
    """In the order of ids, so that all chunks together are one pass. Places that somebody works on wait for a day."""
    found = await session.scalars(
        select(Place)
        .where(Place.id > after, Place.expires_at <= now, func.cardinality(Place.known_fields) > 0)
        .order_by(Place.id)
        .limit(PLACES_AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    return found.all()


async def _forget(session: AsyncSession, places: Sequence[Place]) -> None:
    key = ("tenant_id", "source", "place_id")
    rows = [{**{name: getattr(place, name) for name in key}, **_FORGOTTEN} for place in places]
    await upsert(session, Place, rows, key=key)
    for business_id in sorted({place.local_business_id for place in places if place.local_business_id}):
        await rebuild_business(session, business_id)
