"""One's own password and sessions, links to set a password with, and people who are removed."""

from datetime import timedelta

import httpx
import pytest
from sqlalchemy import delete, func, select, update
from tests.product import ORIGIN, PASSWORD, add_person, app_on
from tests.routers.test_auth import FROM_OUR_PAGE, LOGIN, bearer
from tests.routers.test_sessions import shown, signed_in

from scrapersky.app.product import Product
from scrapersky.models import Role, SignIn, User
from scrapersky.routers.sessions import Reception

ME = "/api/v3/auth/me"
SESSIONS = "/api/v3/auth/sessions"
NEW = "staple in the rain"


@pytest.fixture
def admin(reception: Reception, ana: User) -> dict[str, str]:
    return bearer(reception, ana)


async def login(client: httpx.AsyncClient, name: str, password: str) -> int:
    answer = await client.post("/api/v3/auth/login", json={"name": name, "password": password})
    client.cookies.clear()
    return answer.status_code


async def test_a_refresh_by_cookie_hands_out_no_bearer(client: httpx.AsyncClient, ana: User) -> None:
    token = await signed_in(client)
    before = dict(client.cookies)
    answer = await client.post("/api/v3/auth/refresh", headers=FROM_OUR_PAGE)
    assert (answer.status_code, answer.json()["access_token"]) == (200, None)
    assert dict(client.cookies) != before
    client.cookies.clear()
    by_program = await client.post("/api/v3/auth/refresh", headers=shown(token))
    assert by_program.json()["access_token"]


async def test_people_change_their_own_password_and_stay_in_where_they_did(
    client: httpx.AsyncClient, ana: User
) -> None:
    elsewhere = await signed_in(client)
    await signed_in(client)
    change = {"current": PASSWORD, "new": NEW}
    answer = await client.put("/api/v3/auth/password", json=change, headers=FROM_OUR_PAGE)
    assert (answer.status_code, answer.json()["access_token"]) == (200, None)
    assert (await client.get(ME)).status_code == 200
    client.cookies.clear()
    assert (await client.get(ME, headers=shown(elsewhere))).status_code == 401
    assert (await login(client, "ana", PASSWORD), await login(client, "ana", NEW)) == (401, 200)


