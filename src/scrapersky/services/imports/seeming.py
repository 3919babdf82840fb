"""Which rows that a file brings seem to be there already, as the comparison of places tells: people decide about it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import and_, any_, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from scrapersky.models import LocalBusiness, Place, PlacePair
from scrapersky.services.places.pair_decisions import OPEN


@dataclass(frozen=True, slots=True)
class SeemingSame:
    """Another source's place that a new row may be, and how likely."""

    place_id: UUID
    name: str | None
    source: str
    likeness: float


async def seeming_same(
    session: AsyncSession, tenant_id: UUID, model: type[Any], ids: Collection[UUID]
) -> dict[UUID, SeemingSame]:
    """Of each row the likeliest pair that was found when it was written, and left to people."""
    if model not in (LocalBusiness, Place) or not ids:
        return {}
    own, other = aliased(Place), aliased(Place)
    row_id = own.id if model is Place else own.local_business_id
    either = or_(
        and_(PlacePair.first_id == own.id, PlacePair.second_id == other.id),
        and_(PlacePair.second_id == own.id, PlacePair.first_id == other.id),
    )
    found = await session.execute(
        select(row_id, other.id, other.name, other.source, PlacePair.likeness)
        .select_from(own)
        .join(PlacePair, or_(PlacePair.first_id == own.id, PlacePair.second_id == own.id))
        .join(other, either)
        .where(
            own.tenant_id == tenant_id,
            row_id == any_(literal(list(ids), ARRAY(PG_UUID()))),
            PlacePair.decision == OPEN,
        )
        .order_by(PlacePair.likeness, other.id)
    )
    return {
        each: SeemingSame(place_id, name, source, likeness)
        for each, place_id, name, source, likeness in found
        if each is not None
    }
