"""Any row by what a person has in hand."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business, make_tenant
from tests.contacts import make_contact
from tests.fake_places import make_place
from tests.pages import make_page
from tests.routers.alone import client_alone
from tests.searches import make_search

from scrapersky.routers import insight


@pytest.fixture
async def tenant_id(engine: AsyncEngine) -> UUID:
    async with AsyncSession(engine) as session, session.begin():
        return await make_tenant(session)


@pytest.fixture
async def client(engine: AsyncEngine, tenant_id: UUID) -> AsyncIterator[AsyncClient]:
    async with client_alone(engine, tenant_id, "viewer", insight.router) as opened:
        yield opened


@pytest.fixture
async def planted(engine: AsyncEngine, tenant_id: UUID) -> dict[str, UUID]:
    async with AsyncSession(engine) as session, session.begin():
        page = await make_page(session, "https://www.cedar.example/team/contact", tenant_id)
        await make_page(session, "https://www.cedar.example/blog", tenant_id)
        await make_page(session, "https://cedar.example.test/", tenant_id)
        rows = {
            "page": page.page_id,
            "domain": page.domain_id,
            "business": await make_business(session, tenant_id, name="Zeder & Söhne", website="https://cedar.example"),
            "contact": await make_contact(session, tenant_id, email="ana.b@oak.example", name="Ana Bo"),
            "place": await make_place(session, tenant_id, name="Cedar Dental", website="https://shop.cedar.example/x"),
            "search": await make_search(session, tenant_id, phrase="dentists in Austin"),
        }
        stranger = await make_tenant(session)
        await make_page(session, "https://www.cedar.example/team/contact", stranger)
        rows["foreign"] = await make_business(session, stranger, name="Zeder & Söhne")
    return rows


async def found(client: AsyncClient, text: str) -> list[dict[str, Any]]:
    answer = await client.get("/find", params={"q": text})
    assert answer.status_code == 200, answer.text
    told: list[dict[str, Any]] = answer.json()
    return told


def named(rows: dict[str, UUID], results: list[dict[str, Any]]) -> set[str]:
    names = {str(row_id): name for name, row_id in rows.items()}
    return {names.get(result["id"], "another") for result in results}


async def test_a_row_is_found_by_its_id(client: AsyncClient, planted: dict[str, UUID]) -> None:
    (one,) = await found(client, f" {planted['business']} ")
    assert one == {
        "workflow": "domain_extraction",
        "id": str(planted["business"]),
        "title": "Zeder & Söhne",
        "subtitle": "https://cedar.example",
        "state": "New",
    }
    assert await found(client, str(planted["foreign"])) == []
    assert await found(client, str(uuid4())) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("https://www.cedar.example/team/contact", {"page", "domain"}),
        ("https://shop.cedar.example/elsewhere", {"place", "domain"}),
        ("shop.cedar.example", {"place", "domain"}),
        ("ana.b@oak.example", {"contact"}),
        ("zeder söh", {"business"}),
        ("dentists austin", {"search"}),
        ("Cedar Dental", {"place"}),
        ("ana bo", {"contact"}),
    ],
)
async def test_rows_are_found_by_what_a_person_has_in_hand(
    client: AsyncClient, planted: dict[str, UUID], text: str, names: set[str]
) -> None:
    assert named(planted, await found(client, text)) == names


async def test_a_host_finds_everything_at_it(client: AsyncClient, planted: dict[str, UUID]) -> None:
    results = await found(client, "cedar.example")
    assert named(planted, results) == {"page", "domain", "place", "business", "another"}
    pages = [each for each in results if each["workflow"] == "page_curation"]
    assert {each["title"] for each in pages} == {
        "https://www.cedar.example/team/contact",
        "https://www.cedar.example/blog",
    }


@pytest.mark.parametrize("text", ["", "  ", "a", "a b", "www", "https://", "?!", "\x00", "%", "a.b" * 600, "💡💡💡"])
async def test_what_tells_nothing_finds_nothing(client: AsyncClient, planted: dict[str, UUID], text: str) -> None:
    assert await found(client, text) == []


async def test_no_more_is_found_than_can_be_looked_at(
    client: AsyncClient, engine: AsyncEngine, tenant_id: UUID
) -> None:
    async with AsyncSession(engine) as session, session.begin():
        for number in range(30):
            await make_business(session, tenant_id, name=f"Cedar {number}", website=None)
            await make_place(session, tenant_id, name=f"Cedar {number}")
            await make_contact(session, tenant_id, name="Cedar", email=f"a{number}@oak.example")
    results = await found(client, "cedar")
    assert len(results) == 20
    assert {each["workflow"] for each in results} == {"deep_scan", "domain_extraction", "contact_delivery"}
