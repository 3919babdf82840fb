"""Starting searches, lists, pairs, and decisions by the source's ids."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.fake_places import fake_clients, make_place
from tests.simulated import simulated_internet

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.rendering import install_error_rendering
from scrapersky.curation_sdk.testing.applications import client_of, doors_by_header
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place, PlacePair
from scrapersky.models.place_search import PlaceSearch
from scrapersky.routers.places import places_router
from scrapersky.services.deep_scan_service import Scan, save_business


@asynccontextmanager
async def client(
    engine: AsyncEngine, tenant_id: UUID | None = None, role: str = "curator", clients: Clients | None = None
) -> AsyncIterator[AsyncClient]:
    app = FastAPI()
    app.include_router(places_router(doors_by_header(engine), lambda _: clients or fake_clients()))
    install_error_rendering(app)
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = tenant_id or await make_tenant(session)
    async with client_of(app, tenant_id, role) as opened:
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


async def test_a_viewer_starts_and_decides_nothing(engine: AsyncEngine) -> None:
    async with client(engine, role="viewer") as http:
        assert (await http.get("/lists")).status_code == 200
        for method, path, body in (
            ("PUT", "/places/staging/status", {"place_ids": ["x"], "status": "New"}),
            ("POST", "/place-searches", {"phrase": "dentists in Austin"}),
            ("POST", "/place-searches/estimate", {"phrase": "dentists in Austin"}),
            ("POST", "/lists", {"name": "x"}),
            ("POST", f"/places/pairs/{uuid4()}/merge", None),
        ):
            assert (await http.request(method, path, json=body)).status_code == 403, path


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
        limited = {"phrase": "dentists in Austin, TX", "limit": 40}
        small = (await http.post("/place-searches/estimate", json=limited)).json()
        masks = {each.header("X-Goog-FieldMask") for each in internet.simulator.requests.to("places.googleapis.com")}
    assert masks == {"places.id,nextPageToken"}
    assert answer["places"] == pytest.approx(343, rel=0.3)
    # 343 dentists cost $0.77 when they were searched for.
    assert answer["least_micros"] <= 770_000 <= answer["most_micros"]
    assert (small["least_micros"], small["prices_checked_on"][:4]) == (70_000, "2026")


async def pair_of_places(engine: AsyncEngine, *, scanned: int) -> tuple[UUID, UUID, list[UUID]]:
    """Two places and their pair; the first `scanned` of them are businesses already."""
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant_id = await make_tenant(session)
        told = {"google": {"phone": "+15125550100"}, "overpass": {"website": "https://cedar.example"}}
        ids = sorted([await make_place(session, tenant_id, source=name, **more) for name, more in told.items()])
        pair = {"tenant_id": tenant_id, "first_id": ids[0], "second_id": ids[1], "likeness": 0.9, "why": "alike"}
        pair_id = (await session.execute(insert(PlacePair).values(pair).returning(PlacePair.id))).scalar_one()
    for place_id in ids[:scanned]:
        await scan(engine, place_id)
    return tenant_id, pair_id, ids


async def scan(engine: AsyncEngine, place_id: UUID) -> None:
    async with AsyncSession(engine) as session, session.begin():
        await save_business(session, await session.get_one(Place, place_id), Scan(None))


async def businesses(engine: AsyncEngine) -> list[LocalBusiness]:
    async with AsyncSession(engine) as session:
        return list(await session.scalars(select(LocalBusiness).order_by(LocalBusiness.id)))


@pytest.mark.parametrize("scanned", [0, 1, 2])
async def test_a_merged_pair_becomes_one_business_and_can_be_taken_back(engine: AsyncEngine, scanned: int) -> None:
    tenant_id, pair_id, ids = await pair_of_places(engine, scanned=scanned)
    before = [(each.id, each.phone, each.website) for each in await businesses(engine)]
    async with client(engine, tenant_id) as http:
        (shown,) = (await http.get("/places/pairs")).json()
        assert (shown["first"]["source"], shown["second"]["source"]) == ("google", "overpass")
        merged = await http.post(f"/places/pairs/{pair_id}/merge")
        assert (merged.status_code, merged.json()["decision"]) == (200, "merged")
        assert (await http.post(f"/places/pairs/{pair_id}/keep-apart")).status_code == 409
        assert (await http.get("/places/pairs")).json() == []
    if scanned:
        (one,) = await businesses(engine)
        assert (one.phone, one.website) == ("+15125550100", "https://cedar.example")
    async with client(engine, tenant_id) as http:
        back = await http.post(f"/places/pairs/{pair_id}/take-back")
        assert (back.json()["decision"], back.json()["decided_by"]) == ("open", None)
    assert [(each.id, each.phone, each.website) for each in await businesses(engine)] == before
    async with client(engine, tenant_id) as http:
        await http.post(f"/places/pairs/{pair_id}/merge")
    for place_id in ids:
        await scan(engine, place_id)
    (one,) = await businesses(engine)
    assert (one.phone, one.website) == ("+15125550100", "https://cedar.example")
    assert one.provenance["website"]["source"] == "overpass"


async def test_a_pair_that_is_kept_apart_stays_two_businesses(engine: AsyncEngine) -> None:
    tenant_id, pair_id, ids = await pair_of_places(engine, scanned=1)
    async with client(engine, tenant_id) as http:
        apart = (await http.post(f"/places/pairs/{pair_id}/keep-apart")).json()
        assert (apart["decision"], apart["decided_by"]) == ("apart", "test curator")
    await scan(engine, ids[1])
    assert len(await businesses(engine)) == 2


async def test_a_foreign_pair_is_not_there(engine: AsyncEngine) -> None:
    _, pair_id, _ = await pair_of_places(engine, scanned=0)
    async with client(engine) as http:
        for what in ("merge", "keep-apart", "take-back"):
            assert (await http.post(f"/places/pairs/{pair_id}/{what}")).status_code == 404
        assert (await http.get("/places/pairs")).json() == []
