"""The people of a tenant, changed by its admins."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.curation_sdk.widgets import eventually, somebody_waits_for_a_lock
from tests.product import PASSWORD, add_person
from tests.routers.test_auth import bearer

from scrapersky.accounts.administration import LastAdmin, UserChange, change_user
from scrapersky.app.product import Product
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception

USERS = "/api/v3/users"


@pytest.fixture
def admin(reception: Reception, ana: User) -> dict[str, str]:
    return bearer(reception, ana)


async def login(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> int:
    answer = await client.post("/api/v3/auth/login", json={"name": name, "password": password})
    client.cookies.clear()
    return answer.status_code


async def change(client: httpx.AsyncClient, admin: dict[str, str], user: User, **values: Any) -> httpx.Response:
    return await client.patch(f"{USERS}/{user.id}", json=values, headers=admin)


async def test_an_admin_sees_the_people_of_their_own_tenant(
    product: Product, client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    await add_person(product, "ben", Role.VIEWER)
    await add_person(product, "zoe", tenant="other")
    people = (await client.get(USERS, headers=admin)).json()
    assert [(each["name"], each["role"], each["disabled"]) for each in people] == [
        ("ana", "admin", False),
        ("ben", "viewer", False),
    ]
    assert "password_hash" not in people[0]


async def test_an_admin_lets_somebody_in(client: httpx.AsyncClient, admin: dict[str, str]) -> None:
    draft = {"name": "Ben", "password": "another long one", "role": "curator"}
    made = await client.post(USERS, json=draft, headers=admin)
    assert (made.status_code, made.json()["name"], made.json()["role"]) == (201, "ben", "curator")
    assert await login(client, "ben", "another long one") == 200
    assert (await client.post(USERS, json=draft, headers=admin)).status_code == 409
    short = await client.post(USERS, json=draft | {"name": "cid", "password": "short"}, headers=admin)
    assert short.status_code == 422


async def test_a_name_that_cannot_be_is_refused_before_its_password_is_hashed(
    client: httpx.AsyncClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hash takes a tenth of a second of a processor."""
    monkeypatch.delattr("scrapersky.accounts.users.hash_password")
    answer = await client.post(USERS, json={"name": "<b>", "password": PASSWORD, "role": "viewer"}, headers=admin)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_user_name")


async def test_whoever_is_disabled_is_out_at_once_and_can_come_back(
    product: Product, reception: Reception, client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    ben = await add_person(product, "ben", Role.CURATOR)
    token = bearer(reception, ben)
    assert (await client.get("/api/v3/auth/me", headers=token)).status_code == 200
    assert (await change(client, admin, ben, disabled=True)).json()["disabled"] is True
    assert (await client.get("/api/v3/auth/me", headers=token)).status_code == 401
    assert await login(client, "ben") == 401
    await change(client, admin, ben, disabled=False)
    assert await login(client, "ben") == 200
    assert (await client.get("/api/v3/auth/me", headers=token)).status_code == 401


async def test_another_password_signs_out(
    product: Product, reception: Reception, client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    ben = await add_person(product, "ben", Role.CURATOR)
    token = bearer(reception, ben)
    assert (await change(client, admin, ben, password="quite another one")).status_code == 200
    assert (await client.get("/api/v3/auth/me", headers=token)).status_code == 401
    assert (await login(client, "ben"), await login(client, "ben", "quite another one")) == (401, 200)


async def test_the_last_admin_stays_one(
    product: Product, client: httpx.AsyncClient, ana: User, admin: dict[str, str]
) -> None:
    await add_person(product, "zoe", tenant="other")
    for values in ({"role": "viewer"}, {"disabled": True}):
        refused = await change(client, admin, ana, **values)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "last_admin")
    ben = await add_person(product, "ben", Role.VIEWER)
    assert (await change(client, admin, ben, role="admin")).json()["role"] == "admin"
    assert (await change(client, admin, ana, role="viewer")).status_code == 200
    assert (await client.get(USERS, headers=admin)).status_code == 403


async def test_two_admins_who_demote_each_other_at_once_leave_one(product: Product, ana: User) -> None:
    ben = await add_person(product, "ben", Role.ADMIN)

    async def demote(session: AsyncSession, user: User) -> None:
        await change_user(session, Actor(ana.tenant_id, "ana"), user.id, UserChange(role=Role.VIEWER))

    async def demote_ben() -> None:
        async with product.sessions.begin() as session:
            await demote(session, ben)

    async with product.sessions.begin() as session:
        await demote(session, ana)
        await session.flush()
        second = asyncio.create_task(demote_ben())
        await eventually(lambda: somebody_waits_for_a_lock(product.engine))
    with pytest.raises(LastAdmin):
        await second


async def test_nobody_changes_the_people_of_another_tenant(
    product: Product, client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    zoe = await add_person(product, "zoe", tenant="other")
    assert (await change(client, admin, zoe, disabled=True)).status_code == 404
    assert await login(client, "zoe") == 200


@pytest.mark.parametrize("role", [Role.VIEWER, Role.CURATOR])
async def test_only_admins_see_or_change_people(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User, role: Role
) -> None:
    ben = bearer(reception, await add_person(product, "ben", role))
    draft = {"name": "cid", "password": PASSWORD, "role": "admin"}
    assert (await client.get(USERS, headers=ben)).status_code == 403
    assert (await client.post(USERS, json=draft, headers=ben)).status_code == 403
    assert (await change(client, ben, ana, disabled=True)).status_code == 403


async def test_an_admin_sees_where_somebody_is_signed_in_and_signs_them_out_there(
    product: Product, reception: Reception, client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    ben, zoe = await add_person(product, "ben", Role.VIEWER), await add_person(product, "zoe", tenant="other")
    signed_in = await client.post("/api/v3/auth/login", json={"name": "ben", "password": PASSWORD})
    client.cookies.clear()
    own = {"Authorization": f"Bearer {signed_in.json()['access_token']}"}
    (found,) = (await client.get(f"{USERS}/{ben.id}/sessions", headers=admin)).json()
    assert found["agent"].startswith("python-httpx")
    place = f"{USERS}/{ben.id}/sessions/{found['id']}"
    assert (await client.delete(place, headers=bearer(reception, zoe))).status_code == 404
    assert (await client.get(f"{USERS}/{ben.id}/sessions", headers=bearer(reception, zoe))).status_code == 404
    assert (await client.get("/api/v3/auth/me", headers=own)).status_code == 200
    assert (await client.delete(place, headers=admin)).status_code == 204
    assert (await client.get("/api/v3/auth/me", headers=own)).status_code == 401
    assert (await client.get(f"{USERS}/{ben.id}/sessions", headers=admin)).json() == []
    assert (await client.delete(place, headers=admin)).status_code == 404
