"""Named lists: a client or a campaign that searches belong to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, null, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.places.errors import EmptyPhrase
from scrapersky.curation_sdk.declaring import Actor, and_updated_at
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.lists import Origin
from scrapersky.models import List, PlaceSearch


async def list_named(session: AsyncSession, actor: Actor, name: str) -> UUID:
    """Made if it is new."""
    tidy = tidy_name(name)
    if not tidy:
        raise EmptyPhrase("A list needs a name.")
    row = {"tenant_id": actor.tenant_id, "name": tidy}
    made = insert(List).values(row)
    kept = made.on_conflict_do_update(index_elements=list(row), set_=and_updated_at({"name": tidy}))
    list_id: UUID = (await session.execute(kept.returning(List.id))).scalar_one()
    return list_id


def tidy_name(name: str) -> str:
    return " ".join(name.split())[:200]


async def lists_of(session: AsyncSession, tenant_id: UUID) -> Sequence[Any]:
    """Each with how many searches it has and how many places those found."""
    found = await session.execute(
        select(
            List.id,
            List.name,
            List.created_at,
            func.count(PlaceSearch.id).label("searches"),
            func.coalesce(func.sum(PlaceSearch.results), 0).label("places"),
            func.coalesce(func.sum(PlaceSearch.cost_micros), 0).label("cost_micros"),
        )
        .outerjoin(PlaceSearch, PlaceSearch.list_id == List.id)
        .where(List.tenant_id == tenant_id)
        .group_by(List.id, List.name, List.created_at)
        .order_by(List.name)
    )
    return found.all()


@dataclass(frozen=True, slots=True)
class RowSource:
    """A list or a search, as something to filter later rows by. `asked` is where the search looked."""

    origin: Origin
    label: str
    created_at: datetime
    asked: str | None = None

    @property
    def is_list(self) -> bool:
        return self.origin.table == List.__tablename__


async def newest_sources(session: AsyncSession, tenant_id: UUID, limit: int) -> list[RowSource]:
    """Lists and searches together, the newest first."""
    found: list[RowSource] = []
    for model, label, asked in ((List, List.name, null()), (PlaceSearch, PlaceSearch.phrase, PlaceSearch.source)):
        newest = select(model.id, label, model.created_at, asked).where(model.tenant_id == tenant_id)
        rows = await session.execute(newest.order_by(model.id.desc()).limit(limit))
        found += [RowSource(Origin(model.__tablename__, row[0]), row[1], row[2], row[3]) for row in rows]
    return sorted(found, key=lambda each: (each.created_at, each.origin.id), reverse=True)[:limit]


async def label_of_source(session: AsyncSession, tenant_id: UUID, origin: Origin) -> str:
    """What a list or search is called; one that is not there, or not the tenant's, is refused."""
    for model, label in ((List, List.name), (PlaceSearch, PlaceSearch.phrase)):
        if model.__tablename__ == origin.table:
            named = await session.scalar(select(label).where(model.id == origin.id, model.tenant_id == tenant_id))
            if named is not None:
                return named
    raise RowsNotFound(f"There is no list or search {origin}; the tabs offer those that there are.")
