"""Tags, notes and values of many rows over HTTP: looked at before, found by, written into files, and taken back."""

import asyncio
import json
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import func, select
from tests.contacts import make_contact
from tests.lineages import make_family
from tests.routers.test_auth import bearer
from tests.statements import counted_statements

from scrapersky.app.product import Product
from scrapersky.curation_sdk.decisions import hand_marks_over
from scrapersky.curation_sdk.declaring import Change, RowMark
from scrapersky.models import User
from scrapersky.routers.sessions import Reception

CONTACTS = "/api/v3/contact-delivery"


class Curator:
    """Somebody at the contacts, signed in."""

    def __init__(self, client: httpx.AsyncClient, token: dict[str, str], ids: list[UUID]) -> None:
        self.client, self.token, self.ids = client, token, [str(each) for each in ids]

    async def edit(self, **body: Any) -> httpx.Response:
        return await self.client.put(f"{CONTACTS}/values", json=body, headers=self.token)

    async def listed(self, search: str) -> list[dict[str, Any]]:
        answer = await self.client.get(f"{CONTACTS}/list", params={"search": search}, headers=self.token)
        assert answer.status_code == 200, answer.text
        return list(answer.json()["items"])

    async def row(self, number: int) -> dict[str, Any]:
        detail: dict[str, Any] = (await self.client.get(f"{CONTACTS}/{self.ids[number]}", headers=self.token)).json()
        return detail

    async def undo(self, answer: httpx.Response, **only: str) -> dict[str, Any]:
        path = f"/api/v3/undo/{answer.json()['undo_token']}"
        undone = await self.client.post(path, params=only, headers=self.token)
        return dict(undone.json())


@pytest.fixture
async def curator(client: httpx.AsyncClient, product: Product, reception: Reception, ana: User) -> Curator:
    async with product.sessions.begin() as session:
        ids = [
            await make_contact(session, ana.tenant_id, email=f"{name}@cedar.example", role=role)
            for name, role in (("ana", "Owner"), ("bo", "Boss"), ("cy", None))
        ]
    return Curator(client, bearer(reception, ana), ids)


async def test_a_tag_gathers_rows_and_goes_with_undo(curator: Curator) -> None:
    first, second, third = curator.ids
    tagged = await curator.edit(ids=[first, second], add_tags=["  Call  BACK "], note="in May")
    assert tagged.json()["message"] == "2 rows changed: tagged call back; note written."
    assert {each["id"] for each in await curator.listed('tag:"call back"')} == {first, second}
    assert [each["id"] for each in await curator.listed("tag:none")] == [third]
    assert [each["id"] for each in await curator.listed('-tag:"call back"')] == [third]
    assert [each["note"] for each in await curator.listed(f"note:may id:{first}")] == ["in May"]
    await curator.edit(ids=[first], add_tags=["vip"])
    assert (await curator.undo(tagged, row=second))["restored"] == 1
    assert (await curator.row(0))["tags"] == ["call back", "vip"]
    assert (await curator.undo(tagged))["restored"] == 2
    assert ((await curator.row(0))["tags"], (await curator.row(0))["note"]) == (["vip"], None)
    assert (await curator.row(1))["tags"] == []
    changes = (await curator.client.get(f"{CONTACTS}/{first}/changes", headers=curator.token)).json()
    assert [(each["field"], each["before"], each["after"]) for each in changes][-2:] == [
        ("note", None, "in May"),
        ("tags", None, "call back"),
    ]


async def test_the_tags_in_use_are_told_with_their_numbers(curator: Curator) -> None:
    await curator.edit(ids=curator.ids, add_tags=["berlin"])
    await curator.edit(ids=curator.ids[:1], add_tags=["vip"], remove_tags=["berlin"])
    answer = await curator.client.get("/api/v3/tags", headers=curator.token)
    assert answer.json() == [
        {"tag": "berlin", "table": "contacts", "count": 2},
        {"tag": "vip", "table": "contacts", "count": 1},
    ]


async def test_a_value_of_all_that_match_is_previewed_changed_and_taken_back_with_whose_it_was(
    curator: Curator,
) -> None:
    wanted = {"filter": {"search": "-role:none"}, "values": {"role": "Manager"}}
    looked = (await curator.edit(**wanted, dry_run=True)).json()
    assert (looked["matching_count"], looked["changed_count"], looked["undo_token"]) == (2, 2, None)
    assert {(each["field"], each["before"], each["after"]) for each in looked["samples"]} == {
        ("role", "Owner", "Manager"),
        ("role", "Boss", "Manager"),
    }
    assert (await curator.row(0))["role"] == "Owner"
    assert (await curator.edit(**wanted)).status_code == 422  # nobody said how many
    done = await curator.edit(**wanted, expected_count=2)
    row = await curator.row(1)
    assert (row["role"], row["edited_fields"]) == ("Manager", ["role"])
    assert len(await curator.listed(f"batch:{done.json()['batch_id']}")) == 2
    await curator.client.patch(f"{CONTACTS}/{curator.ids[0]}", json={"role": "Chief"}, headers=curator.token)
    assert (await curator.undo(done))["restored"] == 1
    assert ((await curator.row(0))["role"], (await curator.row(0))["edited_fields"]) == ("Chief", ["role"])
    assert ((await curator.row(1))["role"], (await curator.row(1))["edited_fields"]) == ("Boss", [])


