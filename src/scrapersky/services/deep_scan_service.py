"""From a place to a business: what is missing or expired is fetched, and nothing else is paid for."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.payer import Payer, paying
from scrapersky.curation_sdk import Nothing, Saved
from scrapersky.curation_sdk.queue import upsert
from scrapersky.models import Place, PlacePair
from scrapersky.services.api_usage import record_calls
from scrapersky.services.businesses.rows import link_places_to, make_business, rebuild_business
from scrapersky.services.places.pairs import compare_places
from scrapersky.services.places.rows import FACTS, columns_of

COLUMNS_OF_FIELD = {
    "name": ("name",),
    "address": ("address",),
    "location": ("latitude", "longitude"),
    "category": ("category", "categories"),
    "website": ("website",),
    "phone": ("phone",),
    "business_status": ("business_status",),
    "rating": ("rating", "reviews"),
}
FACTS_OF_FIELD = {
    "parts": ("street", "city", "region", "postal_code", "country"),
    "opening_hours": ("opening_hours",),
    "maps_url": ("maps_url",),
}
_NO_NAME = "The source has no name for this place."


@dataclass(frozen=True, slots=True)
class Scan:
    """What was fetched, if anything had to be. What has no name is no business, but was paid for."""

    fetched: FoundPlace | None
    cost_micros: int = 0
    has_name: bool = True
    is_in_ledger: bool = False


async def scan_place(place: Place, clients: Clients) -> Scan | Nothing:
    """A source that told everything when it was searched is not asked again."""
    sources = clients.places
    source = sources.by_name.get(place.source) if sources else None
    missing = fields_to_fetch(place, sources.now()) if sources and source else frozenset[str]()
    if source is None or not missing:
        return Scan(None) if place.name else Nothing("no_name", _NO_NAME)
    with paying(Payer(place.tenant_id, place.source, Place.deep_scan.name, place.id)) as payer:
        listing = await source.details(place.place_id, missing)
    (fetched,) = listing.places
    has_name = bool(fetched.name) or "name" not in missing
    return Scan(fetched, listing.cost_micros, has_name=has_name, is_in_ledger=payer.calls > 0)


def fields_to_fetch(place: Place, now: datetime) -> frozenset[str]:
    """All of them once what we had has expired."""
    is_expired = place.expires_at is not None and place.expires_at <= now
    return frozenset(DETAIL_FIELDS) - (frozenset() if is_expired else frozenset(place.known_fields))


async def save_business(session: AsyncSession, place: Place, scan: Scan) -> int | Saved:
    """Keep what was fetched, then make or refresh the business. What a person edited or decided stays."""
    unwritten = 0 if scan.is_in_ledger else scan.cost_micros
    await record_calls(session, place.tenant_id, place.source, 1 if unwritten else 0, unwritten)
    if not scan.has_name:
        cost = place.cost_micros + scan.cost_micros
        await session.execute(update(Place).where(Place.id == place.id).values(cost_micros=cost))
        return Saved(0, "no_name", _NO_NAME)
    if scan.fetched is not None:
        await _keep_details(session, place, scan.fetched, scan.cost_micros)
        await compare_places(session, place.tenant_id, [place.id])
    business_id = await _business_of(session, place.id)
    if business_id is None:
        business_id = await make_business(session, place)
    await link_places_to(session, [place.id], business_id)
    await rebuild_business(session, business_id)
    return 1


async def _keep_details(session: AsyncSession, place: Place, fetched: FoundPlace, cost_micros: int) -> None:
    """Only the fields that were asked for: the others are as good as they were."""
    columns, asked = columns_of(fetched), fetched.known_fields
    row = {name: columns[name] for field in sorted(asked & COLUMNS_OF_FIELD.keys()) for name in COLUMNS_OF_FIELD[field]}
    replaced = {name for field in asked & FACTS_OF_FIELD.keys() for name in FACTS_OF_FIELD[field]}
    facts = {name: value for name, value in place.facts.items() if name not in replaced}
    row |= {
        "facts": facts | {name: value for name, value in columns["facts"].items() if name in (replaced or FACTS)},
        "known_fields": sorted({*place.known_fields, *asked}),
        "attribution": fetched.attribution,
        "fetched_at": fetched.fetched_at,
        "expires_at": _sooner(place.expires_at if place.expires_at and _is_kept(place, asked) else None, fetched),
        "cost_micros": place.cost_micros + cost_micros,
    }
    key = {"tenant_id": place.tenant_id, "source": place.source, "place_id": place.place_id}
    await upsert(session, Place, [key | row], key=tuple(key))


def _is_kept(place: Place, asked: frozenset[str]) -> bool:
    """Whether some of what the place already said is still in use."""
    return bool(frozenset(place.known_fields) - asked)


def _sooner(kept: datetime | None, fetched: FoundPlace) -> datetime | None:
    return min((moment for moment in (kept, fetched.expires_at) if moment is not None), default=None)


async def _business_of(session: AsyncSession, place_id: UUID) -> UUID | None:
    """The place's own, else that of a place that is the same business."""
    own = await session.scalar(select(Place.local_business_id).where(Place.id == place_id))
    if own is not None:
        return own
    pair = select(PlacePair.first_id, PlacePair.second_id).where(
        or_(PlacePair.first_id == place_id, PlacePair.second_id == place_id), PlacePair.decision == "merged"
    )
    others = [second if first == place_id else first for first, second in await session.execute(pair)]
    return await session.scalar(
        select(Place.local_business_id)
        .where(Place.id.in_(others), Place.local_business_id.is_not(None))
        .order_by(Place.id)
        .limit(1)
    )
