"""Places from a file: each row gets its result, and importing the file again changes nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import any_, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.place_files import SOURCE, place_in, reachable_by
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.extract.submitted.csv_rows import BadRow
from scrapersky.extract.submitted.headings import Subject
from scrapersky.extract.submitted.several import Several
from scrapersky.models import Place, PlaceSearch, PlaceSearchResult
from scrapersky.services.imports.files import SubmittedRow, queue_undecided, remark_on
from scrapersky.services.imports.results import ImportedRow, Verdict
from scrapersky.services.places.pairs import compare_places
from scrapersky.services.places.rows import link_places, save_places
from scrapersky.services.searches.lists import list_named

Row = tuple[int, FoundPlace | str]

_TOLD = ("name", "address", "category", "categories", "latitude", "longitude", "website", "phone", "facts")


@dataclass(frozen=True, slots=True)
class PlaceImporter:
    """Whose places they become, and in which list. If `queues`, places that nobody decided about yet are queued."""

    actor: Actor
    title: str
    queues: bool = False
    list_name: str | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    subject: ClassVar = Subject.PLACES
    verdicts: ClassVar = tuple(Verdict)
    model: ClassVar = Place

    async def write(
        self,
        session: AsyncSession,
        rows: Sequence[SubmittedRow],
        fields: Sequence[str],  # noqa: ARG002  a file tells of all of a place
    ) -> list[ImportedRow]:
        fetched_at = self.now()
        batch = [(row.line, place_in(row, self.title, fetched_at)) for row in rows]
        places = {place.place_id: place for _, place in batch if isinstance(place, FoundPlace)}
        search_id = await self._search(session)
        before = await self._said(session, places)
        saved = await save_places(session, self.actor.tenant_id, SOURCE, list(places.values()))
        ids = list(saved.ids.values())
        await link_places(session, self.actor.tenant_id, search_id, run=1, ids=ids, new_ids=saved.new_ids)
        await compare_places(session, self.actor.tenant_id, ids)
        if self.queues and ids:
            await queue_undecided(session, Place.deep_scan, self.actor, ids)
        await _report(session, search_id)
        after = await self._said(session, before)
        seen = {key: Verdict.KNOWN if after[key] == said else Verdict.UPDATED for key, said in before.items()}
        return list(_results(batch, saved.ids, seen, {row.line: _remark(row) for row in rows}))

    async def _said(self, session: AsyncSession, place_ids: Iterable[str]) -> dict[str, Sequence[Any]]:
        """What is there of these places."""
        told = [getattr(Place, name) for name in _TOLD]
        wanted = literal(list(place_ids), ARRAY(TEXT))
        found = await session.execute(
            select(Place.place_id, *told).where(
                Place.tenant_id == self.actor.tenant_id, Place.source == SOURCE, Place.place_id == any_(wanted)
            )
        )
        return {place_id: said for place_id, *said in found}

    async def _search(self, session: AsyncSession) -> UUID:
        """A file counts as a search, so that its places can be found by it and by its list."""
        list_id = await list_named(session, self.actor, self.list_name) if self.list_name else None
        mine = select(PlaceSearch.id).where(
            PlaceSearch.tenant_id == self.actor.tenant_id,
            PlaceSearch.source == SOURCE,
            PlaceSearch.phrase == self.title,
            PlaceSearch.list_id.is_not_distinct_from(list_id),
        )
        known = await session.scalar(mine.limit(1))
        if known is not None:
            return known
        search = PlaceSearch(
            tenant_id=self.actor.tenant_id,
            list_id=list_id,
            source=SOURCE,
            phrase=self.title,
            what="import",
            area=self.title,
            started_by=self.actor.name,
        )
        session.add(search)
        await session.flush()
        return search.id


async def _report(session: AsyncSession, search_id: UUID) -> None:
    mine = PlaceSearchResult.place_search_id == search_id
    counted = select(func.count()).where(mine).scalar_subquery()
    await session.execute(
        update(PlaceSearch).where(PlaceSearch.id == search_id).values(run=1, results=counted, coverage=1.0)
    )


def _remark(row: SubmittedRow) -> str | None:
    """A place has one number and one website, and any number of addresses."""
    read = {} if isinstance(row, BadRow) else reachable_by(row)
    if emails := read.get("email"):
        read["email"] = Several(emails.values[:1], emails.wrong)
    told = (remark_on(name, found, "left out") for name, found in read.items())
    return "; ".join(filter(None, told)) or None


def _results(
    batch: Sequence[Row], ids: Mapping[str, UUID], seen: dict[str, Verdict], remarks: Mapping[int, str | None]
) -> Iterator[ImportedRow]:
    """`seen` is what became of those that were there."""
    for line, place in batch:
        if isinstance(place, str):
            yield ImportedRow(line, Verdict.REFUSED, reason=place)
            continue
        verdict = seen.get(place.place_id, Verdict.ADDED)
        seen.setdefault(place.place_id, Verdict.UPDATED)
        yield ImportedRow(line, verdict, ids[place.place_id], remarks[line])
