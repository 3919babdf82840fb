"""Places that may be one business: the list, and what the decisions do."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business, make_tenant
from tests.contacts import make_contact
from tests.fake_places import make_place
from tests.routers.alone import client_alone

from scrapersky.curation_sdk.decisions import take_back
from scrapersky.curation_sdk.declaring import Actor, Change, Registry, RowMark
from scrapersky.models import Contact, LocalBusiness, Place, PlacePair
from scrapersky.routers import duplicates
from scrapersky.services.deep_scan_service import Scan, save_business
from scrapersky.workflows import product_workflows


@asynccontextmanager
async def client(engine: AsyncEngine, tenant_id: UUID, role: str = "curator") -> AsyncIterator[AsyncClient]:
    async with client_alone(engine, tenant_id, role, duplicates.router) as opened:
        yield opened


async def make_pair(session: AsyncSession, tenant_id: UUID, places: Iterable[UUID], likeness: float = 0.9) -> UUID:
    first, second = sorted(places)
    pair = {"tenant_id": tenant_id, "first_id": first, "second_id": second, "likeness": likeness, "why": "alike"}
    return (await session.execute(insert(PlacePair).values(pair).returning(PlacePair.id))).scalar_one()


async def make_pairs(engine: AsyncEngine, likenesses: list[float]) -> tuple[UUID, list[UUID]]:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        pairs = []
        for likeness in likenesses:
            places = [await make_place(session, tenant_id) for _ in range(2)]
            pairs.append(await make_pair(session, tenant_id, places, likeness))
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
        facts = [{"street": "1 Main", "city": city, "country": "US"} for city in ("Austin", "Dallas")]
        told = [
            {"phone": f"+1512555010{number}", "facts": facts[number], "local_business_id": each}
            for number, each in enumerate(businesses)
        ]
        places = [await make_place(session, tenant_id, **each) for each in told]
        pair_id = await make_pair(session, tenant_id, places)
    async with client(engine, tenant_id) as http:
        refused = await http.post(f"/duplicates/{pair_id}/merge", json={"keep": str(uuid4())})
        assert refused.status_code == 422
        wanted = {"keep": str(places[keep]), "values": {"phone": str(places[0]), "address": str(places[1])}}
        merged = await http.post(f"/duplicates/{pair_id}/merge", json=wanted)
        assert (merged.status_code, merged.json()["decision"]) == (200, "merged")
    async with AsyncSession(engine) as session:
        (one,) = await session.scalars(select(LocalBusiness))
        assert (one.id, one.phone, one.city) == (businesses[keep], "+15125550100", "Dallas")
        assert "phone" in one.edited_fields
    async with client(engine, tenant_id) as http:
        (listed,) = (await http.get("/duplicates?decision=merged")).json()["items"]
        assert listed["decided_by"] == "test curator"
        assert (await http.post(f"/duplicates/{pair_id}/take-back")).json()["decision"] == "open"
    async with AsyncSession(engine) as session:
        back = {one.id: one for one in await session.scalars(select(LocalBusiness))}
        assert [(back[each].city, back[each].edited_fields) for each in businesses] == [("Austin", []), ("Dallas", [])]


async def pair_of_places(engine: AsyncEngine, *, scanned: int) -> tuple[UUID, UUID, list[UUID]]:
    """Two places and their pair; the first `scanned` of them are businesses already."""
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant_id = await make_tenant(session)
        told = {"google": {"phone": "+15125550100"}, "overpass": {"website": "https://cedar.example"}}
        ids = sorted([await make_place(session, tenant_id, source=name, **more) for name, more in told.items()])
        pair_id = await make_pair(session, tenant_id, ids)
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
        (shown,) = (await http.get("/duplicates")).json()["items"]
        assert (shown["first"]["source"], shown["second"]["source"]) == ("google", "overpass")
        merged = await http.post(f"/duplicates/{pair_id}/merge", json={})
        assert (merged.status_code, merged.json()["decision"]) == (200, "merged")
        assert (await http.post(f"/duplicates/{pair_id}/apart")).status_code == 409
        assert (await http.get("/duplicates")).json() == {"items": [], "next": None, "total": 0}
    if scanned:
        (one,) = await businesses(engine)
        assert (one.phone, one.website) == ("+15125550100", "https://cedar.example")
    async with client(engine, tenant_id) as http:
        back = await http.post(f"/duplicates/{pair_id}/take-back")
        assert (back.json()["decision"], back.json()["decided_by"]) == ("open", None)
    assert [(each.id, each.phone, each.website) for each in await businesses(engine)] == before
    async with client(engine, tenant_id) as http:
        await http.post(f"/duplicates/{pair_id}/merge", json={})
    for place_id in ids:
        await scan(engine, place_id)
    (one,) = await businesses(engine)
    assert (one.phone, one.website) == ("+15125550100", "https://cedar.example")
    assert one.provenance["website"]["source"] == "overpass"


async def test_a_pair_that_is_kept_apart_stays_two_businesses(engine: AsyncEngine) -> None:
    tenant_id, pair_id, ids = await pair_of_places(engine, scanned=1)
    async with client(engine, tenant_id) as http:
        apart = (await http.post(f"/duplicates/{pair_id}/apart")).json()
        assert (apart["decision"], apart["decided_by"]) == ("apart", "test curator")
    await scan(engine, ids[1])
    assert len(await businesses(engine)) == 2


async def test_contacts_that_are_certainly_one_are_merged_field_by_field_and_parted_again(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        spellings: dict[str, dict[str, Any]] = {
            "ana@cedar.example": {"name": "Ana Cruz", "role": "Owner", "confidence": 0.9},
            "Ana@cedar.example": {"phone": "+15125550100", "phone_kind": "mobile", "identity": "other"},
            "ANA@cedar.example": {"name": "ana cruz", "role": "Boss", "identity": "third"},
            "aNA@cedar.example": {"identity": "fourth", "contact_delivery_curation_status": "Skipped"},
        }
        ana, bare, worker, skipped = [
            await make_contact(session, tenant_id, email=email, **values) for email, values in spellings.items()
        ]
        for name in ("Bo", "Cy"):  # two people with one address are not certainly one
            await make_contact(session, tenant_id, email="desk@cedar.example", name=name, identity=name)
        for each in range(2):  # nor is somebody without an address, but for a number
            await make_contact(session, tenant_id, email=None, phone="+15125550111" if each else None)
        marks = {"table_name": "contacts", "tenant_id": tenant_id}
        await session.execute(insert(RowMark).values(marks | {"row_id": bare, "tags": ["vip"], "note": "call"}))
    before = await contacts_now(engine, tenant_id)
    async with client(engine, tenant_id) as http:
        told = (await http.get("/duplicates/contacts", params={"size": 1})).json()
        ((group, *_), total) = told["items"], told["total"]
        assert (total, told["next"], group["key"]) == (1, None, "ana@cedar.example")
        assert [each["id"] for each in group["contacts"]] == [str(ana), str(worker), str(bare)]
        assert (group["keep"], group["values"]) == (str(ana), {"phone": str(bare)})
        picked = (await http.get("/duplicates/contacts", params={"contact": [str(ana), str(skipped)]})).json()
        assert len(picked["items"][0]["contacts"]) == 2
        values = group["values"] | {"role": str(worker)}
        merge = {"keep": str(ana), "others": [str(worker), str(bare)], "values": values}
        body = {"merges": [merge, {"keep": str(skipped), "others": [str(ana)]}]}
        done = (await http.post("/duplicates/contacts/merge", json=body)).json()
        assert done["message"] == "2 contacts were merged into 1 contact."
        assert [each["reason"] for each in done["refused"]] == ["One of them is named twice."]
        merged = await contacts_now(engine, tenant_id)
        assert merged[ana] == ("New", None, "Boss", "+15125550100", "mobile")
        assert [merged[each][:2] for each in (worker, bare)] == [("Skipped", "merged")] * 2
        assert await tags_of(engine, ana) == (["vip"], "call")
        again = (await http.post("/duplicates/contacts/merge", json={"merges": [merge]})).json()
        assert (again["gone"], again["undo_token"]) == (0, None)
        assert again["refused"][0]["reason"] == "One of them was merged already."
    async with AsyncSession(engine) as session, session.begin():
        registry, actor = Registry(product_workflows()), Actor(tenant_id, "ana")
        undone = await take_back(session, registry, actor, UUID(done["undo_token"]))
        assert undone.message == "3 of 3 restored."
        assert await session.scalar(select(Change.after).where(Change.row_id == bare)) == "Ana Cruz"
    assert await contacts_now(engine, tenant_id) == before
    assert await tags_of(engine, ana) is None


async def contacts_now(engine: AsyncEngine, tenant_id: UUID) -> dict[UUID, tuple[object, ...]]:
    delivery = Contact.contact_delivery
    said = delivery.state, delivery.outcome, Contact.role, Contact.phone, Contact.phone_kind
    async with AsyncSession(engine) as session:
        rows = await session.execute(select(Contact.id, *said).where(Contact.tenant_id == tenant_id))
        return {row_id: tuple(values) for row_id, *values in rows}


async def tags_of(engine: AsyncEngine, row_id: UUID) -> tuple[object, ...] | None:
    async with AsyncSession(engine) as session:
        row = (await session.execute(select(RowMark.tags, RowMark.note).where(RowMark.row_id == row_id))).first()
        return tuple(row) if row else None
