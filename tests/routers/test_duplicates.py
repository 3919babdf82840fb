"""Duplicates as the browser shows them; what the decisions do is tested with the places."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business, make_tenant
from tests.fake_places import make_place

from scrapersky.curation_sdk.rendering import install_error_rendering
from scrapersky.curation_sdk.testing.applications import client_of, doors_by_header
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import PlacePair
from scrapersky.routers.duplicates import duplicates_router


@asynccontextmanager
async def client(engine: AsyncEngine, tenant_id: UUID, role: str = "curator") -> AsyncIterator[AsyncClient]:
    app = FastAPI()
    app.include_router(duplicates_router(doors_by_header(engine)))
    install_error_rendering(app)
    async with client_of(app, tenant_id, role) as opened:
        yield opened


async def make_pairs(engine: AsyncEngine, likenesses: list[float]) -> tuple[UUID, list[UUID]]:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        pairs = []
        for likeness in likenesses:
            first, second = sorted([await make_place(session, tenant_id) for _ in range(2)])
            pair = {
                "tenant_id": tenant_id,
                "first_id": first,
                "second_id": second,
                "likeness": likeness,
                "why": "alike",
            }
            pairs.append((await session.execute(insert(PlacePair).values(pair).returning(PlacePair.id))).scalar_one())
    return tenant_id, pairs


async def test_pages_have_every_pair_once_the_likeliest_first(engine: AsyncEngine) -> None:
    tenant_id, pairs = await make_pairs(engine, [0.7, 0.9, 0.7, 0.1 + 0.2, 1.0])
    seen, after = [], None
    async with client(engine, tenant_id, "viewer") as http:
        while True:
            answer = await http.get("/duplicates", params={"size": 2} | ({"after": after} if after else {}))
            told = answer.json()
            seen += [item["id"] for item in told["items"]]
            after = told["next"]
            assert told["total"] == 5
            if after is None:
                break
    assert seen == [str(pairs[number]) for number in (4, 1, 0, 2, 3)]


async def test_a_pair_is_shown_with_what_tells_the_two_apart(engine: AsyncEngine) -> None:
    tenant_id, _ = await make_pairs(engine, [0.9])
    async with client(engine, tenant_id) as http:
        (pair,) = (await http.get("/duplicates")).json()["items"]
    assert (pair["likeness"], pair["why"], pair["decision"]) == (0.9, "alike", "open")
    assert {"id", "source", "name", "latitude", "local_business_id"} <= set(pair["first"])
    async with AsyncSession(engine) as session, session.begin():
        stranger = await make_tenant(session)
    async with client(engine, stranger) as http:
        assert (await http.get("/duplicates")).json() == {"items": [], "next": None, "total": 0}
        assert (await http.post(f"/duplicates/{pair['id']}/apart")).status_code == 404


@pytest.mark.parametrize("after", ["nonsense", "0.9", "0.9:12", "x:019a86f2-5d3c-4c41-9d1e-2f0b6c1a7e55"])
async def test_what_is_no_place_in_the_list_is_refused(engine: AsyncEngine, after: str) -> None:
    tenant_id, _ = await make_pairs(engine, [])
    async with client(engine, tenant_id) as http:
        assert (await http.get("/duplicates", params={"after": after})).status_code == 422


@pytest.mark.parametrize("keep", [0, 1])
async def test_the_business_to_keep_stays(engine: AsyncEngine, keep: int) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        businesses = [await make_business(session, tenant_id, name=f"Cedar {number}") for number in range(2)]
        places = [await make_place(session, tenant_id, local_business_id=each) for each in businesses]
        first, second = sorted(places)
        pair = {"tenant_id": tenant_id, "first_id": first, "second_id": second, "likeness": 0.9, "why": "alike"}
        pair_id = (await session.execute(insert(PlacePair).values(pair).returning(PlacePair.id))).scalar_one()
    async with client(engine, tenant_id) as http:
        refused = await http.post(f"/duplicates/{pair_id}/merge", json={"keep": str(uuid4())})
        assert refused.status_code == 422
        merged = await http.post(f"/duplicates/{pair_id}/merge", json={"keep": str(places[keep])})
        assert (merged.status_code, merged.json()["decision"]) == (200, "merged")
    async with AsyncSession(engine) as session:
        assert list(await session.scalars(select(LocalBusiness.id))) == [businesses[keep]]
    async with client(engine, tenant_id) as http:
        (listed,) = (await http.get("/duplicates?decision=merged")).json()["items"]
        assert listed["decided_by"] == "test curator"
        assert (await http.post(f"/duplicates/{pair_id}/take-back")).json()["decision"] == "open"
    async with AsyncSession(engine) as session:
        assert set(await session.scalars(select(LocalBusiness.id))) == set(businesses)


async def test_who_may_only_look_decides_nothing(engine: AsyncEngine) -> None:
    tenant_id, (pair_id,) = await make_pairs(engine, [0.9])
    async with client(engine, tenant_id, "viewer") as http:
        for what in ("merge", "apart", "take-back"):
            assert (await http.post(f"/duplicates/{pair_id}/{what}", json={})).status_code == 403