async def test_a_correction_of_one_row_is_in_the_history_and_can_be_taken_back(curator: Curator) -> None:
    await curator.client.patch(f"{CONTACTS}/{curator.ids[0]}", json={"role": "Chief"}, headers=curator.token)
    (batch,) = (await curator.client.get("/api/v3/batches", headers=curator.token)).json()["items"]
    assert (batch["status"], batch["what"], batch["total"]) == ("Edited", "role is Chief", 1)
    await curator.client.post(f"/api/v3/undo/{batch['id']}", headers=curator.token)
    assert (await curator.row(0))["role"] == "Owner"


async def test_what_cannot_be_put_on_a_row_is_refused(curator: Curator) -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({}, "Nothing to change"),
        ({"add_tags": ["a,b"]}, "no comma"),
        ({"add_tags": ["none"]}, 'is not \\"none\\"'),
        ({"values": {"email": "no address"}}, "email"),
        ({"values": {"confidence": 1}}, "confidence"),
    ]
    for body, complaint in refused:
        answer = await curator.edit(ids=curator.ids, **body)
        assert answer.status_code == 422
        assert complaint in answer.text


async def test_a_rule_and_a_file_have_the_tags(curator: Curator) -> None:
    await curator.edit(ids=curator.ids[:1], add_tags=["vip"], note="Ask first")
    rules = {"rules": {"contact_delivery": [{"name": "vips", "when": 'tag = "vip" and note is not empty'}]}}
    (looked,) = (await curator.client.post("/api/v3/rules/preview", json=rules, headers=curator.token)).json()
    assert looked["matching"] == 1, looked
    answer = await curator.client.get("/api/v3/exports/contacts", params={"format": "jsonl"}, headers=curator.token)
    first = json.loads(answer.text.splitlines()[0])
    assert (first["tags"], first["note"]) == (["vip"], "Ask first")


async def test_every_stage_takes_tags(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User
) -> None:
    token = bearer(reception, ana)
    async with product.sessions.begin() as session:
        family = await make_family(session, ana.tenant_id, "dentists")
    for tab, ids in family.rows.items():
        body = {"ids": [str(each) for each in ids], "add_tags": ["mine"]}
        assert (await client.put(f"/api/v3/{tab}/values", json=body, headers=token)).status_code == 200
        page = (await client.get(f"/api/v3/{tab}/list", params={"search": "tag:MINE"}, headers=token)).json()
        assert {each["id"] for each in page["items"]} == set(body["ids"])


async def test_marks_follow_a_row_into_another_and_go_with_it(curator: Curator, product: Product) -> None:
    await curator.edit(ids=curator.ids[:1], add_tags=["a"], note="one")
    await curator.edit(ids=curator.ids[1:2], add_tags=["b"], note="two")
    gone, kept = (UUID(each) for each in curator.ids[:2])
    async with product.sessions.begin() as session:
        await hand_marks_over(session, "contacts", gone, kept)
    assert ((await curator.row(1))["tags"], (await curator.row(1))["note"]) == (["a", "b"], "two\none")
    path = f"{CONTACTS}/{gone}"
    total = (await curator.client.delete(path, params={"dry_run": True}, headers=curator.token)).json()["total"]
    removed = await curator.client.delete(path, params={"expected": total}, headers=curator.token)
    assert removed.status_code == 200
    async with product.sessions() as session:
        assert await session.scalar(select(func.count()).where(RowMark.row_id == gone)) == 0
        assert await session.scalar(select(func.count()).where(Change.row_id == gone)) == 0


async def test_those_who_look_at_one_tab_share_its_facets_until_one_of_them_changes_something(
    curator: Curator, product: Product
) -> None:
    async def tagged() -> int:
        answer = await curator.client.get(f"{CONTACTS}/facets", params={"search": "tag:x"}, headers=curator.token)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["matching"])

    with counted_statements(product.requests.kw["bind"]) as asked:
        assert await asyncio.gather(*(tagged() for _ in range(5))) == [0] * 5
    assert len([each for each in asked if "GROUPING SETS" in each]) == 1
    await curator.edit(ids=curator.ids[:2], add_tags=["x"])
    assert await tagged() == 2
