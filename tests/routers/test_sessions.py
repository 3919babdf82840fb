"""Sessions: what ends them, and what no other site, neighbour or stale stream can do with one."""

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.product import ORIGIN, PASSWORD, add_person, browser_on
from tests.routers.test_auth import FROM_OUR_PAGE, LOGIN, bearer
from tests.routers.test_tenants import CALLS, of_each_kind, reachable

from scrapersky.accounts import passwords, tokens
from scrapersky.accounts.sign_ins import end_session, forget_ended_sessions
from scrapersky.accounts.users import end_sessions, remove_user, set_password
from scrapersky.app.product import Product
from scrapersky.curation_sdk.live import hub as hubs
from scrapersky.curation_sdk.live.events import Poll
from scrapersky.curation_sdk.live.hub import Hub, Subscriber, TooManyListeners
from scrapersky.models import EndedSession, User
from scrapersky.routers.listeners import WatchedPeople
from scrapersky.routers.sessions import Reception

ME = "/api/v3/auth/me"


def shown(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def signed_in(client: httpx.AsyncClient) -> str:
    client.cookies.clear()
    return str((await client.post("/api/v3/auth/login", json=LOGIN)).json()["access_token"])


async def test_signing_out_voids_the_token_and_those_it_was_exchanged_for(client: httpx.AsyncClient, ana: User) -> None:
    first = await signed_in(client)
    second = (await client.post("/api/v3/auth/refresh", headers=shown(first))).json()["access_token"]
    elsewhere = await signed_in(client)
    assert (await client.post("/api/v3/auth/logout", headers=shown(second))).status_code == 204
    client.cookies.clear()
    statuses = [(await client.get(ME, headers=shown(each))).status_code for each in (first, second, elsewhere)]
    assert statuses == [401, 401, 200]
    assert (await client.post("/api/v3/auth/refresh", headers=shown(first))).status_code == 401


async def test_a_copy_of_a_cookie_is_worth_nothing_after_signing_out(client: httpx.AsyncClient, ana: User) -> None:
    await signed_in(client)
    copy = dict(client.cookies)
    await client.post("/api/v3/auth/logout", headers=FROM_OUR_PAGE)
    client.cookies.update(copy)
    assert (await client.get(ME)).status_code == 401


async def test_a_session_does_not_go_on_for_ever(
    client: httpx.AsyncClient, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = await signed_in(client)
    assert (await client.post("/api/v3/auth/refresh", headers=shown(token))).status_code == 200
    monkeypatch.setattr(tokens, "LONGEST_SESSION", timedelta(seconds=-5))
    answer = await client.post("/api/v3/auth/refresh", headers=shown(token))
    assert answer.status_code == 401
    assert "Sign in again" in answer.json()["detail"]


async def test_an_ended_session_is_remembered_as_long_as_a_token_of_it_may_be_good(
    client: httpx.AsyncClient, product: Product, ana: User
) -> None:
    await client.post("/api/v3/auth/logout", headers=shown(await signed_in(client)))
    assert await forget_ended_sessions(product.sessions) == 0
    async with product.sessions.begin() as session:
        kept_until = await session.scalar(select(EndedSession.kept_until - func.now()))
        assert kept_until is not None
        assert kept_until > timedelta(minutes=product.settings.token_minutes - 1)
        await session.execute(update(EndedSession).values(kept_until=func.now() - timedelta(seconds=1)))
    assert await forget_ended_sessions(product.sessions) == 1


async def test_off_this_machine_the_cookie_is_of_this_very_host(product: Product, ana: User) -> None:
    async with browser_on(product) as browser:
        answer = await browser.post("https://sky.example/api/v3/auth/login", json=LOGIN)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-sky_session=")
        assert "Path=/" in cookie
        assert "Domain" not in cookie
        token = answer.json()["access_token"]
        browser.cookies.clear()
        planted = await browser.get(f"https://sky.example{ME}", headers={"Cookie": f"sky_session={token}"})
        assert planted.status_code == 401
        own = await browser.get(f"https://sky.example{ME}", headers={"Cookie": f"__Host-sky_session={token}"})
        assert own.status_code == 200


async def test_every_wrong_guess_costs_one_hash_whoever_is_guessed(
    client: httpx.AsyncClient, product: Product, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora = await add_person(product, "dora")
    async with product.sessions.begin() as session:
        await session.execute(update(User).where(User.id == dora.id).values(disabled=True))
    work = []

    class Counting:
        def hash(self, password: str) -> str:
            work.append(password)
            return ""

        def verify(self, _hashed: str, password: str) -> bool:
            work.append(password)
            return False

    monkeypatch.setattr(passwords, "_hasher", Counting())
    for name in ("ana", "nobody", "not a name", "dora"):
        answer = await client.post("/api/v3/auth/login", json={"name": name, "password": f"a guess at {name}"})
        assert answer.status_code == 401
    assert work == ["a guess at ana", "a guess at nobody", "a guess at not a name", "a guess at dora"]


@pytest.mark.timeout(180)
async def test_with_a_cookie_nothing_is_changed_from_another_site(client: httpx.AsyncClient, ana: User) -> None:
    """Whatever a form or a script elsewhere can send without being asked: every operation that is no GET is tried."""
    await signed_in(client)
    tried = 0
    for operation in of_each_kind(reachable()):
        if operation.method != "GET" and CALLS[operation.key].needs:
            path = operation.path.replace("{", "").replace("}", "")
            for headers in (
                {"Content-Type": "text/plain", "Origin": "https://evil.example"},
                {"Content-Type": "application/x-www-form-urlencoded", "Origin": "null", "X-Requested-With": "sky"},
                {"Origin": ORIGIN},
            ):
                answer = await client.request(operation.method, path, content=b"{}", headers=headers)
                assert answer.json()["error"]["code"] == "cross_site", (operation.key, headers, answer.text)
                tried += 1
    assert tried > 150


async def test_a_form_of_another_site_cannot_sign_a_browser_in(client: httpx.AsyncClient, ana: User) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        headers = {"Origin": "https://evil.example"} | ({"Content-Type": kind} if kind else {})
        answer = await client.post("/api/v3/auth/login", content=json.dumps(LOGIN).encode(), headers=headers)
        assert answer.status_code in (403, 422, 400), kind
        assert "set-cookie" not in answer.headers


async def test_no_other_origin_is_let_in(client: httpx.AsyncClient, ana: User) -> None:
    await signed_in(client)
    origin = {"Origin": "https://evil.example", "Access-Control-Request-Method": "GET"}
    for answer in (await client.get(ME, headers=origin), await client.options(ME, headers=origin)):
        assert not [name for name in answer.headers if name.startswith("access-control")]


async def _disable(session: AsyncSession, _: Reception, user: User) -> None:
    await session.execute(update(User).where(User.id == user.id).values(disabled=True))


async def _remove(session: AsyncSession, _: Reception, user: User) -> None:
    await remove_user(session, user.name)


async def _change_password(session: AsyncSession, _: Reception, user: User) -> None:
    await set_password(session, user.name, PASSWORD + " changed")


async def _sign_out_everywhere(session: AsyncSession, _: Reception, user: User) -> None:
    await end_sessions(session, await session.get_one(User, user.id))


async def _sign_out(session: AsyncSession, reception: Reception, user: User) -> None:
    signer = reception.authenticator.signer
    claims = signer.read(signer.issue(user).value)
    await end_session(session, claims, claims.session_until)


async def look(product: Product, people: WatchedPeople) -> None:
    async with product.sessions() as session:
        now = (await session.scalars(select(func.clock_timestamp()))).one()
        assert list(await people.news(Poll(session, now, []))) == []


async def has_ended(listener: Subscriber) -> bool:
    try:
        pieces = [piece async for piece in limited(listener)]
    except StillThere:
        return False
    return bool(pieces)


class StillThere(Exception):
    """A heart beats."""


async def limited(listener: Subscriber) -> Any:
    async for piece in listener.pieces(heartbeat_seconds=0.01):
        if piece.startswith(b"event: beat"):
            raise StillThere
        yield piece


ENDINGS: tuple[Callable[..., Awaitable[None]], ...] = (
    _disable,
    _remove,
    _change_password,
    _sign_out_everywhere,
    _sign_out,
)


async def test_whoever_is_out_hears_nothing_more(product: Product, reception: Reception, ana: User) -> None:
    """Whether their stream was looked at before or has only just begun."""
    for was_seen in (True, False):
        people = [await add_person(product, f"person{number}.{was_seen}".lower()) for number in range(len(ENDINGS))]
        await long_since(product)
        hub = Hub()
        watch = WatchedPeople(hub)
        streams = [hub.join(person.tenant_id, person=person.name) for person in people]
        anas = hub.join(ana.tenant_id, person="ana")
        if was_seen:
            await look(product, watch)
        async with product.sessions.begin() as session:
            for ending, person in zip(ENDINGS, people, strict=True):
                await ending(session, reception, person)
        await look(product, watch)
        assert [await has_ended(stream) for stream in streams] == [True] * len(ENDINGS)
        assert not await has_ended(anas)


async def long_since(product: Product) -> None:
    async with product.sessions.begin() as session:
        await session.execute(update(User).values(tokens_valid_from=func.now() - timedelta(hours=1)))


async def test_whoever_came_back_after_signing_out_stays(product: Product, reception: Reception, ana: User) -> None:
    await long_since(product)
    hub = Hub()
    people = WatchedPeople(hub)
    async with product.sessions.begin() as session:
        await _sign_out(session, reception, ana)
    await look(product, people)
    again = hub.join(ana.tenant_id, person="ana")
    await look(product, people)
    await look(product, people)
    assert not await has_ended(again)


async def test_nobody_hears_a_tenant_they_left(product: Product, ana: User) -> None:
    zoe = await add_person(product, "zoe", tenant="other")
    await long_since(product)
    hub = Hub()
    stale = hub.join(zoe.tenant_id, person="ana")
    await look(product, WatchedPeople(hub))
    assert await has_ended(stale)


def test_one_person_cannot_take_all_places_at_the_stream(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "MOST_PER_PERSON", 2)
    hub = Hub()
    for _ in range(2):
        hub.refuse_if_full("ana")
        hub.join(ana.tenant_id, person="ana")
    with pytest.raises(TooManyListeners, match="windows of yours"):
        hub.refuse_if_full("ana")
    hub.refuse_if_full("ben")


async def test_a_token_for_one_server_is_nothing_to_another(
    client: httpx.AsyncClient, reception: Reception, ana: User
) -> None:
    forged = tokens.TokenSigner(b"x" * 32, timedelta(hours=1)).issue(ana).value
    assert (await client.get(ME, headers=shown(forged))).status_code == 401
    assert (await client.get(ME, headers=bearer(reception, ana))).status_code == 200
