"""Tokens for scripts: what each scope opens, and how they end."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update
from tests.product import PASSWORD, add_person
from tests.routers.test_auth import bearer
from tests.routers.test_tenants import CALLS, World, edited, make_world, nowhere, of_each_kind, reachable
from tests.statements import counted_statements

from scrapersky.accounts.named_tokens import TokenRequest, digest_of, make_named_token
from scrapersky.accounts.sign_ins import forget_ended_sessions
from scrapersky.app.product import Product
from scrapersky.models import NamedToken, Role, User
from scrapersky.roles import Scope
from scrapersky.routers.sessions import Reception

TOKENS = "/api/v3/tokens"
ME = "/api/v3/auth/me"
DRAFT = {"name": "nightly", "scopes": ["read"], "days": 7}


@pytest.fixture
def admin(reception: Reception, ana: User) -> dict[str, str]:
    return bearer(reception, ana)


async def made(client: httpx.AsyncClient, headers: dict[str, str], **draft: Any) -> dict[str, Any]:
    answer = await client.post(TOKENS, json=DRAFT | draft, headers=headers)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def showing(token: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {token['value']}"}


async def test_a_token_is_shown_once_and_kept_as_a_hash(
    client: httpx.AsyncClient, product: Product, admin: dict[str, str]
) -> None:
    token = await made(client, admin)
    (listed,) = (await client.get(TOKENS, headers=admin)).json()
    assert listed == {key: value for key, value in token.items() if key != "value"}
    assert (listed["name"], listed["user"], listed["scopes"]) == ("nightly", "ana", ["read"])
    async with product.sessions() as session:
        kept = await session.get_one(NamedToken, token["id"])
        assert kept.digest == digest_of(token["value"])
        whole = str((await session.execute(select(NamedToken.__table__))).one())
    assert token["value"] not in whole


async def test_a_token_is_looked_at_with_one_question_says_when_it_was_last_used_and_writes_it_once_a_minute(
    client: httpx.AsyncClient, product: Product, admin: dict[str, str]
) -> None:
    token = await made(client, admin)
    used = []
    for _ in range(2):
        assert (await client.get(ME, headers=showing(token))).json()["name"] == "ana"
        used.append((await client.get(TOKENS, headers=admin)).json()[0]["last_used_at"])
    assert used[0] is not None
    assert used[0] == used[1]
    with counted_statements(product.door.kw["bind"]) as asked:
        await client.get(ME, headers=showing(token))
    assert len(asked) == 1
    async with product.sessions.begin() as session:
        await session.execute(update(NamedToken).values(last_used_at=func.now() - timedelta(minutes=2)))
    await client.get(ME, headers=showing(token))
    assert (await client.get(TOKENS, headers=admin)).json()[0]["last_used_at"] > used[0]


async def test_a_revoked_token_opens_nothing(client: httpx.AsyncClient, admin: dict[str, str]) -> None:
    token = await made(client, admin)
    assert (await client.delete(f"{TOKENS}/{token['id']}", headers=admin)).status_code == 204
    assert (await client.get(ME, headers=showing(token))).status_code == 401
    assert (await client.get(TOKENS, headers=admin)).json() == []
    assert (await client.delete(f"{TOKENS}/{token['id']}", headers=admin)).status_code == 404


async def test_a_token_whose_hash_is_another_opens_nothing(
    client: httpx.AsyncClient, product: Product, admin: dict[str, str]
) -> None:
    token = await made(client, admin)
    async with product.sessions.begin() as session:
        await session.execute(update(NamedToken).values(digest=digest_of("another")))
    assert (await client.get(ME, headers=showing(token))).status_code == 401


async def test_a_token_expires_and_is_forgotten(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User, admin: dict[str, str]
) -> None:
    async with product.sessions.begin() as session:
        wish = TokenRequest("over", {Scope.READ}, timedelta(seconds=-1))
        over, _ = await make_named_token(session, reception.authenticator.signer, ana, wish)
    answer = await client.get(ME, headers={"Authorization": f"Bearer {over.value}"})
    assert (answer.status_code, "session is over" in answer.json()["detail"]) == (401, True)
    await made(client, admin)
    await forget_ended_sessions(product.sessions)
    assert [each["name"] for each in (await client.get(TOKENS, headers=admin)).json()] == ["nightly"]


async def test_another_password_voids_tokens_and_takes_them_from_the_list(
    client: httpx.AsyncClient, product: Product, reception: Reception, admin: dict[str, str]
) -> None:
    ben = await add_person(product, "ben", Role.CURATOR)
    token = await made(client, bearer(reception, ben), scopes=["decide"])
    await client.patch(f"/api/v3/users/{ben.id}", json={"password": "quite another one"}, headers=admin)
    assert (await client.get(ME, headers=showing(token))).status_code == 401
    assert (await client.get(TOKENS, headers=admin)).json() == []


async def test_admins_see_and_revoke_everybodys_tokens_and_others_their_own(
    client: httpx.AsyncClient, product: Product, reception: Reception, admin: dict[str, str]
) -> None:
    ben = bearer(reception, await add_person(product, "ben", Role.CURATOR))
    of_ana, of_ben = await made(client, admin), await made(client, ben)
    assert {each["user"] for each in (await client.get(TOKENS, headers=admin)).json()} == {"ana", "ben"}
    assert [each["user"] for each in (await client.get(TOKENS, headers=ben)).json()] == ["ben"]
    assert (await client.delete(f"{TOKENS}/{of_ana['id']}", headers=ben)).status_code == 404
    assert (await client.delete(f"{TOKENS}/{of_ben['id']}", headers=admin)).status_code == 204


@pytest.mark.parametrize(("role", "scope"), [(Role.VIEWER, "decide"), (Role.CURATOR, "admin")])
async def test_nobody_makes_a_token_that_reaches_further_than_they_do(
    client: httpx.AsyncClient, product: Product, reception: Reception, role: Role, scope: str
) -> None:
    ben = bearer(reception, await add_person(product, "ben", role))
    answer = await client.post(TOKENS, json=DRAFT | {"scopes": ["read", scope]}, headers=ben)
    assert (answer.status_code, scope in answer.json()["error"]["message"]) == (422, True)


async def test_a_token_can_neither_make_itself_last_nor_take_the_account_over(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    token = showing(await made(client, admin, scopes=[each.value for each in Scope]))
    change = {"current": PASSWORD, "new": "quite another one"}
    answers = [
        await client.post("/api/v3/auth/refresh", headers=token),
        await client.post(TOKENS, json=DRAFT, headers=token),
        await client.put("/api/v3/auth/password", json=change, headers=token),
        await client.get("/api/v3/auth/sessions", headers=token),
        await client.post("/api/v3/auth/logout", json={"everywhere": True}, headers=token),
    ]
    assert [answer.json()["error"]["code"] for answer in answers] == ["sign_in_needed"] * 5


async def test_a_role_that_was_taken_away_is_taken_from_the_tokens_too(
    client: httpx.AsyncClient, product: Product, reception: Reception, admin: dict[str, str]
) -> None:
    ben = await add_person(product, "ben", Role.ADMIN)
    token = showing(await made(client, bearer(reception, ben), scopes=["admin"]))
    assert (await client.get("/api/v3/users", headers=token)).status_code == 200
    await client.patch(f"/api/v3/users/{ben.id}", json={"role": "viewer"}, headers=admin)
    assert (await client.get("/api/v3/users", headers=token)).status_code == 403


async def with_scopes(world: World, product: Product, name: str, scopes: set[Scope]) -> dict[str, str]:
    """A token of the admin's for these alone."""
    async with product.sessions.begin() as session:
        owner = await session.get_one(User, world.owner.id)
        wish = TokenRequest(name, scopes, timedelta(hours=1))
        token, _ = await make_named_token(session, world.reception.authenticator.signer, owner, wish)
    return {"Authorization": f"Bearer {token.value}"}


