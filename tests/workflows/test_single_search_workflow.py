"""Single search end to end: a person types a phrase and reads how much of it was found."""

import asyncio

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.searches import look, queue_and_run, reread, run_queue, start_search
from tests.simulated import simulated_internet

from scrapersky.curation_sdk.testing import NamesConformance
from scrapersky.models import Place, PlaceSearch, PlaceSearchResult
from scrapersky.simulator.google.service import KEY_WITH_SERVICE_DISABLED, VALID_KEY, GoogleQuotas, Quota
from scrapersky.simulator.simulator import SimulatedLimits
from scrapersky.simulator.vocabulary import CATEGORIES, CITIES
from scrapersky.simulator.world import World
from scrapersky.workflows.wf1_single_search import single_search

CITY_OF_2000 = 58_180


class TestSingleSearchNames(NamesConformance):
    workflow = single_search

    def test_examples_from_the_checklist(self) -> None:
        names = single_search.names
        assert names.update_status_batch == "update_place_search_status_batch"
        assert names.setting("batch_size") == "SINGLE_SEARCH_SCHEDULER_BATCH_SIZE"


def dentists_in_austin(world: World) -> int:
    return world.numbering.block(CITIES[0], CATEGORIES[0]).count


async def places(engine: AsyncEngine) -> int:
    async with AsyncSession(engine) as session:
        return await session.scalar(select(func.count()).select_from(Place)) or 0


@pytest.mark.parametrize("limit", [None, 20, 300])
async def test_coverage_is_the_share_found_of_a_city_that_holds_more_than_the_cap(
    engine: AsyncEngine, limit: int | None
) -> None:
    async with simulated_internet(businesses=CITY_OF_2000) as internet:
        truth = dentists_in_austin(internet.simulator.world)
        assert truth == 2000
        search = await queue_and_run(engine, await start_search(engine, result_limit=limit), internet.clients)
    assert search.results == search.new_places == await places(engine) == (limit or truth)
    assert search.coverage is not None
    assert abs(search.coverage - (limit or truth) / truth) <= 0.03
    assert search.cells is not None
    assert search.cells > 30
    assert search.progress is None
    # Twenty places a page would be the least; small cells waste a part of theirs.
    assert 35_000 * search.results / 20 <= search.cost_micros <= 70_000 * search.results / 20


async def test_running_again_finds_what_is_new_and_pays_for_nothing_else(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=3_000) as internet:
        search = await queue_and_run(engine, await start_search(engine), internet.clients)
        first = search.results
        again = await queue_and_run(engine, search, internet.clients)
    assert (again.run, again.results, again.new_places) == (2, first, 0)
    assert again.cost_micros == search.cost_micros > 0
    async with simulated_internet(businesses=3_100) as internet:
        more = await queue_and_run(engine, search, internet.clients)
    assert more.results is not None
    assert first is not None
    assert more.new_places == more.results - first > 0


async def test_a_place_that_two_searches_found_is_one_place(engine: AsyncEngine) -> None:
    async with simulated_internet() as internet:
        search = await queue_and_run(engine, await start_search(engine), internet.clients)
        second = await start_search(engine, search.tenant_id, phrase="dentist in Austin", what="dentist")
        second = await queue_and_run(engine, second, internet.clients)
    assert (second.results, second.new_places) == (search.results, 0)
    assert await places(engine) == search.results
    async with AsyncSession(engine) as session:
        links = await session.scalar(select(func.count()).select_from(PlaceSearchResult))
    assert links == 2 * (search.results or 0)


async def test_a_bad_key_is_an_error_in_words_and_the_search_goes_on_with_a_good_one(engine: AsyncEngine) -> None:
    search = await start_search(engine)
    async with simulated_internet(google_places_api_key="AIza-not-a-key") as internet:
        search = await queue_and_run(engine, search, internet.clients)
        seen = await look(engine, search)
        assert (seen["state"], seen["outcome"]) == ("Error", "bad_key")
        assert "GOOGLE_PLACES_API_KEY" in seen["error"]
        assert "AIza" not in seen["error"]
    async with simulated_internet(google_places_api_key=KEY_WITH_SERVICE_DISABLED) as internet:
        search = await queue_and_run(engine, search, internet.clients)
        seen = await look(engine, search)
        assert (seen["state"], seen["outcome"]) == ("Error", "service_disabled")
        assert "4815" not in seen["error"], "the project's number is nobody's business"
    async with simulated_internet(google_places_api_key=VALID_KEY) as internet:
        search = await queue_and_run(engine, search, internet.clients)
    assert (await look(engine, search))["state"] == "Complete"
    assert search.results == 17


