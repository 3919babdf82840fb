"""The signed webhook: what is sent, and how answers are judged."""

import asyncio
import hashlib
import hmac
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from aiohttp import web as web_server
from aiohttp.test_utils import TestServer
from tests.clients.delivery.conftest import CONTACT, answering
from tests.clients.internet import Internet

from scrapersky.clients.delivery import DeliveryFailed, idempotency_key
from scrapersky.clients.delivery.target import ANSWER_LIMITS
from scrapersky.clients.delivery.webhook import SIGNATURE, TIMESTAMP, Webhook, signature
from scrapersky.clients.fetching.errors import UrlRefused
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.guard import own_services
from scrapersky.clients.fetching.pacing import FIRST_PAUSE
from scrapersky.clients.fetching.policy import FetchPolicy

URL = "https://hooks.example/in"
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def webhook(url: str = URL) -> Webhook:
    return Webhook(url, "a secret", now=lambda: MOMENT)


async def test_a_receiver_can_prove_who_sent_a_contact_and_when(internet: Internet, web: Fetcher) -> None:
    service = answering(202, b'{"message": "thanks"}')
    internet.site("hooks.example", {"/in": service.page})
    assert await webhook().deliver(CONTACT, "key-1", web) == "HTTP 202 thanks"
    (body,), (headers,) = service.bodies, service.headers
    timestamp = str(int(MOMENT.timestamp()))
    signed = hmac.new(b"a secret", f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    assert headers["X-ScraperSky-Timestamp"] == timestamp
    assert headers["X-ScraperSky-Signature"] == f"sha256={signed}"
    assert headers["Idempotency-Key"] == "key-1"
    told = orjson.loads(body)
    assert (told["event"], told["contact"]["email"]) == ("contact.delivered", "ana@cedar.example")
    assert told["contact"]["business"]["attribution"] == "© OpenStreetMap contributors"


async def test_services_of_one_s_own_get_contacts_and_no_page_is_fetched_from_them(internet: Internet) -> None:
    """On the machine's real network: an address inside, at a port of its own."""
    bodies = []

    async def take(request: web_server.Request) -> web_server.Response:
        bodies.append(await request.read())
        return web_server.Response(text="thanks")

    receiver = TestServer(web_server.Application())
    receiver.app.router.add_post("/in", take)
    await receiver.start_server()
    url = f"http://127.0.0.1:{receiver.port}/in"
    try:
        async with internet.fetcher(FetchPolicy(own_services=own_services([f"127.0.0.1:{receiver.port}"]))) as web:
            assert await webhook(url).deliver(CONTACT, "key-1", web) == "HTTP 200 thanks"
            for address in (url, url.replace(str(receiver.port), "80")):
                with pytest.raises(UrlRefused):
                    await web.fetch(address)
            with pytest.raises(DeliveryFailed, match="OWN_SERVICES name the host and its port: 127"):
                await webhook("http://127.0.0.1/in").deliver(CONTACT, "key-2", web)
    finally:
        await receiver.close()
    assert len(bodies) == 1


def test_the_key_stays_while_contact_and_destination_stay() -> None:
    key = idempotency_key(webhook(), CONTACT)
    assert key == idempotency_key(webhook(), replace(CONTACT))
    others = {
        idempotency_key(webhook(), replace(CONTACT, phone="+15125550101")),
        idempotency_key(webhook("https://hooks.example/other"), CONTACT),
        key,
    }
    assert len(others) == 3


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503])
async def test_what_may_pass_is_tried_again(internet: Internet, web: Fetcher, status: int) -> None:
    internet.site("hooks.example", {"/in": answering(status, b"busy", Retry_After="90").page})
    with pytest.raises(DeliveryFailed, match=f"HTTP {status}: busy") as failed:
        await webhook().deliver(CONTACT, "key", web)
    assert failed.value.worth_retrying
    assert failed.value.retry_after == timedelta(seconds=90)
    assert failed.value.outcome == f"http_{status}"
    assert failed.value.costs_attempt is (status != 429)


async def test_a_limit_that_does_not_say_how_long_it_lasts_costs_no_attempt_either(
    internet: Internet, web: Fetcher
) -> None:
    internet.site("hooks.example", {"/in": answering(429, Retry_After="0").page})
    with pytest.raises(DeliveryFailed) as failed:
        await webhook().deliver(CONTACT, "key", web)
    assert (failed.value.costs_attempt, failed.value.retry_after) == (False, FIRST_PAUSE)


async def test_the_contacts_behind_one_that_met_a_limit_wait_as_long(internet: Internet, web: Fetcher) -> None:
    hook = answering(429, Retry_After="300")
    internet.site("hooks.example", {"/in": hook.page})
    with pytest.raises(DeliveryFailed):
        await webhook().deliver(CONTACT, "key", web)
    with pytest.raises(DeliveryFailed, match="asked for a pause") as behind:
        await webhook().deliver(replace(CONTACT, id=UUID(int=2)), "another", web)
    assert timedelta(minutes=4) < (behind.value.retry_after or timedelta()) <= timedelta(minutes=5)
    assert (behind.value.costs_attempt, len(hook.bodies)) == (False, 1)


def test_an_answer_may_take_as_long_to_begin_as_it_may_take() -> None:
    assert ANSWER_LIMITS.read_seconds == ANSWER_LIMITS.seconds == 30


