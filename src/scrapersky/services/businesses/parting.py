"""Taking a merged business apart: what is no longer held together by a merged pair becomes two again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.queue import upsert
from scrapersky.models.contact import Contact
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place, PlacePair
from scrapersky.services.businesses.rows import link_places_to, make_business, rebuild_business


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
