"""Writing a business that is made of places."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Uuid, any_, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.queue import upsert
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place
from scrapersky.services.businesses.merge import merge_places

_KEY = ("tenant_id", "source", "source_id")
_IDS = bindparam("ids", type_=ARRAY(Uuid))
_BUSINESSES = select(LocalBusiness).where(LocalBusiness.id == any_(_IDS)).order_by(LocalBusiness.id)
_PLACES = select(Place).where(Place.local_business_id == any_(_IDS)).order_by(Place.id)


async def rebuild_business(session: AsyncSession, business_id: UUID) -> None:
    """Work out a business anew from the places that are linked to it."""
    await rebuild_businesses(session, [business_id])


async def rebuild_businesses(session: AsyncSession, ids: Collection[UUID]) -> None:
    if not ids:
        return
    places = await _places_of(session, ids)
    businesses = await session.scalars(_BUSINESSES, {"ids": list(ids)}, execution_options={"populate_existing": True})
    rows = [_merged(business, places[business.id]) for business in businesses if business.id in places]
    await upsert(session, LocalBusiness, rows, key=_KEY)


def _merged(business: LocalBusiness, places: Sequence[Place]) -> dict[str, Any]:
    merged = merge_places(places)
    return {
        **{name: getattr(business, name) for name in _KEY},
        **merged.values,
        "name": merged.values["name"] or _name_without_places(business),
        "provenance": merged.provenance,
        "attribution": merged.attribution,
        "expires_at": merged.expires_at,
    }


async def make_business(session: AsyncSession, place: Place) -> UUID:
    """The business that is known by this place's id; one that is there is left as it is."""
    row = {"tenant_id": place.tenant_id, "source": place.source, "source_id": place.place_id, "name": place.name or ""}
    (made,) = await upsert(session, LocalBusiness, [row], key=_KEY, update=())
    business_id: UUID = made.id
    return business_id


async def link_places_to(session: AsyncSession, place_ids: Sequence[UUID], business_id: UUID | None) -> None:
    linking = update(Place).where(Place.id.in_(place_ids)).values(local_business_id=business_id)
    await session.execute(linking.execution_options(synchronize_session=False))


def _name_without_places(business: LocalBusiness) -> str:
    """A name that a place gave, and that no place gives any more, is not ours to keep."""
    if "name" not in business.provenance:
        return business.name
    return business.domain or f"{business.source} {business.source_id}"


async def _places_of(session: AsyncSession, businesses: Collection[UUID]) -> dict[UUID, list[Place]]:
    places: dict[UUID, list[Place]] = defaultdict(list)
    for place in await session.scalars(
        _PLACES, {"ids": list(businesses)}, execution_options={"populate_existing": True}
    ):
        if place.local_business_id is not None:
            places[place.local_business_id].append(place)
    return places
