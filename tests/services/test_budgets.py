"""Budgets: nothing is asked that cannot be paid for, and every request that is paid for is in the ledger."""

import asyncio
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.fake_places import make_place
from tests.searches import look, queue_and_run, start_search
from tests.simulated import place_settings_for_tests

from scrapersky.app.internet import open_clients
from scrapersky.cli.simulated import simulated_internet
from scrapersky.clients.places.errors import BudgetUsedUp
from scrapersky.clients.places.payer import Payer
from scrapersky.config.settings import Settings
from scrapersky.coordination.paid_calls import DatabasePaidCalls, over_budget
from scrapersky.curation_sdk.declaring import KeptRule
from scrapersky.models import ApiCall, Budget, PlaceSearch, PlaceSearchResult
from scrapersky.simulator.hosts import GOOGLE_PLACES_HOST
from scrapersky.simulator.simulator import Simulator

PRICE = 35_000


async def make_budget(sessions: Sessions, tenant_id: UUID, **values: Any) -> None:
    async with sessions.begin() as session:
        known = {"tenant_id": tenant_id, "per": "month", "changed_by": "ana"}
        await session.execute(insert(Budget).values(known | values))


async def ledger(sessions: Sessions) -> tuple[int, int]:
    async with sessions() as session:
        found = await session.execute(select(func.count(), func.coalesce(func.sum(ApiCall.cost_micros), 0)))
        count, micros = found.one()
        return count, int(micros)


@pytest.fixture
async def payer(sessions: Sessions) -> Payer:
    async with sessions.begin() as session:
        return Payer(await make_tenant(session), "google", "single_search", uuid4())


