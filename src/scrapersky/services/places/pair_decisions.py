"""Whether two places are one business: decided by a person or because it is certain, and taken back by a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, func, literal_column, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from scrapersky.curation_sdk.decisions import hand_marks_over
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.errors import BadRequest, RowsNotFound
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Contact, LocalBusiness, Place, PlacePair
from scrapersky.services.businesses.merge import ADDRESS, said_by
from scrapersky.services.businesses.rows import link_places_to, part_businesses, rebuild_business

OPEN, MERGED, APART = "open", "merged", "apart"
CHOSEN = {name: (name,) for name in ("name", "phone", "website", "category")} | {"address": ADDRESS}
"""What a person may choose of one of two places, and the values of a business that this is."""


class PairDecided(ScraperSkyError):
    """Someone decided about the pair already; that is taken back first."""

    http_status = 409

    def __init__(self, decision: str, decided_by: str | None) -> None:
        super().__init__(f"{decided_by or 'Someone'} decided already: {decision}. Take that back first.")


class BusinessInWork(ScraperSkyError):
    """One of the two businesses is in a worker's hands."""

    http_status = 409
    message = "A worker is busy with one of the two businesses. Try again in a moment."


@dataclass(frozen=True, slots=True)
class PairPosition:
    """Where a pair stands in the list."""

    likeness: float
    id: UUID


@dataclass(frozen=True, slots=True)
class DecidedPairs:
    """How many were decided, and why the others were not."""

    decided: int
    refused: Mapping[UUID, str]


