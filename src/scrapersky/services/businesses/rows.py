"""Writing a business that is made of places."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.queue import upsert
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place
from scrapersky.services.businesses.merge import merge_places


async def rebuild_business(session: AsyncSession, business_id: UUID) -> None:
    """Work out a business anew from the places that are linked to it."""
    places = await _places_of(session, business_id)
    business = await session.get(LocalBusiness, business_id, populate_existing=True)
    if not places or business is None:
        return
    merged = merge_places(places)
    key = {"tenant_id": business.tenant_id, "source": business.source, "source_id": business.source_id}
    row: dict[str, Any] = {
        **key,
        **merged.values,
        "name": merged.values["name"] or _name_without_places(business),
        "provenance": merged.provenance,
        "attribution": merged.attribution,
        "expires_at": merged.expires_at,
    }
    await upsert(session, LocalBusiness, [row], key=tuple(key))


async def make_business(session: AsyncSession, place: Place) -> UUID:
    """The business that is known by this place's id; one that is there is left as it is."""
    row = {"tenant_id": place.tenant_id, "source": place.source, "source_id": place.place_id, "name": place.name or ""}
    (made,) = await upsert(session, LocalBusiness, [row], key=("tenant_id", "source", "source_id"), update=())
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


async def _places_of(session: AsyncSession, business_id: UUID) -> Sequence[Place]:
    linked = select(Place).where(Place.local_business_id == business_id).order_by(Place.id)
    return (await session.scalars(linked, execution_options={"populate_existing": True})).all()