@pytest.mark.parametrize(
    "bound",
    [
        {"most_calls": 7},
        {"most_micros": 7 * PRICE + 1},
        {"most_calls": 7, "per": "search"},
        {"most_micros": 7 * PRICE, "source": "google"},
    ],
)
async def test_many_who_pay_at_once_never_go_over(
    engine: AsyncEngine, sessions: Sessions, payer: Payer, bound: dict[str, Any]
) -> None:
    await make_budget(sessions, payer.tenant_id, **bound)
    workers = [DatabasePaidCalls(engine) for _ in range(4)]
    asked = [worker.pay(payer, PRICE) for worker in workers for _ in range(5)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(answer is None for answer in answers) == 7
    assert all(answer is None or isinstance(answer, BudgetUsedUp) for answer in answers)
    assert await ledger(sessions) == (7, 7 * PRICE)


async def test_other_tenants_sources_and_searches_are_not_held_back(
    engine: AsyncEngine, sessions: Sessions, payer: Payer
) -> None:
    await make_budget(sessions, payer.tenant_id, most_calls=0, source="google")
    await make_budget(sessions, payer.tenant_id, most_calls=1, source="other", per="search")
    paid = DatabasePaidCalls(engine)
    async with sessions.begin() as session:
        stranger = Payer(await make_tenant(session), "google", "single_search", uuid4())
    await paid.pay(stranger, PRICE)
    for _ in range(2):
        await paid.pay(Payer(payer.tenant_id, "other", "single_search", uuid4()), PRICE)
    with pytest.raises(BudgetUsedUp, match=r"The budget for google allows 0 requests this month, less than the first"):
        await paid.pay(payer, PRICE)


async def test_a_search_says_beforehand_which_budget_it_may_go_above(
    engine: AsyncEngine, sessions: Sessions, payer: Payer
) -> None:
    async def told(least: int, most: int, search_id: UUID | None = None, source: str = "google") -> str | None:
        async with sessions() as session:
            return await over_budget(session, payer.tenant_id, source, micros=(least, most), search_id=search_id)

    assert await told(PRICE, 9 * PRICE) is None
    await make_budget(sessions, payer.tenant_id, most_micros=2 * PRICE, source="google", per="search")
    assert await told(PRICE, 2 * PRICE) is None
    assert await told(9 * PRICE, 9 * PRICE, source="other") is None
    assert (await told(PRICE, 3 * PRICE) or "").startswith(
        "It may go above the budget for google: $0.07 may be spent on"
    )
    await DatabasePaidCalls(engine).pay(payer, PRICE)
    assert (await told(2 * PRICE, 2 * PRICE, payer.row_id) or "").startswith(
        "It goes above the budget for google: $0.035"
    )
    await make_budget(sessions, payer.tenant_id, most_micros=2 * PRICE)
    assert "all sources: $0.035 may be spent this month" in (await told(PRICE, 2 * PRICE) or "")


async def test_details_of_a_place_are_paid_for_by_the_search_that_found_it(
    engine: AsyncEngine, sessions: Sessions, payer: Payer
) -> None:
    await make_budget(sessions, payer.tenant_id, most_calls=1, per="search")
    async with sessions.begin() as session:
        place_id = await make_place(session, payer.tenant_id)
        words = {"source": "google", "phrase": "x", "what": "x", "area": "y", "tenant_id": payer.tenant_id}
        search_id = await session.scalar(insert(PlaceSearch).values(words).returning(PlaceSearch.id))
        found = {"place_search_id": search_id, "place_id": place_id, "tenant_id": payer.tenant_id}
        await session.execute(insert(PlaceSearchResult).values(found))
    scan = Payer(payer.tenant_id, "google", "deep_scan", place_id)
    await DatabasePaidCalls(engine).pay(scan, PRICE)
    with pytest.raises(BudgetUsedUp, match="on this search"):
        await DatabasePaidCalls(engine).pay(scan, PRICE)


async def test_rules_of_the_workflow_rest_when_the_money_is_used_up(
    engine: AsyncEngine, sessions: Sessions, payer: Payer
) -> None:
    await make_budget(sessions, payer.tenant_id, most_calls=0)
    rule = {"tenant_id": payer.tenant_id, "name": "All", "place": 0, "written": {"name": "All"}, "changed_by": "ana"}
    async with sessions.begin() as session:
        names = ("single_search", "page_curation")
        await session.execute(insert(KeptRule), [rule | {"workflow": name} for name in names])
    with pytest.raises(BudgetUsedUp):
        await DatabasePaidCalls(engine).pay(payer, PRICE)
    async with sessions() as session:
        rests = dict((await session.execute(select(KeptRule.workflow, KeptRule.suspended))).all())
    assert rests["page_curation"] is None
    assert (rests["single_search"] or "").startswith("The budget for all sources allows 0 requests this month")


async def test_a_search_without_money_stays_queued_says_why_and_goes_on_when_there_is_more(
    engine: AsyncEngine, sessions: Sessions
) -> None:
    """The ledger has as many requests as the source itself counted, and costs what the search says it cost."""
    search = await start_search(engine, source="google")
    await make_budget(sessions, search.tenant_id, most_calls=2)
    async with Simulator(businesses=3_000, faults="none") as simulator:
        outside = replace(simulated_internet(simulator), place_settings=place_settings_for_tests())
        settings = Settings.model_validate({"fetch_interval_seconds": 0.0})
        async with open_clients(settings, engine, outside) as clients:
            await queue_and_run(engine, search, clients)
            told = await look(engine, search)
            assert (told["state"], await ledger(sessions)) == ("Queued", (2, 2 * PRICE))
            assert "The budget for all sources is used up" in told["single_search_processing_error"]
            assert paid_requests(simulator) == 2
            async with sessions.begin() as session:
                await session.execute(update(Budget).values(most_calls=10_000))
            ended = await queue_and_run(engine, search, clients)
        count, micros = await ledger(sessions)
        assert count == paid_requests(simulator) > 2
        assert micros == count * PRICE == ended.cost_micros
        assert (await look(engine, search))["state"] == "Complete"


def paid_requests(simulator: Simulator) -> int:
    """Those that asked for more than ids."""
    asked = simulator.requests.to(GOOGLE_PLACES_HOST)
    masks = [request.header("X-Goog-FieldMask") or "" for request in asked]
    return sum("displayName" in mask for mask in masks)
