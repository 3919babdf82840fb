"""What a search keeps of what it found."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.fake_places import FakeSource, fake_clients, found
from tests.searches import look, make_search, queue_and_run, start_search

from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.errors import AreaTooLarge
from scrapersky.clients.places.source import Listing, PlaceQuery
from scrapersky.curation_sdk.declaring.tables import Run
from scrapersky.models import Place, PlacePair, PlaceSearch, PlaceSearchResult
from scrapersky.services.searches.visit import SearchInput, SearchPart
from scrapersky.services.single_search_service import save_search_part, search_places


async def count(session: AsyncSession, model: type[Any]) -> int:
    return await session.scalar(select(func.count()).select_from(model)) or 0


async def test_saving_a_part_twice_changes_nothing(engine: AsyncEngine) -> None:
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        search_id = await make_search(session, await make_tenant(session), source="fake")
        search = await session.get_one(PlaceSearch, search_id)
    part = await search_places(SearchInput(search, frozenset()), fake_clients())
    assert isinstance(part, SearchPart)
    reports = []
    for _ in range(2):
        async with AsyncSession(engine) as session, session.begin():
            await save_search_part(session, search, part)
            again = await session.get_one(PlaceSearch, search_id)
            reports.append((again.results, again.new_places, again.coverage, again.run, again.cost_micros))
            assert (await count(session, Place), await count(session, PlaceSearchResult)) == (2, 2)
    assert reports == [(2, 2, 1.0, 1, 0)] * 2


async def test_a_second_find_leaves_what_a_person_corrected(engine: AsyncEngine) -> None:
    search = await queue_and_run(engine, await start_search(engine, source="fake"), fake_clients())
    async with AsyncSession(engine) as session, session.begin():
        mine = update(Place).where(Place.place_id == "one")
        await session.execute(mine.values(name="As I say", edited_fields=["name"]))
    changed = FakeSource([found("one", name="As they say", website="https://new.example")])
    await queue_and_run(engine, search, fake_clients(changed))
    async with AsyncSession(engine) as session:
        place = await session.scalar(select(Place).where(Place.place_id == "one"))
    assert place is not None
    assert (place.name, place.website) == ("As I say", "https://new.example")


async def test_the_same_business_from_two_sources_is_merged_by_itself(engine: AsyncEngine) -> None:
    ours = FakeSource(
        [
            found("a", name="Cedar & Sons Dental", phone="+15125550100"),
            found("b", name="Oak Bakery", latitude=30.2701),
        ],
        "first",
    )
    theirs = FakeSource(
        [
            found("x", name="Dental Cedar and Sons", latitude=30.2703, phone="+15125550100"),
            found("y", name="Cedar & Sons Dental", latitude=30.4),
            found("z", name="Elm Garage", latitude=30.2702),
        ],
        "second",
    )
    clients = fake_clients(ours, theirs)
    search = await queue_and_run(engine, await start_search(engine, source="first"), clients)
    for _ in range(2):
        await queue_and_run(engine, await start_search(engine, search.tenant_id, source="second"), clients)
    async with AsyncSession(engine) as session:
        (pair,) = await session.scalars(select(PlacePair))
        names = await session.scalars(select(Place.place_id).where(Place.id.in_([pair.first_id, pair.second_id])))
    assert set(names) == {"a", "x"}
    assert (pair.decision, pair.decided_by) == ("merged", "ScraperSky")
    assert "same phone" in pair.why


class Overwhelmed(FakeSource):
    """Answers only for a sixteenth of the area or less."""

    asked_for: list[float]

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:
        if area.box.width > 0.11:
            raise AreaTooLarge("A fake", "Query timed out.")
        inside = [place for place in self.places if area.contains((place.latitude or 0, place.longitude or 0))]
        return Listing(tuple(inside))


async def test_an_area_too_large_for_one_question_is_split(engine: AsyncEngine) -> None:
    spots: Sequence[tuple[float, float]] = [(30.11 + 0.02 * n, -97.89 + 0.03 * n) for n in range(12)]
    source = Overwhelmed([found(f"p{n}", latitude=y, longitude=x) for n, (y, x) in enumerate(spots)])
    search = await queue_and_run(engine, await start_search(engine, source="fake"), fake_clients(source))
    assert (search.results, search.coverage, search.cells) == (12, 1.0, 16)


async def test_a_search_in_parts_says_how_many_places_all_of_them_brought(engine: AsyncEngine) -> None:
    source = Overwhelmed([found(f"p{n}", latitude=30.39, longitude=-97.51) for n in range(5)])
    search = await start_search(engine, source="fake")
    for _ in range(2):
        await queue_and_run(engine, search, fake_clients(source))
        async with AsyncSession(engine) as session:
            assert await session.scalar(select(PlaceSearch.single_search.produced)) == 5
            of_parts = list(await session.scalars(select(Run.produced).order_by(Run.id.desc()).limit(3)))
        assert of_parts == [0, 0, 0], "the last parts brought nothing"


async def test_a_limit_takes_no_more_and_says_what_share_that_is(engine: AsyncEngine) -> None:
    source = FakeSource([found(str(n)) for n in range(40)])
    search = await start_search(engine, source="fake", result_limit=10)
    search = await queue_and_run(engine, search, fake_clients(source))
    assert (search.results, search.coverage) == (10, 0.25)


@pytest.mark.parametrize("source", ["bing", ""])
async def test_an_unknown_source_is_named_with_those_there_are(engine: AsyncEngine, source: str) -> None:
    search = await queue_and_run(engine, await start_search(engine, source=source), fake_clients())
    seen = await look(engine, search)
    assert (seen["state"], seen["outcome"]) == ("Error", "unknown_source")
    assert "fake" in seen["error"]
