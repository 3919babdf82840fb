"""Merges the pairs that nobody needs to look at. A person can take each of them back."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import any_, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.queue import of_tenant
from scrapersky.models import Place, PlacePair
from scrapersky.services.businesses.rows import grouped
from scrapersky.services.places.likeness import CERTAIN
from scrapersky.services.places.pair_decisions import APART, MERGED, OPEN, BusinessInWork, PairDecisions

BY_ITSELF = "ScraperSky"
"""Who is said to have merged them."""
MOST_AT_ONCE = 5_000
_STEPS = 6


async def merge_certain_pairs(session: AsyncSession, tenant_id: UUID, places: Sequence[UUID] | None = None) -> int:
    """Merge those of these places, the likeliest first. What others have in hand is left for the daily sweep.

    A source lists a business once: two of its places never become one by themselves, nor what a person keeps apart.
    """
    pairs = await _certain(session, tenant_id, places)
    groups = await _groups(session, [each for pair in pairs for each in (pair.first_id, pair.second_id)])
    early: list[UUID] = []
    merged = 0
    for pair in pairs:
        if not groups.may_join(pair.first_id, pair.second_id):
            continue
        if groups.have_no_business(pair.first_id, pair.second_id):
            early.append(pair.id)
            groups.join(pair.first_id, pair.second_id)
            continue
        with suppress(BusinessInWork):
            await PairDecisions(session, Actor(tenant_id, BY_ITSELF, is_machine=True), waits=False).merge(pair.id)
            groups.join(pair.first_id, pair.second_id)
            merged += 1
    if early:
        decided = {"decision": MERGED, "decided_by": BY_ITSELF, "decided_at": func.now(), "undo": {}}
        await session.execute(update(PlacePair).where(PlacePair.id.in_(early)).values(decided))
    return merged + len(early)


async def sweep_certain_pairs(sessions: async_sessionmaker[AsyncSession]) -> int:
    """What was in somebody's hands when it was compared, for every tenant."""
    async with sessions() as session:
        waiting = select(PlacePair.tenant_id).where(PlacePair.decision == OPEN, PlacePair.likeness >= CERTAIN)
        tenants = (await session.scalars(waiting.where(PlacePair.is_left_to_people.is_(False)).distinct())).all()
    count = 0
    for tenant_id in tenants:
        async with of_tenant(sessions, tenant_id).begin() as session:
            count += await merge_certain_pairs(session, tenant_id)
    return count


async def _certain(session: AsyncSession, tenant_id: UUID, places: Sequence[UUID] | None) -> Sequence[PlacePair]:
    wanted = [
        PlacePair.tenant_id == tenant_id,
        PlacePair.decision == OPEN,
        PlacePair.likeness >= CERTAIN,
        PlacePair.is_left_to_people.is_(False),
    ]
    if places is not None:
        these = any_(literal(list(places), ARRAY(Place.id.type)))
        wanted.append(or_(PlacePair.first_id == these, PlacePair.second_id == these))
    likeliest = select(PlacePair).where(*wanted).order_by(PlacePair.likeness.desc(), PlacePair.id).limit(MOST_AT_ONCE)
    return (await session.scalars(likeliest.with_for_update(skip_locked=True))).all()


@dataclass(slots=True)
class _Groups:
    """Which places are one business already, or will be once they are scanned."""

    group_of: dict[UUID, list[UUID]] = field(default_factory=dict)
    sources: dict[UUID, str] = field(default_factory=dict)
    scanned: set[UUID] = field(default_factory=set)
    apart: set[tuple[UUID, UUID]] = field(default_factory=set)

    def may_join(self, first: UUID, second: UUID) -> bool:
        one, other = self.group_of[first], self.group_of[second]
        if one is other:
            return True
        if {self.sources[each] for each in one} & {self.sources[each] for each in other}:
            return False
        return not any((a, b) in self.apart or (b, a) in self.apart for a in one for b in other)

    def have_no_business(self, first: UUID, second: UUID) -> bool:
        return not any(each in self.scanned for some in (first, second) for each in self.group_of[some])

    def join(self, first: UUID, second: UUID) -> None:
        one, other = self.group_of[first], self.group_of[second]
        if one is not other:
            one.extend(other)
            self.group_of |= dict.fromkeys(other, one)


async def _groups(session: AsyncSession, place_ids: Iterable[UUID]) -> _Groups:
    """All places that hang together with these, by merged pairs and by businesses."""
    ids = set(place_ids)
    places: Sequence[Any] = ()
    pairs: Sequence[Any] = ()
    for _ in range(_STEPS):
        these = any_(literal(sorted(ids), ARRAY(Place.id.type)))
        either = or_(PlacePair.first_id == these, PlacePair.second_id == these)
        decided = select(PlacePair.first_id, PlacePair.second_id, PlacePair.decision)
        pairs = (await session.execute(decided.where(either, PlacePair.decision != OPEN))).all()
        theirs = select(Place.local_business_id).where(Place.id == these, Place.local_business_id.is_not(None))
        wanted = select(Place.id, Place.source, Place.local_business_id)
        places = (
            await session.execute(wanted.where(or_(Place.id == these, Place.local_business_id.in_(theirs))))
        ).all()
        merged = {each for first, second, decision in pairs if decision == MERGED for each in (first, second)}
        grown = ids | merged | {place.id for place in places}
        if grown == ids:
            break
        ids = grown
    known = {place.id: place for place in places}
    first_of: dict[UUID, UUID] = {}
    joined = [(a, b) for a, b, decision in pairs if decision == MERGED and a in known and b in known]
    joined += [(first_of.setdefault(p.local_business_id, p.id), p.id) for p in places if p.local_business_id]
    return _Groups(
        {each: group for group in grouped(known, joined) for each in group},
        {place.id: place.source for place in places},
        {place.id for place in places if place.local_business_id},
        {(first, second) for first, second, decision in pairs if decision == APART},
    )
