"""Searches as people name them: by their words, or by their id."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.models.place_search import PlaceSearch

MOST_NAMED = 10


async def named_search(session: AsyncSession, tenant_id: UUID, name: str) -> PlaceSearch:
    """The only one of these words; where there are several, of other sources or limits, their ids tell them apart."""
    words = " ".join(name.split())
    same = func.lower(PlaceSearch.phrase) == words.lower()
    wanted = same if _id_of(words) is None else PlaceSearch.id == _id_of(words)
    mine = select(PlaceSearch).where(PlaceSearch.tenant_id == tenant_id, wanted).order_by(PlaceSearch.id.desc())
    found = list(await session.scalars(mine.limit(MOST_NAMED)))
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
    return {search_id: phrase for search_id, phrase in found}  # noqa: C416  rows are no pairs for a type checker