@dataclass(frozen=True, slots=True)
class PairDecisions:
    """One tenant's pairs, inside a transaction. Who does not wait leaves alone what others hold or have edited."""

    session: AsyncSession
    actor: Actor
    waits: bool = True

    async def pairs_after(self, place: PairPosition | None, decision: str, *, limit: int) -> Sequence[Any]:
        """The likeliest first, each with both its places.

        A page begins after a pair, so that deciding about some moves none of the others.
        """
        first, second = aliased(Place), aliased(Place)
        wanted = [PlacePair.tenant_id == self.actor.tenant_id, PlacePair.decision == decision]
        if place is not None:
            same = and_(PlacePair.likeness == place.likeness, PlacePair.id > place.id)
            wanted.append(or_(PlacePair.likeness < place.likeness, same))
        found = await self.session.execute(
            select(PlacePair, first, second)
            .join(first, first.id == PlacePair.first_id)
            .join(second, second.id == PlacePair.second_id)
            .where(*wanted)
            .order_by(PlacePair.likeness.desc(), PlacePair.id)
            .limit(limit)
        )
        return found.all()

    async def count(self, decision: str) -> int:
        mine = PlacePair.tenant_id == self.actor.tenant_id
        counted = select(func.count()).select_from(PlacePair).where(mine, PlacePair.decision == decision)
        return await self.session.scalar(counted) or 0

    async def keep_apart(self, pair_id: UUID) -> PlacePair:
        pair = await self._open_pair(pair_id)
        return await self._decide(pair, APART, None)

    async def merge(
        self, pair_id: UUID, keep: UUID | None = None, values: Mapping[str, UUID] = MappingProxyType({})
    ) -> PlacePair:
        """One business stays and takes in the other's places: that of the place to keep, else one that a person edited,
        else one that has a domain, else the older.

        Places without a business follow when they are scanned. `values` say of which place a value is taken; a person
        chose it, so it stays when the places are told anew. All others come from the most trusted source.
        """
        pair = await self._open_pair(pair_id)
        places = await self._places(pair)
        for named in {keep, *values.values()} - {None, pair.first_id, pair.second_id}:
            raise BadRequest(f"{named} is neither of the two places; name {pair.first_id} or {pair.second_id}.")
        kept = next((place.local_business_id for place in places if place.id == keep), None)
        businesses = await self._businesses(places, kept)
        undo = await self._absorb(businesses[0].id, businesses[1]) if len(businesses) == 2 else {}
        if values and not businesses:
            raise BadRequest("Neither of the two was scanned yet, so there is no business to give these values to.")
        if businesses:
            await link_places_to(self.session, [place.id for place in places], businesses[0].id)
            undo |= await _choose(self.session, businesses[0], places, values) if values else {}
            await rebuild_business(self.session, businesses[0].id)
        return await self._decide(pair, MERGED, undo)

    async def decide_many(self, pair_ids: Sequence[UUID], decision: str) -> DecidedPairs:
        """Merge or keep apart, one after the other. What cannot be decided now is told and stops none of the others."""
        decided, refused = 0, {}
        for pair_id in dict.fromkeys(pair_ids):
            try:
                await (self.merge(pair_id) if decision == MERGED else self.keep_apart(pair_id))
                decided += 1
            except (PairDecided, BusinessInWork, RowsNotFound) as error:
                refused[pair_id] = str(error)
        return DecidedPairs(decided, refused)

    async def open_pairs(self, least: float, most: int) -> Sequence[UUID]:
        """The likeliest open pairs of at least this likeness."""
        mine = [PlacePair.tenant_id == self.actor.tenant_id, PlacePair.decision == OPEN, PlacePair.likeness >= least]
        likeliest = select(PlacePair.id).where(*mine).order_by(PlacePair.likeness.desc(), PlacePair.id).limit(most)
        return (await self.session.scalars(likeliest)).all()

    async def take_back(self, pair_id: UUID) -> PlacePair:
        """As it was before: a business that was taken in comes back with its decisions, its domain and its contacts.

        The pair is never merged by itself again.
        """
        pair = await self._pair(pair_id)
        undo, was_merged = pair.undo or {}, pair.decision == MERGED
        pair = await self._decide(pair, OPEN, None)
        if was_merged:
            await _unchoose(self.session, undo.get("chosen"))
            await part_businesses(self.session, await self._places(pair), undo)
        return pair

    async def _businesses(self, places: Sequence[Place], kept: UUID | None) -> list[LocalBusiness]:
        """Those of the places, locked, the one to keep first."""
        ids = {place.local_business_id for place in places if place.local_business_id}
        wanted = select(LocalBusiness).where(LocalBusiness.id.in_(ids)).order_by(LocalBusiness.id)
        locked = wanted.with_for_update(skip_locked=not self.waits).execution_options(populate_existing=True)
        found = (await self.session.scalars(locked)).all()
        if len(found) < len(ids):
            raise BusinessInWork
        return sorted(found, key=lambda row: (row.id != kept, not row.edited_fields, row.domain_id is None, row.id))

    async def _absorb(self, kept: UUID, gone: LocalBusiness) -> dict[str, Any]:
        if not self.waits and gone.edited_fields:
            raise BusinessInWork
        moved = list(await self.session.scalars(select(Place.id).where(Place.local_business_id == gone.id)))
        whole = await self.session.scalar(
            select(func.to_jsonb(literal_column(LocalBusiness.__tablename__))).where(LocalBusiness.id == gone.id)
        )
        if "Processing" in (whole or {}).values():
            raise BusinessInWork
        await link_places_to(self.session, moved, kept)
        theirs = update(Contact).where(Contact.local_business_id == gone.id).values(local_business_id=kept)
        contacts = list(await self.session.scalars(theirs.returning(Contact.id)))
        # Those of the other stay where they are, for the day on which the two are parted again.
        await hand_marks_over(self.session, LocalBusiness.__tablename__, gone.id, kept)
        await self.session.execute(delete(LocalBusiness).where(LocalBusiness.id == gone.id))
        computed = {column.key for column in LocalBusiness.__table__.columns if column.computed is not None}
        business = {name: value for name, value in (whole or {}).items() if name not in computed}
        return {
            "business": business,
            "moved": [str(each) for each in moved],
            "contacts": [str(each) for each in contacts],
        }

    async def _places(self, pair: PlacePair) -> Sequence[Place]:
        both = select(Place).where(Place.id.in_([pair.first_id, pair.second_id])).order_by(Place.id)
        locked = both.with_for_update(key_share=True, skip_locked=not self.waits).execution_options(
            populate_existing=True
        )
        found = (await self.session.scalars(locked)).all()
        if len(found) < 2:
            raise BusinessInWork
        return found

    async def _pair(self, pair_id: UUID) -> PlacePair:
        mine = select(PlacePair).where(PlacePair.id == pair_id, PlacePair.tenant_id == self.actor.tenant_id)
        pair = await self.session.scalar(mine.with_for_update().execution_options(populate_existing=True))
        if pair is None:
            raise RowsNotFound(f"There is no pair {pair_id}.")
        return pair

    async def _open_pair(self, pair_id: UUID) -> PlacePair:
        pair = await self._pair(pair_id)
        if pair.decision != OPEN:
            raise PairDecided(pair.decision, pair.decided_by)
        return pair

    async def _decide(self, pair: PlacePair, decision: str, undo: dict[str, Any] | None) -> PlacePair:
        is_open = decision == OPEN
        await self.session.execute(
            update(PlacePair)
            .where(PlacePair.id == pair.id)
            .values(
                decision=decision,
                is_left_to_people=PlacePair.is_left_to_people if not is_open else True,
                decided_by=None if is_open else self.actor.name,
                decided_at=None if is_open else func.now(),
                undo=undo,
            )
        )
        await self.session.refresh(pair)
        return pair


async def _choose(
    session: AsyncSession, business: LocalBusiness, places: Sequence[Place], values: Mapping[str, UUID]
) -> dict[str, Any]:
    said = {place.id: said_by(place) for place in places}
    chosen = {name: said[place_id][name] for what, place_id in values.items() for name in CHOSEN[what]}
    edited = business.edited_fields
    former = {name: getattr(business, name) for name in chosen if name in edited}
    all_edited = [*edited, *(name for name in chosen if name not in edited)]
    mine = update(LocalBusiness).where(LocalBusiness.id == business.id)
    await session.execute(mine.values(chosen | {"edited_fields": all_edited}))
    return {"chosen": {"business": str(business.id), "fields": list(chosen), "former": former}}


async def _unchoose(session: AsyncSession, chosen: Mapping[str, Any] | None) -> None:
    """What a person had corrected before is so again; the rest is worked out anew from the places."""
    if chosen is None:
        return
    business = await session.get(LocalBusiness, UUID(chosen["business"]), populate_existing=True)
    if business is not None:
        former = chosen["former"]
        still = [name for name in business.edited_fields if name not in chosen["fields"] or name in former]
        mine = update(LocalBusiness).where(LocalBusiness.id == business.id)
        await session.execute(mine.values(former | {"edited_fields": still}))