async def test_an_exhausted_day_puts_the_search_off_and_it_goes_on_where_it_was(engine: AsyncEngine) -> None:
    search = await start_search(engine)
    tight = SimulatedLimits(google=GoogleQuotas(search_text=Quota(10_000, 20)))
    async with simulated_internet(businesses=10_000, limits=tight) as internet:
        search = await queue_and_run(engine, search, internet.clients)
        seen = await look(engine, search)
        asked = sum(r.target == "/v1/places:searchText" for r in internet.simulator.requests)
    assert (seen["state"], seen["outcome"], seen["attempts"]) == ("Queued", "quota", 0)
    assert "20 requests a day" in seen["error"]
    assert search.progress is not None
    cells_before = search.cells
    assert cells_before
    async with simulated_internet(businesses=10_000) as internet:
        done = await queue_and_run(engine, search, internet.clients)
        afterwards = sum(r.target == "/v1/places:searchText" for r in internet.simulator.requests)
    truth = dentists_in_austin(World(1, 10_000))
    assert (done.results, done.coverage) == (truth, 1.0)
    assert asked >= 20
    async with simulated_internet(businesses=10_000) as internet:
        whole = await queue_and_run(engine, await start_search(engine), internet.clients)
        from_start = sum(r.target == "/v1/places:searchText" for r in internet.simulator.requests)
    assert whole.results == truth
    assert afterwards < from_start, "it resumed rather than restarted"
    assert whole.cells == done.cells


async def test_a_minutes_quota_is_waited_out(engine: AsyncEngine) -> None:
    tight = SimulatedLimits(google=GoogleQuotas(search_text=Quota(5, 10_000)))
    async with simulated_internet(businesses=10_000, limits=tight) as internet:
        search = await queue_and_run(engine, await start_search(engine), internet.clients)
    seen = await look(engine, search)
    assert (seen["state"], seen["outcome"]) == ("Queued", "quota")
    assert "5 requests a minute" in seen["error"]


async def test_a_budget_that_is_spent_stops_the_paying(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=10_000, place_search_budget_dollars=0.2) as internet:
        search = await queue_and_run(engine, await start_search(engine), internet.clients)
        seen = await look(engine, search)
    assert (seen["state"], seen["outcome"]) == ("Queued", "budget")
    assert 0 < search.cost_micros <= 200_000
    assert "$0.20" in seen["error"]
    assert search.results
    async with simulated_internet(businesses=10_000) as internet:
        done = await queue_and_run(engine, search, internet.clients)
    assert done.results == dentists_in_austin(World(1, 10_000))


async def test_an_unknown_place_is_said_and_nothing_is_lost(engine: AsyncEngine) -> None:
    async with simulated_internet() as internet:
        search = await queue_and_run(engine, await start_search(engine, area="Nowhereville, ZZ"), internet.clients)
    seen = await look(engine, search)
    assert (seen["state"], seen["outcome"]) == ("Error", "unknown_area")
    assert "Nowhereville" in seen["error"]


async def test_finding_nothing_is_complete_and_says_so(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=1) as internet:
        search = await queue_and_run(engine, await start_search(engine, area="Graz"), internet.clients)
    seen = await look(engine, search)
    assert (seen["state"], seen["outcome"], search.results) == ("Complete", "no_results", 0)


async def test_a_source_that_stumbles_now_and_then_is_asked_again(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=10_000, faults="hostile") as internet:
        search = await start_search(engine)
        search = await queue_and_run(engine, search, internet.clients)
        for _ in range(5):
            await run_queue(engine, internet.clients)
    assert (await reread(engine, search)).results == dentists_in_austin(World(1, 10_000))


async def test_a_radius_searches_around_the_middle_of_the_area(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=10_000) as internet:
        search = await start_search(engine, area_shape={"radius": 5_000})
        search = await queue_and_run(engine, search, internet.clients)
    assert search.area_shape is not None
    assert search.area_shape["radius"] == 5_000
    assert 20 < (search.results or 0) < 343


async def test_a_search_that_is_cut_off_goes_on_from_the_last_part_it_saved(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=30_000) as internet:
        search = await start_search(engine)
        cut = asyncio.create_task(queue_and_run(engine, search, internet.clients, grace=0))
        await eventually(engine, search)
        cut.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cut
        stopped = await reread(engine, search)
        before = len(internet.simulator.requests)
        assert stopped.progress is not None
        await run_queue(engine, internet.clients)
        after = len(internet.simulator.requests) - before
    done = await reread(engine, search)
    assert done.results == dentists_in_austin(World(1, 30_000))
    assert (done.run, done.progress, done.coverage) == (1, None, 1.0)
    async with simulated_internet(businesses=30_000) as internet:
        await queue_and_run(engine, await start_search(engine), internet.clients)
        whole = len(internet.simulator.requests)
    assert after < whole


async def eventually(engine: AsyncEngine, search: PlaceSearch) -> None:
    """Until the first part is saved."""
    async with asyncio.timeout(50):
        while not (await reread(engine, search)).progress:  # noqa: ASYNC110  it happens in the database
            await asyncio.sleep(0.01)
