"""Places from a file: each row gets its result, and importing the file again changes nothing."""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from typing import BinaryIO
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.place_files import SOURCE, PlaceFile
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable, State
from scrapersky.models.place import Place, PlaceSearchResult
from scrapersky.models.place_search import PlaceSearch
from scrapersky.services.places.pairs import compare_places
from scrapersky.services.places.rows import SavedPlaces, link_places, save_places
from scrapersky.services.searches.lists import list_named

ROWS_PER_TRANSACTION = 500

Row = tuple[int, FoundPlace | str]


class PlaceImportOutcome(StrEnum):
    """What became of one row of the file."""

    ADDED = "added"
    UPDATED = "updated"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ImportedPlace:
    """One row's result; `line` counts from 1, the header included."""

    line: int
    verdict: PlaceImportOutcome
    id: UUID | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceImporter:
    """Whose places they become, and in which list. `queue`: places that nobody decided about yet are queued."""

    sessions: async_sessionmaker[AsyncSession]
    actor: Actor
    queue: bool = False
    list_name: str | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def run(self, stream: BinaryIO, title: str) -> AsyncIterator[ImportedPlace]:
        """Read and write in batches, each committed: an import cut short is continued by importing again."""
        rows = PlaceFile(stream, title).places(self.now())
        search_id = await self._search(title)
        while batch := list(islice(rows, ROWS_PER_TRANSACTION)):
            for result in await self._import(search_id, batch):
                yield result
        async with self.sessions.begin() as session:
            await _report(session, search_id)

    async def _search(self, title: str) -> UUID:
        """A file counts as a search, so that its places can be found by it and by its list."""
        async with self.sessions.begin() as session:
            list_id = await list_named(session, self.actor, self.list_name) if self.list_name else None
            mine = select(PlaceSearch.id).where(
                PlaceSearch.tenant_id == self.actor.tenant_id,
                PlaceSearch.source == SOURCE,
                PlaceSearch.phrase == title,
                PlaceSearch.list_id.is_not_distinct_from(list_id),
            )
            known = await session.scalar(mine.limit(1))
            if known is not None:
                return known
            search = PlaceSearch(
                tenant_id=self.actor.tenant_id,
                list_id=list_id,
                source=SOURCE,
                phrase=title,
                what="import",
                area=title,
                started_by=self.actor.name,
            )
            session.add(search)
            await session.flush()
            return search.id

    async def _import(self, search_id: UUID, batch: Sequence[Row]) -> list[ImportedPlace]:
        places = {place.place_id: place for _, place in batch if isinstance(place, FoundPlace)}
        async with self.sessions.begin() as session:
            saved = await save_places(session, self.actor.tenant_id, SOURCE, list(places.values()))
            ids = list(saved.ids.values())
            await link_places(session, self.actor.tenant_id, search_id, run=1, ids=ids, new_ids=saved.new_ids)
            await compare_places(session, self.actor.tenant_id, ids)
            if self.queue and ids:
                await self._queue(session, ids)
        return list(_results(batch, saved))

    async def _queue(self, session: AsyncSession, ids: Sequence[UUID]) -> None:
        curation = Place.deep_scan
        undecided = select(Place.id).where(Place.id.in_(ids), curation.state == State.NEW.value)
        if new := list(await session.scalars(undecided)):
            await change_status(session, curation, self.actor, new, Decision(Settable.QUEUED))


async def _report(session: AsyncSession, search_id: UUID) -> None:
    mine = PlaceSearchResult.place_search_id == search_id
    counted = select(func.count()).where(mine).scalar_subquery()
    await session.execute(
        update(PlaceSearch).where(PlaceSearch.id == search_id).values(run=1, results=counted, coverage=1.0)
    )


def _results(batch: Sequence[Row], saved: SavedPlaces) -> Iterator[ImportedPlace]:
    seen: set[str] = set()
    ids: Mapping[str, UUID] = saved.ids
    for line, place in batch:
        if isinstance(place, str):
            yield ImportedPlace(line, PlaceImportOutcome.REFUSED, reason=place)
            continue
        row_id = ids[place.place_id]
        is_new = row_id in saved.new_ids and place.place_id not in seen
        seen.add(place.place_id)
        yield ImportedPlace(line, PlaceImportOutcome.ADDED if is_new else PlaceImportOutcome.UPDATED, row_id)
