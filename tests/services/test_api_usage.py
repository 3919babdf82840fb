"""What was paid for is written down in the transaction that keeps it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.fake_places import FakeSource, fake_clients, make_place
from tests.searches import queue_and_run, start_search

from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.source import Listing, PlaceQuery
from scrapersky.coordination.paid_calls import DatabasePaidCalls
from scrapersky.curation_sdk import Saved
from scrapersky.models import ApiCall, LocalBusiness, Place
from scrapersky.services.api_usage import midnight
from scrapersky.services.deep_scan_service import Scan, save_business, scan_place


class Paid(FakeSource):
    """Three pages at a price."""

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:
        free = await super().listing(query, area, most)
        return Listing(free.places, 3, 105_000)


async def calls(session: AsyncSession) -> list[Any]:
    found = await session.execute(select(ApiCall.source, ApiCall.calls, ApiCall.cost_micros))
    return [tuple(row) for row in found]


async def test_a_search_writes_down_the_pages_it_paid_for(engine: AsyncEngine) -> None:
    await queue_and_run(engine, await start_search(engine, source="fake"), fake_clients(Paid()))
    async with AsyncSession(engine) as session:
        assert await calls(session) == [("fake", 3, 105_000)]
    today = midnight(datetime.now(UTC))
    assert await DatabasePaidCalls(engine).since("fake", today) == 3
    assert await DatabasePaidCalls(engine).since("google", today) == 0


async def test_what_costs_nothing_is_not_written_down(engine: AsyncEngine) -> None:
    await queue_and_run(engine, await start_search(engine, source="fake"), fake_clients())
    async with AsyncSession(engine) as session:
        assert await calls(session) == []


async def test_a_scan_writes_down_its_one_request(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        place_id = await make_place(session, await make_tenant(session), known_fields=["name", "location"])
        place = await session.get_one(Place, place_id)
    scan = await scan_place(place, fake_clients())
    assert isinstance(scan, Scan)
    async with sessions.begin() as session:
        await save_business(session, place, scan)
        assert await calls(session) == [(place.source, 1, scan.cost_micros)]


class Nameless(FakeSource):
    """Sells details without a name."""

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing:
        sold = await super().details(place_id, fields)
        return replace(sold, places=tuple(replace(place, name=None) for place in sold.places))


async def test_a_scan_that_bought_no_name_is_written_down_and_makes_no_business(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        place_id = await make_place(session, await make_tenant(session), name=None, known_fields=["location"])
        place = await session.get_one(Place, place_id)
    scan = await scan_place(place, fake_clients(Nameless()))
    assert isinstance(scan, Scan)
    async with sessions.begin() as session:
        saved = await save_business(session, place, scan)
        assert saved == Saved(0, "no_name", "The source has no name for this place.")
        assert await calls(session) == [(place.source, 1, 20_000)]
        assert await session.scalar(select(Place.cost_micros)) == 20_000
        assert await session.scalar(select(LocalBusiness.id)) is None