@pytest.mark.parametrize("status", [200, 503])
@pytest.mark.parametrize(
    "rest", [b"Content-Length: 900000\r\n\r\nx", b"Content-Length: 50\r\n\r\nhalf", b"Content-Encoding: gzip\r\n\r\nx"]
)
async def test_the_status_is_the_answer_whatever_comes_after_it(
    internet: Internet, web: Fetcher, status: int, rest: bytes
) -> None:
    async def dies_mid_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 {status} So\r\nRetry-After: 90\r\n".encode() + rest)
        await writer.drain()

    await internet.raw_site("raw.example", dies_mid_answer)
    delivery = webhook("http://raw.example/in").deliver(CONTACT, "key", web)
    if status == 200:
        assert await delivery == "HTTP 200"
        return
    with pytest.raises(DeliveryFailed, match=r"The webhook answered HTTP 503\. That may pass") as failed:
        await delivery
    assert (failed.value.worth_retrying, failed.value.retry_after) == (True, timedelta(seconds=90))


@pytest.mark.parametrize(
    ("status", "advice"),
    [(400, "would change nothing"), (401, "Check WEBHOOK_URL"), (404, "would change nothing"), (410, "would change")],
)
async def test_what_will_not_pass_is_not_tried_again(
    internet: Internet, web: Fetcher, status: int, advice: str
) -> None:
    internet.site("hooks.example", {"/in": answering(status, b'{"message": "No."}').page})
    with pytest.raises(DeliveryFailed, match=f"HTTP {status}: No. .*{advice}") as failed:
        await webhook().deliver(CONTACT, "key", web)
    assert not failed.value.worth_retrying


async def test_a_redirect_carries_the_contact_nowhere(internet: Internet, web: Fetcher) -> None:
    internet.site("hooks.example", {"/in": answering(307, Location="https://elsewhere.example/").page})
    with pytest.raises(DeliveryFailed, match="Redirects are not followed: set WEBHOOK_URL") as failed:
        await webhook().deliver(CONTACT, "key", web)
    assert not failed.value.worth_retrying
    assert internet.lookups == ["hooks.example"]


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/in", "http://10.0.0.5/in", "http://localhost/", "http://inside.example/"]
)
async def test_addresses_inside_our_network_are_refused_before_anything_is_sent(
    internet: Internet, web: Fetcher, url: str
) -> None:
    internet.addresses["inside.example"] = [["192.168.0.10"]]
    with pytest.raises(DeliveryFailed, match=r"WEBHOOK_URL cannot be used: .* not on the public internet") as failed:
        await webhook(url).deliver(CONTACT, "key", web)
    assert failed.value.outcome == "refused_address"
    assert not failed.value.worth_retrying
    assert internet.dialled == []


async def test_whoever_sees_the_row_reads_the_host_and_not_the_address(web: Fetcher) -> None:
    with pytest.raises(DeliveryFailed, match=r"hooks\.example") as failed:
        await webhook("http://hooks.example:9/T0/hidden").deliver(CONTACT, "key", web)
    assert "hidden" not in str(failed.value)


async def test_a_host_that_is_away_is_tried_again(internet: Internet, web: Fetcher) -> None:
    internet.closed_port("hooks.example")
    with pytest.raises(DeliveryFailed, match=r"The webhook could not be reached\. Could not connect") as failed:
        await webhook("http://hooks.example/in").deliver(CONTACT, "key", web)
    assert (failed.value.worth_retrying, failed.value.outcome) == (True, "connect")


async def test_an_address_without_a_secret_sends_nothing(internet: Internet, web: Fetcher) -> None:
    with pytest.raises(DeliveryFailed, match="WEBHOOK_SECRET") as failed:
        await Webhook(URL, "").deliver(CONTACT, "key", web)
    assert not failed.value.worth_retrying
    assert internet.seen == []


async def test_what_a_receiver_says_is_kept_short_and_printable(internet: Internet, web: Fetcher) -> None:
    internet.site("hooks.example", {"/in": answering(200, b"a\x00b\x1b[31m\n" + b"x" * 5_000).page})
    said = await webhook().deliver(CONTACT, "key", web)
    assert said.isprintable()
    assert len(said) < 400


def test_the_secret_is_in_no_message() -> None:
    assert "a secret" not in repr(webhook())


def test_the_receiver_in_the_documentation_knows_what_is_genuine(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[3] / "docs/how-to/deliver-contacts.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    monkeypatch.setenv("WEBHOOK_SECRET", "a secret")
    receiver: dict[str, Any] = {"__name__": "receiver"}
    exec(compile(example, "deliver-contacts.md", "exec"), receiver)  # noqa: S102  our own page
    now, body = str(int(time.time())), b'{"event":"contact.delivered"}'
    genuine = {TIMESTAMP: now, SIGNATURE: signature("a secret", now, body)}
    assert receiver["is_genuine"](genuine, body)
    assert not receiver["is_genuine"](genuine, body + b" ")
    assert not receiver["is_genuine"](genuine | {SIGNATURE: signature("another", now, body)}, body)
    old = str(int(time.time()) - 3600)
    assert not receiver["is_genuine"]({TIMESTAMP: old, SIGNATURE: signature("a secret", old, body)}, body)
    assert not receiver["is_genuine"]({}, body)
