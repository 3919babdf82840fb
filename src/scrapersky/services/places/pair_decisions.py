"""A person says whether two places are one business, and can take it back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, func, literal_column, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.errors import BadRequest, RowsNotFound
from scrapersky.curation_sdk.queue import upsert
from scrapersky.errors import ScraperSkyError
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place, PlacePair
from scrapersky.services.businesses.rows import rebuild_business

OPEN, MERGED, APART = "open", "merged", "apart"


class PairDecided(ScraperSkyError):
    """Someone decided about the pair already; that is taken back first."""

    http_status = 409
    code = "pair_decided"

    def __init__(self, decision: str, decided_by: str | None) -> None:
        super().__init__(f"{decided_by or 'Someone'} decided already: {decision}. Take that back first.")


class BusinessInWork(ScraperSkyError):
    """One of the two businesses is in a worker's hands."""

    http_status = 409
    code = "business_in_work"

    def __init__(self) -> None:
        super().__init__("A worker is busy with one of the two businesses. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class PairPosition:
    """Where a pair stands in the list."""

    likeness: float
    id: UUID


@dataclass(frozen=True, slots=True)
class PairDecisions:
    """One tenant's pairs, inside the request's transaction."""

    session: AsyncSession
    actor: Actor

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

    async def merge(self, pair_id: UUID, keep: UUID | None = None) -> PlacePair:
        """One business stays and takes in the other's places: that of the place to keep, else the older.

        Places without a business follow when they are scanned.
        """
        pair = await self._open_pair(pair_id)
        places = await self._places(pair)
        if keep is not None and keep not in (pair.first_id, pair.second_id):
            raise BadRequest(f"{keep} is neither of the two places; keep {pair.first_id} or {pair.second_id}.")
        kept = next((place.local_business_id for place in places if place.id == keep), None)
        businesses = sorted(
            {place.local_business_id for place in places if place.local_business_id},
            key=lambda each: (each != kept, each),
        )
        undo: dict[str, Any] = {"places": {str(place.id): _text(place.local_business_id) for place in places}}
        if len(businesses) == 2:
            undo |= await self._absorb(*businesses)
        for place in places:
            if businesses:
                await self._link([place.id], businesses[0])
        if businesses:
            await rebuild_business(self.session, businesses[0])
        return await self._decide(pair, MERGED, undo)

    async def take_back(self, pair_id: UUID) -> PlacePair:
        """As it was before: a business that was taken in comes back with its decisions and its domain."""
        pair = await self._pair(pair_id)
        undo = pair.undo or {}
        if pair.decision == MERGED:
            places = await self._places(pair)
            joined = {place.local_business_id for place in places if place.local_business_id}
            if "business" in undo:
                await upsert(self.session, LocalBusiness, [undo["business"]], key=("id",), update=())
            for place_id, business_id in (undo.get("places", {}) | undo.get("moved", {})).items():
                await self._link([UUID(place_id)], UUID(business_id) if business_id else None)
            for business_id in sorted(joined | _ids(undo)):
                await rebuild_business(self.session, business_id)
        return await self._decide(pair, OPEN, None)

    async def _absorb(self, kept: UUID, gone: UUID) -> dict[str, Any]:
        moved = list(await self.session.scalars(select(Place.id).where(Place.local_business_id == gone)))
        whole = await self.session.scalar(
            select(func.to_jsonb(literal_column(LocalBusiness.__tablename__))).where(LocalBusiness.id == gone)
        )
        if "Processing" in (whole or {}).values():
            raise BusinessInWork
        await self._link(moved, kept)
        await self.session.execute(delete(LocalBusiness).where(LocalBusiness.id == gone))
        computed = {column.key for column in LocalBusiness.__table__.columns if column.computed is not None}
        business = {name: value for name, value in (whole or {}).items() if name not in computed}
        return {"business": business, "moved": {str(place_id): str(gone) for place_id in moved}}

    async def _link(self, place_ids: Sequence[UUID], business_id: UUID | None) -> None:
        linking = update(Place).where(Place.id.in_(place_ids)).values(local_business_id=business_id)
        await self.session.execute(linking.execution_options(synchronize_session=False))

    async def _places(self, pair: PlacePair) -> Sequence[Place]:
        both = select(Place).where(Place.id.in_([pair.first_id, pair.second_id])).order_by(Place.id)
        locked = both.with_for_update().execution_options(populate_existing=True)
        return (await self.session.scalars(locked)).all()

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
                decided_by=None if is_open else self.actor.name,
                decided_at=None if is_open else func.now(),
                undo=undo,
            )
        )
        await self.session.refresh(pair)
        return pair


def _text(business_id: UUID | None) -> str | None:
    return None if business_id is None else str(business_id)


def _ids(undo: dict[str, Any]) -> set[UUID]:
    return {UUID(business_id) for business_id in undo.get("places", {}).values() if business_id}
