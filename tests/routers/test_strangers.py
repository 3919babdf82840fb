"""How much of a body is read before it is known who sent it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from tests.routers.test_auth import bearer

from scrapersky.models import User
from scrapersky.routers.sessions import Reception
from scrapersky.routers.strangers import LARGE, LARGE_AT_ONCE, LARGEST_OF_STRANGERS, BodyGate

LISTS = "/api/v3/deep-scan/status"
UPLOAD = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
JSON = {"Content-Type": "application/json"}


class Body:
    """A body in pieces that knows how much of it was taken."""

    def __init__(self, begin: bytes = b" ") -> None:
        self.taken, self._begin = 0, begin

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._begin
        for _ in range(1000):
            self.taken += 4096
            yield b" " * 4096


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer nonsense"}, {"Cookie": "sky_session_8000=x"}])
@pytest.mark.parametrize("path", [LISTS, "/api/v3/imports"])
async def test_of_a_strangers_body_little_is_read(
    client: httpx.AsyncClient, headers: dict[str, str], path: str
) -> None:
    body = Body(b" " if path == LISTS else UPLOAD)
    method = "PUT" if path == LISTS else "POST"
    kind = JSON if path == LISTS else {"Content-Type": "multipart/form-data; boundary=b"}
    answer = await client.request(method, path, content=body, headers=headers | kind)
    assert answer.status_code in (401, 403)
    assert body.taken <= LARGEST_OF_STRANGERS + 4096
    whole = b" " * (LARGEST_OF_STRANGERS + 1)
    assert (await client.request(method, path, content=whole, headers=headers | kind)).status_code in (401, 403)


async def test_an_expired_token_is_told_so_and_a_sound_one_is_read_on(
    client: httpx.AsyncClient, reception: Reception, ana: User
) -> None:
    whole = b" " * (LARGEST_OF_STRANGERS + 1)
    expired = replace(reception.authenticator.signer, lifetime=timedelta(seconds=-1)).issue(ana)
    answer = await client.put(LISTS, content=whole, headers=JSON | {"Authorization": f"Bearer {expired.value}"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_signed_in")
    assert "Your session is over" in answer.json()["error"]["message"]
    assert answer.headers["www-authenticate"] == "Bearer"
    body = Body()
    assert (await client.put(LISTS, content=body, headers=JSON | bearer(reception, ana))).status_code == 422
    assert body.taken == 4096 * 1000


async def test_signing_in_takes_a_name_and_a_password(client: httpx.AsyncClient) -> None:
    body = Body()
    assert (await client.post("/api/v3/auth/login", content=body, headers=JSON)).status_code == 413
    assert body.taken <= LARGEST_OF_STRANGERS + 4096


async def test_large_bodies_are_taken_apart_a_few_at_a_time(reception: Reception, ana: User) -> None:
    at_work, most, go_on = 0, 0, asyncio.Event()

    async def application(_: Scope, receive: Receive, __: Send) -> None:
        nonlocal at_work, most
        await receive()
        at_work += 1
        most = max(most, at_work)
        await go_on.wait()
        at_work -= 1

    async def receive() -> Message:
        return {"type": "http.request", "body": b" " * (LARGE + 1), "more_body": False}

    async def send(_: Message) -> None: ...

    gate = BodyGate(application, reception.authenticator)
    token = bearer(reception, ana)["Authorization"].encode()
    headers = [(b"host", b"a"), (b"content-length", str(LARGE + 1).encode()), (b"authorization", token)]
    scope = {"type": "http", "method": "PUT", "path": LISTS, "query_string": b"", "headers": headers}
    requests = [asyncio.create_task(gate(dict(scope), receive, send)) for _ in range(LARGE_AT_ONCE + 3)]
    for _ in range(20):  # all that can go on has done so
        await asyncio.sleep(0)
    assert at_work == LARGE_AT_ONCE
    go_on.set()
    await asyncio.gather(*requests)
    assert most == LARGE_AT_ONCE
