"""Telling and erasing what is stored about somebody, over HTTP."""

import json

import httpx
import pytest
from sqlalchemy import func, select
from tests.contacts import make_contact
from tests.product import PASSWORD

from scrapersky.app.product import Product
from scrapersky.models import Contact, User

ASKED = {"kind": "email", "value": "jane@cedar.example"}


@pytest.fixture
async def jane(product: Product, ana: User) -> None:
    async with product.sessions.begin() as session:
        await make_contact(session, ana.tenant_id, email="jane@cedar.example", name="Jane Doe", owner="person")


async def contacts(product: Product) -> int:
    async with product.sessions() as session:
        return await session.scalar(select(func.count()).select_from(Contact)) or 0


async def sign_in(client: httpx.AsyncClient, name: str) -> dict[str, str]:
    answer = await client.post("/api/v3/auth/login", json={"name": name, "password": PASSWORD})
    return {"Authorization": f"Bearer {answer.json()['access_token']}"}


@pytest.mark.usefixtures("jane")
async def test_an_admin_is_told_first_and_erases_then(client: httpx.AsyncClient, product: Product) -> None:
    headers = await sign_in(client, "ana")
    told = await client.post("/api/v3/disclosures", json=ASKED, headers=headers)
    assert [one["name"] for one in told.json()["contacts"]] == ["Jane Doe"]
    view = {"workflow": "contact_delivery", "name": "jane@cedar.example", "content": {}}
    await client.post("/api/v3/views", json=view, headers=headers)
    dry = await client.post("/api/v3/erasures", json=ASKED, headers=headers)
    assert (dry.status_code, dry.json()["contacts"], await contacts(product)) == (200, 1, 1)
    assert dry.json()["deleted"] == {"saved_views": 1}
    done = await client.post("/api/v3/erasures", json=ASKED | {"dry_run": False}, headers=headers)
    assert (done.json()["contacts"], await contacts(product)) == (1, 0)
    assert any("Backups" in words for words in done.json()["not_reached"])
    listed = (await client.get("/api/v3/suppressions", headers=headers)).json()["items"]
    assert {one["is_hashed"] for one in listed} == {True}
    assert "jane" not in json.dumps(listed)


async def test_a_name_that_nobody_has_and_a_text_that_is_nothing_are_refused(
    client: httpx.AsyncClient, ana: User
) -> None:
    headers = await sign_in(client, ana.name)
    nobody = await client.post("/api/v3/erasures", json={"kind": "person", "value": "Jane Doe"}, headers=headers)
    assert (nobody.status_code, nobody.json()["error"]["code"]) == (404, "nobody_of_that_name")
    nothing = await client.post("/api/v3/erasures", json={"kind": "email", "value": "jane"}, headers=headers)
    assert nothing.status_code == 422
