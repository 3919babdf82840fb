"""Starting searches, lists, and decisions by the source's ids."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.fake_places import fake_clients, make_place
from tests.routers.alone import client_alone
from tests.services.runs.test_rules import wait_until_somebody_waits
from tests.simulated import simulated_internet

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.registry import SOURCE_NAMES
from scrapersky.curation_sdk.declaring import Actor, Batch, Registry
from scrapersky.models import Place, PlaceSearch
from scrapersky.routers import origins, place_searches
from scrapersky.routers.place_searches import places_router
from scrapersky.services.searches.requests import NewSearch, queue_search, start_search


@asynccontextmanager
async def client(
    engine: AsyncEngine, tenant_id: UUID | None = None, role: str = "curator", clients: Clients | None = None
) -> AsyncIterator[AsyncClient]:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = tenant_id or await make_tenant(session)
    routers = (places_router(Registry([])), place_searches.router, origins.router)
    state = {"clients": clients or fake_clients(), "held": SimpleNamespace(sources=SOURCE_NAMES)}
    async with client_alone(engine, tenant_id, role, *routers, **state) as opened:
        yield opened


async def tenant(engine: AsyncEngine) -> UUID:
    async with AsyncSession(engine) as session, session.begin():
        return await make_tenant(session)


@pytest.mark.parametrize(
    ("word", "state", "queued"),
    [("Selected", "Queued", 2), ("Archived", "Skipped", 0), ("Rejected", "Skipped", 0), ("New", "New", 0)],
)
async def test_places_are_decided_about_by_the_sources_ids(
    engine: AsyncEngine, word: str, state: str, queued: int
) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        ids = [await make_place(session, tenant_id, place_id=f"ChIJ-{number}") for number in range(2)]
        foreign = await make_place(session, await make_tenant(session), place_id="ChIJ-foreign")
    body = {"place_ids": ["ChIJ-0", "ChIJ-1", "ChIJ-foreign", "ChIJ-1"], "status": word}
    async with client(engine, tenant_id) as http:
        answer = await http.put("/places/staging/status", json=body)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert sorted(told["updated_ids"]) == sorted(map(str, ids))
    assert (told["updated_count"], told["queued_count"], told["not_found"]) == (2, queued, ["ChIJ-foreign"])
    async with AsyncSession(engine) as session:
        found = await session.execute(select(Place.id, Place.deep_scan.state))
        states: dict[UUID, str] = dict(found.all())
    assert {states[each] for each in ids} == {state}
    assert states[foreign] == "New"


async def test_what_cannot_be_decided_changes_nothing(engine: AsyncEngine) -> None:
    async with client(engine) as http:
        for body, status in (
            ({"place_ids": ["x"], "status": "Selected"}, 404),
            ({"place_ids": ["x"], "status": "selected"}, 422),
            ({"place_ids": [], "status": "Selected"}, 422),
            ({"place_ids": ["x"], "status": "Complete"}, 422),
        ):
            assert (await http.put("/places/staging/status", json=body)).status_code == status, body


async def test_a_search_is_started_into_a_list(engine: AsyncEngine) -> None:
    body = {"phrase": "dentists in Austin, TX", "limit": 50, "list_name": "Acme  campaign", "radius": 2000}
    async with client(engine) as http:
        started = await http.post("/place-searches", json=body)
        assert started.status_code == 201, started.text
        again = (await http.post("/place-searches", json=body)).json()
        other = (await http.post("/place-searches", json=body | {"radius": 3000})).json()
        (kept,) = (await http.get("/lists")).json()
    assert (started.json()["what"], started.json()["area"]) == ("dentists", "Austin, TX")
    assert again["id"] == started.json()["id"] != other["id"], "the same words are the same search"
    assert (kept["name"], kept["searches"]) == ("Acme campaign", 2)
    async with AsyncSession(engine) as session:
        states = set(await session.scalars(select(PlaceSearch.single_search.state)))
    assert states == {"Queued"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"phrase": ""},
        {"phrase": "   "},
        {"phrase": "dentists"},
        {"phrase": "dentists in Austin", "limit": 0},
        {"phrase": "dentists in Austin", "radius": 1e9},
        {"phrase": "dentists", "polygon": [[0, 0], [1, 1]]},
        {"phrase": "dentists in Austin", "polygon": [[0, 0], [1, 1], [91, 0]]},
        {"phrase": "dentists in Austin", "list_name": " "},
    ],
)
async def test_an_order_that_makes_no_sense_is_refused_in_words(engine: AsyncEngine, wrong: dict[str, Any]) -> None:
    async with client(engine) as http:
        answer = await http.post("/place-searches", json=wrong)
    assert answer.status_code == 422
    assert answer.json()["detail"]
    async with AsyncSession(engine) as session:
        assert list(await session.scalars(select(PlaceSearch.id))) == []


async def test_an_estimate_costs_nothing_and_is_about_right(engine: AsyncEngine) -> None:
    async with simulated_internet(businesses=10_000) as internet, client(engine, clients=internet.clients) as http:
        answer = (await http.post("/place-searches/estimate", json={"phrase": "dentists in Austin, TX"})).json()
        started = await http.post("/place-searches", json={"phrase": "Dentists in Austin, TX", "queue": False})
        limited = {"phrase": "dentists in Austin, TX", "limit": 40}
        small = (await http.post("/place-searches/estimate", json=limited)).json()
        in_words = {"phrase": "40 dentists with email in Austin, TX"}
        said = (await http.post("/place-searches/estimate", json=in_words)).json()
        masks = {each.header("X-Goog-FieldMask") for each in internet.simulator.requests.to("places.googleapis.com")}
    assert masks == {"places.id,nextPageToken"}
    assert (answer["searched"], small["searched"]["id"]) == (None, started.json()["id"])
    assert answer["places"] == pytest.approx(343, rel=0.3)
    # 343 dentists cost $0.77 when they were searched for.
    assert answer["least_micros"] <= 770_000 <= answer["most_micros"]
    assert (answer["what"], answer["limit"], answer["only_with"]) == ("dentists", None, None)
    assert (said["what"], said["limit"], said["only_with"]) == ("dentists", 40, "e-mail")
    assert said["least_micros"] == small["least_micros"]
    assert (small["least_micros"], small["prices_checked_on"][:4]) == (70_000, "2026")


async def test_who_searches_again_is_told_what_the_first_search_found(engine: AsyncEngine) -> None:
    asked = {"phrase": "dentists in Austin, TX"}
    async with client(engine) as http:

        async def before(**more: object) -> Any:
            return (await http.post("/place-searches/before", json={**asked, **more})).json()

        assert await before() is None
        started = (await http.post("/place-searches", json=asked | {"queue": False})).json()
        told = await before(limit=5, list_name="Another", phrase="Dentists  in austin, TX")
        assert (told["id"], told["what"], told["area"]) == (started["id"], "dentists", "Austin, TX")
        assert (told["results"], told["is_running"], told["is_same"]) == (None, False, False)
        assert (await before(phrase="dentists in austin, TX"))["is_same"]
        assert not (await before(limit=5))["is_same"]
        assert not (await before(phrase="50 dentists in Austin, TX"))["is_same"]
        shouted = (await http.post("/place-searches", json={"phrase": "DENTISTS in Austin, TX", "queue": False})).json()
        assert shouted["id"] == started["id"]
        assert await before(phrase="dentists in Houston, TX") is None
        assert await before(source="overpass") is None
        await http.post("/place-searches", json=asked)
        assert (await before())["is_running"]
        listed = (await http.post("/place-searches", json=asked | {"list_name": "Acme  Ltd", "queue": False})).json()
        again = await before(list_name=" Acme Ltd")
        assert (again["id"], again["is_running"], again["is_same"]) == (listed["id"], False, True)
        assert not (await before(list_name="Acme"))["is_same"]
        first = await before()
        assert (first["id"], first["is_running"], first["is_same"]) == (started["id"], True, True), "not the latest"


async def test_the_same_asked_twice_at_one_moment_is_one_search_that_is_queued_once(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
    asked = NewSearch("dentists in Austin, TX", "overpass")

    async def start(words: NewSearch) -> UUID:
        async with sessions.begin() as session:
            return (await start_search(session, actor, words, queue=True)).id

    async with sessions.begin() as session:
        first = (await start_search(session, actor, asked, queue=True)).id
        second = asyncio.create_task(start(replace(asked, phrase="Dentists in austin, TX")))
        await wait_until_somebody_waits(sessions)
        assert await start(replace(asked, phrase="bakers in Austin, TX")) != first, "others do not wait"
    assert await second == first
    async with sessions() as session:
        assert await session.scalar(select(func.count()).select_from(PlaceSearch)) == 2
        assert await session.scalar(select(func.count()).select_from(Batch)) == 2


async def test_a_search_that_is_due_or_at_work_is_not_queued_again_and_one_that_was_put_off_is_due_at_once(
    sessions: Sessions,
) -> None:
    curation = PlaceSearch.single_search
    async with sessions.begin() as session:
        actor = Actor(await make_tenant(session), "ana")
        asked = NewSearch("dentists in Austin, TX", "overpass")
        search_id = (await start_search(session, actor, asked, queue=True)).id
        assert not await queue_search(session, actor, search_id)
        tomorrow = func.now() + timedelta(days=1)
        await session.execute(update(PlaceSearch).values({curation.queue_order: tomorrow, curation.outcome: "budget"}))
        assert await queue_search(session, actor, search_id)
        at_work = {curation.processing_status: "Processing", curation.claim: uuid4()}
        await session.execute(update(PlaceSearch).values(at_work))
        assert not await queue_search(session, actor, search_id)
        assert not await session.scalar(select(curation.run_again))


async def test_the_most_that_an_estimate_names_is_enough_for_cells_with_pages_that_are_not_full(
    engine: AsyncEngine,
) -> None:
    async with simulated_internet(businesses=5_000) as internet, client(engine, clients=internet.clients) as http:
        answer = (await http.post("/place-searches/estimate", json={"phrase": "dentists in Austin, TX"})).json()
    # 171 dentists cost $0.525 when they were searched for: 15 pages, of which 9 would hold them all.
    assert (answer["places"], answer["least_micros"], answer["most_micros"]) == (171, 315_000, 525_000)


@pytest.mark.parametrize("path", ["/places/staging", "/places/staging/list"])
async def test_places_are_listed_where_they_are_decided_about(engine: AsyncEngine, path: str) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        await make_place(session, tenant_id, place_id="ChIJ-1")
        await make_place(session, await make_tenant(session), place_id="ChIJ-foreign")
    async with client(engine, tenant_id) as http:
        answer = await http.get(path, params={"status_filter": "New", "page": 1, "size": 50})
    assert answer.status_code == 200
    assert (answer.json()["total"], len(answer.json()["items"])) == (1, 1)
