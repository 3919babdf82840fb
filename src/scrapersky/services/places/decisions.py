"""Deciding about places by the source's ids, in the words of the first interface."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Changed, Decision, change_status
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.plurals import plural
from scrapersky.models import Place
from scrapersky.models.place import PlaceStagingStatusEnum


@dataclass(frozen=True, slots=True)
class PlacesDecided:
    changed: Changed
    not_found: list[str]


async def decide_places(
    session: AsyncSession, actor: Actor, place_ids: Sequence[str], status: PlaceStagingStatusEnum
) -> PlacesDecided:
    """An id that two sources use means both places."""
    wanted = list(dict.fromkeys(place_ids))
    found = await session.execute(
        select(Place.id, Place.place_id).where(
            Place.tenant_id == actor.tenant_id, Place.place_id == any_(literal(wanted, ARRAY(TEXT)))
        )
    )
    ids: dict[UUID, str] = dict(found.all())
    if not ids:
        raise RowsNotFound(f"None of the {plural(len(wanted), 'place')} exists.")
    changed = await change_status(session, Place.deep_scan, actor, sorted(ids), Decision(status.meaning))
    there = set(ids.values())
    return PlacesDecided(changed, [place_id for place_id in wanted if place_id not in there])
