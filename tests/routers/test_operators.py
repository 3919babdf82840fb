"""What holds for all tenants is an operator's; a tenant's admins pause their own rows."""

from uuid import UUID

import httpx
import pytest
from sqlalchemy import select
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.curation_sdk.declaring import Actor, TenantPause, WorkflowSetting
from scrapersky.curation_sdk.queue import set_paused
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception

PAUSE = "/api/v3/workflows/deep_scan/paused"
SETTINGS = "/api/v3/workflows/deep_scan/settings"
CHANGE = {"values": {"batch_size": 7}}


@pytest.fixture
async def zoe(product: Product) -> User:
    """Somebody else's admin: with her there are two tenants."""
    return await add_person(product, "zoe", tenant="other")


async def paused(product: Product) -> tuple[bool, list[UUID]]:
    async with product.sessions() as session:
        for_all = await session.scalar(select(WorkflowSetting.paused))
        return bool(for_all), list(await session.scalars(select(TenantPause.tenant_id)))


async def is_paused(client: httpx.AsyncClient, who: dict[str, str]) -> bool:
    shown: bool = (await client.get("/api/v3/workflows/deep_scan", headers=who)).json()["paused"]
    listed = (await client.get("/api/v3/meta", headers=who)).json()["workflows"]
    said = {shown, *(each["paused"] for each in listed if each["name"] == "deep_scan")}
    assert len(said) == 1
    return shown


async def test_the_admins_of_the_only_tenant_are_its_operators(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    admin = bearer(reception, ana)
    assert (await client.get("/api/v3/meta", headers=admin)).json()["is_operator"] is True
    assert (await client.put(SETTINGS, json=CHANGE, headers=admin)).status_code == 200
    assert (await client.put(f"{PAUSE}/true", headers=admin)).status_code == 200
    assert await paused(product) == (True, [])


async def test_with_a_second_tenant_only_an_operator_sets_what_holds_for_all(
    reception: Reception, client: httpx.AsyncClient, product: Product, ana: User, zoe: User
) -> None:
    olga = await add_person(product, "olga", Role.OPERATOR)
    for admin in (ana, zoe):
        refused = await client.put(SETTINGS, json=CHANGE, headers=bearer(reception, admin))
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_operator")
        assert (await client.get("/api/v3/system", headers=bearer(reception, admin))).status_code == 403
    operator = bearer(reception, olga)
    assert (await client.put(SETTINGS, json=CHANGE, headers=operator)).status_code == 200
    assert (await client.get("/api/v3/system", headers=operator)).status_code == 200
    for admin in (ana, zoe):
        changes = (await client.get("/api/v3/settings/changes", headers=bearer(reception, admin))).json()["items"]
        assert [each["made_by"] for each in changes] == ["olga" if admin is ana else "an administrator"]


async def test_an_admin_pauses_and_resumes_the_rows_of_their_own_tenant(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User, zoe: User
) -> None:
    own, other = bearer(reception, ana), bearer(reception, zoe)
    await client.put(f"{PAUSE}/true", headers=own)
    assert await paused(product) == (False, [ana.tenant_id])
    assert (await is_paused(client, own), await is_paused(client, other)) == (True, False)
    assert '"ana"' not in (await client.get("/api/v3/workflows/deep_scan", headers=other)).text
    run = "/api/v3/workflows/deep_scan/run"
    answers = [await client.post(run, headers=who) for who in (own, other)]
    assert [answer.status_code for answer in answers] == [409, 200]
    await client.put(f"{PAUSE}/false", headers=own)
    assert await paused(product) == (False, [])


async def test_nobody_resumes_what_the_operator_paused_for_all(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User, zoe: User
) -> None:
    olga, admin = await add_person(product, "olga", Role.OPERATOR), bearer(reception, ana)
    await client.put(f"{PAUSE}/true", headers=bearer(reception, olga))
    refused = await client.put(f"{PAUSE}/false", headers=admin)
    assert (refused.status_code, "whole installation" in refused.text) == (409, True)
    everything = await client.put("/api/v3/workflows/paused/false", headers=admin)
    assert "save where the whole installation is paused" in everything.json()["message"]
    assert await paused(product) == (True, [])
    assert await is_paused(client, bearer(reception, zoe)) is True
    await client.put(f"{PAUSE}/false", headers=bearer(reception, olga))
    assert await is_paused(client, admin) is False


async def test_an_admin_neither_makes_nor_becomes_nor_takes_over_an_operator(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User, zoe: User
) -> None:
    olga, admin = await add_person(product, "olga", Role.OPERATOR), bearer(reception, ana)
    draft = {"name": "new", "password": "a long password", "role": "operator"}
    users, theirs = "/api/v3/users", f"/api/v3/users/{olga.id}"
    tries = [
        await client.post(users, json=draft, headers=admin),
        await client.patch(f"{users}/{ana.id}", json={"role": "operator"}, headers=admin),
        await client.patch(theirs, json={"password": "a long password"}, headers=admin),
        await client.patch(theirs, json={"role": "viewer"}, headers=admin),
        await client.post(f"{theirs}/password-link", headers=admin),
        await client.delete(theirs, headers=admin),
    ]
    assert [answer.status_code for answer in tries] == [403] * 6
    made = await client.post(users, json=draft, headers=bearer(reception, olga))
    assert made.status_code == 201


async def test_pausing_twice_is_pausing_once(product: Product, ana: User, zoe: User) -> None:
    workflow = product.registry["deep_scan"]
    for _ in range(2):
        async with product.sessions.begin() as session:
            await set_paused(session, workflow, Actor(ana.tenant_id, "ana"), paused=True)
    assert await paused(product) == (False, [ana.tenant_id])
