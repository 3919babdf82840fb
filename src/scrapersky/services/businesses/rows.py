"""Writing a business that is made of places, and taking it apart when a merged pair no longer holds it together."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Uuid, any_, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.queue import upsert
from scrapersky.models import Contact, LocalBusiness, Place, PlacePair
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


async def part_businesses(session: AsyncSession, places: Sequence[Place], undo: Mapping[str, Any]) -> None:
    """`undo` has the business that one of the two was before, if it was any, with its places and its contacts."""
    joined = {place.local_business_id for place in places}
    if len(joined) > 1 or joined == {None}:
        return
    (business_id,) = joined
    business = await session.get_one(LocalBusiness, business_id, populate_existing=True)
    members = (await session.scalars(select(Place).where(Place.local_business_id == business_id))).all()
    parts = await _parts(session, members)
    came_back, moved = await _bring_back(session, undo), set(undo.get("moved", ()))
    staying = min(parts, key=lambda part: (not _is_named_after(business, part), _has_some(part, moved)))
    for part in (each for each in parts if each is not staying):
        other = came_back if _has_some(part, moved) else await _business_for(session, part)
        await link_places_to(session, [place.id for place in part], other)
        if other is not None:
            await rebuild_business(session, other)
    await rebuild_business(session, business.id)


def _is_named_after(business: LocalBusiness, part: Sequence[Place]) -> bool:
    return any((place.source, place.place_id) == (business.source, business.source_id) for place in part)


def _has_some(part: Sequence[Place], ids: Collection[str]) -> bool:
    return any(str(place.id) in ids for place in part)


async def _business_for(session: AsyncSession, part: Sequence[Place]) -> UUID | None:
    """What was scanned is a business of its own now; what was not becomes one when it is."""
    scanned = select(Place.id).where(Place.id.in_([place.id for place in part]), Place.deep_scan.state == "Complete")
    first = await session.scalar(scanned.order_by(Place.id).limit(1))
    return await make_business(session, next(each for each in part if each.id == first)) if first else None


async def _bring_back(session: AsyncSession, undo: Mapping[str, Any]) -> UUID | None:
    if "business" not in undo:
        return None
    await upsert(session, LocalBusiness, [undo["business"]], key=("id",), update=())
    business_id = UUID(undo["business"]["id"])
    theirs = Contact.id.in_([UUID(each) for each in undo.get("contacts", ())])
    await session.execute(update(Contact).where(theirs).values(local_business_id=business_id))
    return business_id


async def _parts(session: AsyncSession, places: Iterable[Place]) -> list[list[Place]]:
    """The places in groups that merged pairs hold together, the oldest place's first."""
    by_id = {place.id: place for place in sorted(places, key=lambda each: each.id)}
    merged = select(PlacePair.first_id, PlacePair.second_id).where(
        PlacePair.first_id.in_(by_id), PlacePair.second_id.in_(by_id), PlacePair.decision == "merged"
    )
    groups = grouped(by_id, [(first, second) for first, second in await session.execute(merged)])
    return [[by_id[each] for each in group] for group in groups]


def grouped(ids: Collection[UUID], pairs: Iterable[tuple[UUID, UUID]]) -> list[list[UUID]]:
    """The ids in groups: what a pair joins is in one."""
    group_of = {each: [each] for each in ids}
    for first, second in pairs:
        one, other = group_of[first], group_of[second]
        if one is not other:
            one.extend(other)
            group_of |= dict.fromkeys(other, one)
    return list({id(group): group for group in group_of.values()}.values())
