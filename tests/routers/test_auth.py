"""Signing in, staying in, and being shown out."""

import asyncio
from datetime import timedelta
from pathlib import Path

import httpx
import jwt
import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from tests.curation_sdk.widgets import eventually, somebody_waits_for_a_lock
from tests.product import ORIGIN, PASSWORD, add_person, browser_on

from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import AlreadySetUp, OneTimeCode, make_first_account, remove_user, set_password
from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.models import User
from scrapersky.routers.sessions import Reception

LOGIN = {"name": "ana", "password": PASSWORD}
FROM_OUR_PAGE = {"X-Requested-With": "sky", "Origin": ORIGIN}


def bearer(reception: Reception, user: User, lifetime: timedelta | None = None) -> dict[str, str]:
    return {"Authorization": f"Bearer {reception.authenticator.signer.issue(user, lifetime=lifetime).value}"}


async def test_signing_in_gives_a_token_and_a_cookie_that_scripts_cannot_read(
    client: httpx.AsyncClient, ana: User
) -> None:
    answer = await client.post("/api/v3/auth/login", json=LOGIN)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie  # this host is loopback
    client.cookies.clear()
    me = await client.get("/api/v3/auth/me", headers={"Authorization": f"Bearer {answer.json()['access_token']}"})
    assert me.json()["name"] == "ana"
    assert me.json()["role"] == "admin"


async def test_two_servers_on_one_machine_have_cookies_of_their_own(product: Product, ana: User) -> None:
    async with browser_on(product) as browser:
        for origin, name in (
            ("http://127.0.0.1:8000", "sky_session_8000"),
            ("http://127.0.0.1:8001", "sky_session_8001"),
            ("http://127.0.0.1", "sky_session"),
        ):
            answer = await browser.post(f"{origin}/api/v3/auth/login", json={"name": ana.name, "password": PASSWORD})
            assert answer.headers["set-cookie"].startswith(f"{name}=")
        assert set(browser.cookies) == {"sky_session_8000", "sky_session_8001", "sky_session"}
        headers = {"X-Requested-With": "sky", "Origin": "http://127.0.0.1:8000"}
        assert (await browser.post("http://127.0.0.1:8000/api/v3/auth/logout", headers=headers)).status_code == 204
        assert set(browser.cookies) == {"sky_session_8001", "sky_session"}
        assert (await browser.get("http://127.0.0.1:8001/api/v3/auth/me")).status_code == 200


async def test_off_this_machine_the_cookie_travels_over_tls_only(product: Product, ana: User) -> None:
    async with browser_on(product) as client:
        answer = await client.post("https://sky.example/api/v3/auth/login", json=LOGIN)
    assert "Secure" in answer.headers["set-cookie"]


async def test_names_are_the_same_in_any_case(client: httpx.AsyncClient, ana: User) -> None:
    answer = await client.post("/api/v3/auth/login", json={"name": " ANA ", "password": PASSWORD})
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["ana", "nobody", "an\0a", "a" * 150, "'; DROP TABLE users; --"])
async def test_a_wrong_password_and_an_unknown_name_are_told_alike(
    client: httpx.AsyncClient, ana: User, name: str
) -> None:
    answer = await client.post("/api/v3/auth/login", json={"name": name, "password": "something else"})
    assert answer.status_code == 401
    assert answer.json()["detail"] == "Wrong user name or password."
    assert "set-cookie" not in answer.headers


async def test_guessing_is_slowed_down_and_says_how_long(client: httpx.AsyncClient, ana: User) -> None:
    guesses = [
        (await client.post("/api/v3/auth/login", json={"name": "ana", "password": f"guess {number}"})).status_code
        for number in range(5)
    ]
    assert guesses == [401] * 5
    answer = await client.post("/api/v3/auth/login", json=LOGIN)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 60
    assert answer.headers["retry-after"] in answer.json()["detail"]


async def test_a_success_forgives_earlier_mistakes(client: httpx.AsyncClient, ana: User) -> None:
    for _ in range(3):
        for _ in range(4):
            await client.post("/api/v3/auth/login", json={"name": "ana", "password": "mistyped it"})
        assert (await client.post("/api/v3/auth/login", json=LOGIN)).status_code == 200


