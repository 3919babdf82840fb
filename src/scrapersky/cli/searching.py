"""A search carried out in this process, with its progress told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.app.product import Product
from scrapersky.app.shared_product import make_runtime
from scrapersky.cli.running import say
from scrapersky.cli.terminal import console
from scrapersky.clients.clients import Clients
from scrapersky.coordination.dead_processes import forget_dead_processes
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable, State
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import Background, Lease, Runtime, process_single, rescue
from scrapersky.models import Place, PlaceSearch, PlaceSearchResult
from scrapersky.services.searches.requests import NewSearch, queue_search, start_search
from scrapersky.workflows.wf1_single_search import single_search

ROWS_AT_ONCE = 2_000
SECONDS_BETWEEN_LOOKS = 0.5
LOOKS_PER_LINE = 20

_SHOWN = (
    "place_id",
    "source",
    "name",
    "address",
    "website",
    "phone",
    "category",
    "latitude",
    "longitude",
    "attribution",
)


@dataclass(frozen=True, slots=True)
class SearchSummary:
    """How a search ended, or how far it has come."""

    id: UUID
    phrase: str
    state: str
    outcome: str | None
    message: str | None
    results: int
    new_places: int
    coverage: float | None
    cells: int
    saturated_cells: int
    cost_micros: int

    @property
    def is_under_way(self) -> bool:
        """Being worked on, or about to be; a search that waits for its quota or its budget is not."""
        return self.state == "Processing" or (self.state == "Queued" and self.outcome in (None, "searching"))


@dataclass(frozen=True, slots=True)
class Searching:
    """One person's searches, worked on here and now. A worker that is quicker is left to it."""

    product: Product
    clients: Clients
    actor: Actor
    is_quiet: bool = False

    async def run(self, asked: NewSearch) -> SearchSummary:
        async with self.product.sessions.begin() as session:
            search = await start_search(session, self.actor, asked, queue=False)
            earlier = await self._earlier(session, search)
            if await queue_search(session, self.actor, search.id) and search.results and not self.is_quiet:
                say(f"{earlier} It is searched again for what is new; Ctrl-C stops it.")
        async with self._worker() as runtime, self._telling(search.id):
            report = await self.look(search.id)
            while report.is_under_way:
                drained = await process_single(single_search, single_search.schedule, runtime, search.id)
                if not drained.claimed and not await self._rescued():
                    await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                report = await self.look(search.id)
        return report

    async def _earlier(self, session: AsyncSession, search: PlaceSearch) -> str:
        ended = PlaceSearch.single_search.updated_at
        seconds = await session.scalar(
            select(func.extract("epoch", func.now() - ended)).where(PlaceSearch.id == search.id)
        )
        return f"Searched {_ago(float(seconds or 0))}: {plural(search.results or 0, 'place')}."

    async def _rescued(self) -> int:
        """A search that somebody's process died with is anybody's."""
        return await rescue(single_search, single_search.schedule, self.product.engine)

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Runtime]:
        engine, settings = self.product.engine, self.product.settings
        if settings.database_url is None:
            await forget_dead_processes(engine)
        async with Lease(engine, settings.worker_lease_seconds).held() as lease:
            yield make_runtime(self.product, self.clients, lease)

    async def look(self, search_id: UUID) -> SearchSummary:
        curation = PlaceSearch.single_search
        async with self.product.sessions() as session:
            found = await session.execute(
                select(PlaceSearch, curation.state, curation.outcome, curation.processing_error).where(
                    PlaceSearch.id == search_id
                )
            )
            search, state, outcome, message = found.one()
        return SearchSummary(
            search_id,
            search.phrase,
            state,
            outcome,
            message,
            search.results or 0,
            search.new_places or 0,
            search.coverage,
            search.cells or 0,
            search.saturated_cells or 0,
            search.cost_micros,
        )

    @asynccontextmanager
    async def _telling(self, search_id: UUID) -> AsyncIterator[None]:
        telling = asyncio.create_task(self._tell(search_id))
        try:
            yield
        finally:
            telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling

    async def _tell(self, search_id: UUID) -> None:
        """A line that changes on a terminal, a line now and then elsewhere."""
        if self.is_quiet:
            return
        if not console.is_terminal:
            await self._show(search_id, say, SECONDS_BETWEEN_LOOKS * LOOKS_PER_LINE)
        with console.status("Searching …") as line:
            await self._show(search_id, line.update, SECONDS_BETWEEN_LOOKS)

    async def _show(self, search_id: UUID, show: Callable[[str], None], pause: float) -> None:
        """Until cancelled. That it could not be looked at once does not end the search."""

        async def look() -> None:
            await asyncio.sleep(pause)
            show(_words(await self.look(search_id)))

        await Background("progress", self.product.sessions).run(look, 0)

    async def places(self, search_id: UUID) -> AsyncIterator[dict[str, Any]]:
        """In pieces, however many there are."""
        last = UUID(int=0)
        while True:
            async with self.product.sessions() as session:
                found = await session.execute(
                    select(Place.id, *(getattr(Place, name) for name in _SHOWN))
                    .join(PlaceSearchResult, PlaceSearchResult.place_id == Place.id)
                    .where(PlaceSearchResult.place_search_id == search_id, Place.id > last)
                    .order_by(Place.id)
                    .limit(ROWS_AT_ONCE)
                )
                rows = found.mappings().all()
            if not rows:
                return
            last = rows[-1]["id"]
            for row in rows:
                yield dict(row)

    async def queue_places(self, search_id: UUID) -> int:
        """Those that nobody decided about yet, a few thousand at a time."""
        count = 0
        undecided = (
            select(Place.id)
            .join(PlaceSearchResult, PlaceSearchResult.place_id == Place.id)
            .where(PlaceSearchResult.place_search_id == search_id, Place.deep_scan.state == State.NEW.value)
            .limit(ROWS_AT_ONCE)
        )
        while True:
            async with self.product.sessions.begin() as session:
                ids = list(await session.scalars(undecided))
                if not ids:
                    return count
                await change_status(session, Place.deep_scan, self.actor, ids, Decision(Settable.QUEUED))
                count += len(ids)


def _words(report: SearchSummary) -> str:
    share = "" if report.coverage is None else f", about {report.coverage:.0%} of what there is"
    return f"{plural(report.results, 'place')} in {plural(report.cells, 'cell')}{share}"


def _ago(seconds: float) -> str:
    """
    >>> _ago(20), _ago(80), _ago(7_300), _ago(200_000)
    ('just now', '1 min ago', '2 h ago', '2 days ago')
    """
    for unit, length in ((" days", 86_400), (" h", 3_600), (" min", 60)):
        if seconds >= length:
            return f"{int(seconds // length)}{unit} ago"
    return "just now"