async def test_who_is_removed_while_the_password_is_looked_at_is_not_signed_in(
    client: httpx.AsyncClient, product: Product, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def match_and_remove(*_: object) -> bool:
        async with product.door.begin() as session:
            await session.execute(delete(User).where(User.id == ana.id))
        return True

    monkeypatch.setattr("scrapersky.accounts.sign_in.password_matches", match_and_remove)
    answer = await client.post("/api/v3/auth/login", json=LOGIN)
    assert (answer.status_code, answer.json()["detail"]) == (401, "This account was removed just now. Ask an admin.")


async def test_a_session_tells_when_it_was_last_used_to_the_minute(
    client: httpx.AsyncClient, product: Product, ana: User
) -> None:
    mine = shown(await signed_in(client))

    async def seen_ago() -> float:
        async with product.sessions() as session:
            found = await session.scalar(select(func.extract("epoch", func.clock_timestamp() - SignIn.seen_at)))
        return float(found or 0)

    for ago, is_noted in ((timedelta(seconds=30), False), (timedelta(minutes=20), True)):
        async with product.sessions.begin() as session:
            await session.execute(update(SignIn).values(seen_at=func.now() - ago))
        await client.get(ME, headers=mine)
        assert (await seen_ago() < ago.total_seconds()) is is_noted


async def test_a_password_is_changed_only_by_who_knows_it_and_guesses_are_counted(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    answers = [
        (await client.put("/api/v3/auth/password", json={"current": "a guess", "new": NEW}, headers=admin)).status_code
        for _ in range(6)
    ]
    assert answers == [422] * 5 + [429]
    assert (await client.get(ME, headers=admin)).status_code == 200


async def test_a_new_password_that_is_too_short_is_refused_before_the_old_one_is_looked_at(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    answer = await client.put("/api/v3/auth/password", json={"current": PASSWORD, "new": "short"}, headers=admin)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_password")


async def test_sessions_are_listed_and_ended_elsewhere(client: httpx.AsyncClient, ana: User) -> None:
    client.headers["User-Agent"] = "Some browser"
    here, there = await signed_in(client), await signed_in(client)
    client.cookies.clear()
    listed = (await client.get(SESSIONS, headers=shown(here))).json()
    assert sorted(each["is_this"] for each in listed) == [False, True]
    assert {each["agent"] for each in listed} == {"Some browser"}
    (other,) = (each["id"] for each in listed if not each["is_this"])
    assert (await client.delete(f"{SESSIONS}/{other}", headers=shown(here))).status_code == 204
    assert [(await client.get(ME, headers=shown(each))).status_code for each in (here, there)] == [200, 401]
    assert [each["is_this"] for each in (await client.get(SESSIONS, headers=shown(here))).json()] == [True]


async def test_a_session_that_was_exchanged_is_listed_once(client: httpx.AsyncClient, ana: User) -> None:
    token = await signed_in(client)
    again = (await client.post("/api/v3/auth/refresh", headers=shown(token))).json()["access_token"]
    assert len((await client.get(SESSIONS, headers=shown(again))).json()) == 1


async def test_nobody_ends_anothers_session(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User
) -> None:
    token = await signed_in(client)
    (own,) = (await client.get(SESSIONS, headers=shown(token))).json()
    client.cookies.clear()
    ben = bearer(reception, await add_person(product, "ben"))
    assert (await client.delete(f"{SESSIONS}/{own['id']}", headers=ben)).status_code == 404
    assert (await client.get(ME, headers=shown(token))).status_code == 200


async def test_a_link_sets_a_password_once(
    client: httpx.AsyncClient, product: Product, reception: Reception, admin: dict[str, str]
) -> None:
    ben = await add_person(product, "ben", Role.CURATOR)
    session = bearer(reception, ben)
    link = (await client.post(f"/api/v3/users/{ben.id}/password-link", headers=admin)).json()
    page, _, token = link["path"].partition("#")
    assert page == "/reset"
    assert (await client.get(ME, headers=shown(token))).status_code == 401
    wish = {"token": token, "password": NEW}
    assert (await client.post("/api/v3/auth/reset", json=wish | {"password": "short"})).status_code == 422
    assert (await client.post("/api/v3/auth/reset", json=wish)).status_code == 204
    assert (await client.get(ME, headers=session)).status_code == 401
    assert await login(client, "ben", NEW) == 200
    again = await client.post("/api/v3/auth/reset", json=wish | {"password": PASSWORD})
    assert (again.status_code, again.json()["error"]["code"]) == (403, "link_spent")


async def test_no_crowd_of_strangers_keeps_anybody_from_using_a_link(
    client: httpx.AsyncClient, product: Product, reception: Reception, admin: dict[str, str]
) -> None:
    ben, app = await add_person(product, "ben", Role.CURATOR), app_on(product, reception)
    link = (await client.post(f"/api/v3/users/{ben.id}/password-link", headers=admin)).json()
    for number in range(reception.throttle.per_name + 5):
        stranger = httpx.ASGITransport(app, client=(f"192.0.2.{number}", 1))
        async with httpx.AsyncClient(transport=stranger, base_url=ORIGIN) as crowd:
            guess = {"token": f"guess {number}", "password": NEW}
            assert (await crowd.post("/api/v3/auth/reset", json=guess)).status_code == 403
    wish = {"token": link["path"].partition("#")[2], "password": NEW}
    assert (await client.post("/api/v3/auth/reset", json=wish)).status_code == 204


async def test_guesses_of_links_from_one_address_are_counted(client: httpx.AsyncClient, reception: Reception) -> None:
    most = reception.throttle.per_address
    answers = [
        (await client.post("/api/v3/auth/reset", json={"token": f"guess {number}", "password": NEW})).status_code
        for number in range(most + 1)
    ]
    assert answers == [403] * most + [429]


async def test_an_origin_that_is_no_address_is_a_foreign_one(client: httpx.AsyncClient, ana: User) -> None:
    answer = await client.post("/api/v3/auth/login", json=LOGIN, headers={"Origin": "http://[a]:[b]"})
    assert answer.status_code == 403


async def test_a_session_is_no_link(client: httpx.AsyncClient, ana: User) -> None:
    token = await signed_in(client)
    answer = await client.post("/api/v3/auth/reset", json={"token": token, "password": NEW})
    assert (answer.status_code, await login(client, *LOGIN.values())) == (403, 200)


async def test_a_link_of_a_disabled_person_sets_nothing(
    client: httpx.AsyncClient, product: Product, admin: dict[str, str]
) -> None:
    ben = await add_person(product, "ben", Role.CURATOR)
    link = (await client.post(f"/api/v3/users/{ben.id}/password-link", headers=admin)).json()
    await client.patch(f"/api/v3/users/{ben.id}", json={"disabled": True}, headers=admin)
    wish = {"token": link["path"].partition("#")[2], "password": NEW}
    assert (await client.post("/api/v3/auth/reset", json=wish)).status_code == 403


async def test_whoever_is_removed_is_out_and_the_last_admin_stays(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User, admin: dict[str, str]
) -> None:
    ben = await add_person(product, "ben", Role.CURATOR)
    token = bearer(reception, ben)
    assert (await client.delete(f"/api/v3/users/{ben.id}", headers=admin)).status_code == 204
    assert (await client.get(ME, headers=token)).status_code == 401
    assert [each["name"] for each in (await client.get("/api/v3/users", headers=admin)).json()] == ["ana"]
    last = await client.delete(f"/api/v3/users/{ana.id}", headers=admin)
    assert (last.status_code, last.json()["error"]["code"]) == (409, "last_admin")