LOOKS = {f"POST /api/v3/{path}" for path in ("exports/jobs/count", "{tab}/before", "rules/preview")}


def expected_scope(key: str) -> Scope:
    """As a reader of the documents would say it."""
    method, path = key.split(" ")
    if CALLS[key].needs in (Role.ADMIN, Role.OPERATOR):
        return Scope.ADMIN
    if key in LOOKS:
        return Scope.READ
    looks = ("", "/columns", "/{job_id}")
    is_look = method == "GET" and path in {f"/api/v3/exports/jobs{each}" for each in looks}
    if "/exports/" in path and not is_look:
        return Scope.EXPORT
    return Scope.READ if method == "GET" else Scope.DECIDE


@pytest.mark.timeout(300)
async def test_every_operation_is_opened_by_one_scope_alone(product: Product) -> None:
    """Of the built-in workflows and of all else, whatever the description has."""
    world, description = await make_world(product), reachable()
    alone = {scope: await with_scopes(world, product, scope.value, {scope}) for scope in Scope}
    others = {scope: await with_scopes(world, product, f"not {scope}", set(Scope) - {scope}) for scope in Scope}
    async with world.browser() as browser:
        for operation in of_each_kind(description):
            if operation.call.needs is None or operation.path == "/api/v3/auth/logout":
                continue
            request = next(operation.requests(nowhere(world.theirs), edited(operation, description)))
            scope = expected_scope(operation.key)
            for headers, opens in ((alone[scope], True), (others[scope], False)):
                answer = await browser.request(**request, headers=headers)
                assert answer.status_code != 401, (operation.key, answer.text)
                is_refused = answer.status_code == 403 and answer.json()["error"]["code"] == "out_of_scope"
                assert is_refused is not opens, operation.key


async def test_a_viewer_exports_only_if_allowed(
    client: httpx.AsyncClient, product: Product, reception: Reception, admin: dict[str, str]
) -> None:
    vera = await add_person(product, "vera", Role.VIEWER)
    token = bearer(reception, vera)
    refused = await client.get("/api/v3/exports/contacts", headers=token)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "export_not_allowed")
    assert (await client.get("/api/v3/exports/jobs", headers=token)).status_code == 200
    assert (await client.get(ME, headers=token)).json()["may_export"] is False
    await client.patch(f"/api/v3/users/{vera.id}", json={"may_export": True}, headers=admin)
    assert (await client.get("/api/v3/exports/contacts", headers=token)).status_code == 200
    assert (await client.get(ME, headers=token)).json()["may_export"] is True