@pytest.mark.parametrize(
    "token",
    ["", "nonsense", "a.b.c", "Basic YTpi", jwt.encode({"sub": "1"}, "x" * 32), jwt.encode({}, "", algorithm="none")],
)
async def test_a_broken_token_is_refused(client: httpx.AsyncClient, ana: User, token: str) -> None:
    answer = await client.get("/api/v3/auth/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_token_signed_with_no_algorithm_is_refused(client: httpx.AsyncClient, ana: User) -> None:
    claims = {"sub": str(ana.id), "gen": 0, "iat": 0, "exp": 4_000_000_000}
    forged = jwt.encode(claims, "", algorithm="none")
    answer = await client.get("/api/v3/auth/me", headers={"Authorization": f"Bearer {forged}"})
    assert answer.status_code == 401


async def test_an_expired_token_is_refused(client: httpx.AsyncClient, reception: Reception, ana: User) -> None:
    answer = await client.get("/api/v3/auth/me", headers=bearer(reception, ana, timedelta(seconds=-1)))
    assert answer.status_code == 401
    assert answer.json()["detail"] == "Your session is over. Sign in again."


async def test_a_changed_password_voids_tokens_made_before(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User
) -> None:
    before = bearer(reception, ana)
    async with product.sessions.begin() as session:
        changed = await set_password(session, "ana", "another long password")
    assert (await client.get("/api/v3/auth/me", headers=before)).status_code == 401
    assert (await client.get("/api/v3/auth/me", headers=bearer(reception, changed))).status_code == 200


async def test_a_removed_user_is_out_at_once(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User
) -> None:
    before, anothers = bearer(reception, ana), bearer(reception, await add_person(product, "ben"))
    async with product.sessions.begin() as session:
        await remove_user(session, "ana")
    statuses = [(await client.get("/api/v3/auth/me", headers=each)).status_code for each in (before, anothers)]
    assert statuses == [401, 200]


async def test_signing_out_everywhere_voids_every_token_of_ones_own(
    product: Product, client: httpx.AsyncClient, reception: Reception, ana: User
) -> None:
    elsewhere, anothers = bearer(reception, ana), bearer(reception, await add_person(product, "ben"))
    await client.post("/api/v3/auth/login", json=LOGIN)
    answer = await client.post("/api/v3/auth/logout", json={"everywhere": True}, headers=FROM_OUR_PAGE)
    assert answer.status_code == 204
    assert not client.cookies
    statuses = [(await client.get("/api/v3/auth/me", headers=each)).status_code for each in (elsewhere, anothers)]
    assert statuses == [401, 200]


async def test_a_cookie_alone_may_read_but_not_change(client: httpx.AsyncClient, ana: User) -> None:
    await client.post("/api/v3/auth/login", json=LOGIN)
    assert (await client.get("/api/v3/auth/me")).status_code == 200
    refused = await client.post("/api/v3/auth/refresh")
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "cross_site"


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Requested-With": "sky"},
        {"Origin": ORIGIN},
        {"X-Requested-With": "sky", "Origin": "http://evil.example"},
        {"X-Requested-With": "sky", "Origin": "null"},
        {"X-Requested-With": "sky", "Origin": f"{ORIGIN}.evil.example"},
    ],
)
async def test_another_site_cannot_use_the_cookie(
    client: httpx.AsyncClient, ana: User, headers: dict[str, str]
) -> None:
    await client.post("/api/v3/auth/login", json=LOGIN)
    assert (await client.post("/api/v3/auth/refresh", headers=headers)).status_code == 403


async def test_our_own_page_may_use_the_cookie(client: httpx.AsyncClient, ana: User) -> None:
    await client.post("/api/v3/auth/login", json=LOGIN)
    answer = await client.post("/api/v3/auth/refresh", headers=FROM_OUR_PAGE)
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers


async def test_another_site_cannot_sign_a_browser_in(client: httpx.AsyncClient, ana: User) -> None:
    answer = await client.post("/api/v3/auth/login", json=LOGIN, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


async def test_the_first_account_takes_the_printed_code(client: httpx.AsyncClient, reception: Reception) -> None:
    assert reception.code is not None
    wrong = {"code": "AAAA-BBBB-CCCC", "name": "ana", "password": PASSWORD}
    refused = await client.post("/api/v3/auth/setup", json=wrong)
    assert refused.status_code == 403
    typed = reception.code.value.lower().replace("-", " ")
    made = await client.post("/api/v3/auth/setup", json=wrong | {"code": typed})
    assert made.status_code == 200
    assert (await client.get("/api/v3/auth/me")).json()["role"] == "admin"
    again = await client.post("/api/v3/auth/setup", json=wrong | {"code": typed, "name": "bob"})
    assert again.status_code == 409


async def test_of_two_first_accounts_at_once_one_is_made(product: Product) -> None:
    code = OneTimeCode("AAAA-BBBB-CCCC")

    async def make(session: AsyncSession, name: str) -> None:
        await make_first_account(session, code, given=code.value, name=name, password=PASSWORD)

    async def make_second() -> None:
        async with product.sessions.begin() as session:
            await make(session, "bob")

    async with product.sessions.begin() as session:
        await make(session, "ana")
        second = asyncio.create_task(make_second())
        await eventually(lambda: somebody_waits_for_a_lock(product.engine))
    with pytest.raises(AlreadySetUp):
        await second


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [("ana", "short", "bad_password"), ("a b", PASSWORD, "bad_user_name"), ("", PASSWORD, "bad_user_name")],
)
async def test_a_bad_first_account_is_refused_and_the_code_stays_good(
    client: httpx.AsyncClient, reception: Reception, name: str, password: str, code: str
) -> None:
    assert reception.code is not None
    answer = await client.post(
        "/api/v3/auth/setup", json={"code": reception.code.value, "name": name, "password": password}
    )
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code


async def test_the_code_cannot_be_guessed_by_trying(client: httpx.AsyncClient) -> None:
    guess = {"code": "AAAA-BBBB-CCCC", "name": "ana", "password": PASSWORD}
    answers = [(await client.post("/api/v3/auth/setup", json=guess)).status_code for _ in range(6)]
    assert answers == [403] * 5 + [429]


async def test_with_an_account_there_is_no_code(product: Product, ana: User) -> None:
    assert (await make_reception(product)).code is None


async def test_the_signing_key_is_made_once_and_for_its_owner_only(product: Product, tmp_path: Path) -> None:
    first = make_signer(product.settings)
    assert make_signer(product.settings).secret == first.secret
    assert modes_in(tmp_path) == {"signing.key": 0o600}


def modes_in(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
