"""Searches as people name them: by their words, or by their id."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.models.place_search import PlaceSearch

MOST_TOLD = 10


async def named_search(session: AsyncSession, tenant_id: UUID, name: str) -> PlaceSearch:
    """By its words, unless several have the same with another source or limit; by its id in any case."""
    words = " ".join(name.split())
    search_id = _id_of(words)
    wanted = func.lower(PlaceSearch.phrase) == words.lower() if search_id is None else PlaceSearch.id == search_id
    mine = select(PlaceSearch).where(PlaceSearch.tenant_id == tenant_id, wanted).order_by(PlaceSearch.id.desc())
    found = list(await session.scalars(mine.limit(MOST_TOLD)))
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(f"{each.id} ({each.source})" for each in found)
        raise RowsNotFound(f"Several searches have these words; name one by its id: {ids}.")
    raise RowsNotFound(f"There is no search {words!r}; run it once: scrapersky search {words!r}.")


def _id_of(words: str) -> UUID | None:
    try:
        return UUID(words)
    except ValueError:
        return None


async def phrases_of(session: AsyncSession, ids: Sequence[UUID]) -> dict[UUID, str]:
    found = await session.execute(select(PlaceSearch.id, PlaceSearch.phrase).where(PlaceSearch.id.in_(ids)))
    return dict(found.all())
