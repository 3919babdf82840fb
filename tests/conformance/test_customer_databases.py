"""What we send to CRMs is what their own clients send, and their own models read what we are answered."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import brevo
import httpx
import orjson
import pytest
from aiohttp import web as server
from hubspot.crm import contacts
from tests.clients.delivery.conftest import CONTACT
from tests.clients.internet import Internet

from scrapersky.clients.delivery.brevo import Brevo, attributes
from scrapersky.clients.delivery.hubspot import UPSERT, HubSpot, properties
from scrapersky.clients.fetching.fetcher import Fetcher


@dataclass
class Heard:
    """Everything that a service was sent."""

    answer: Any
    bodies: list[Any] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    async def __call__(self, request: server.Request) -> server.StreamResponse:
        self.bodies.append(orjson.loads(await request.read()))
        self.headers.append(dict(request.headers))
        return server.json_response(self.answer)


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    pretended = Internet()
    await pretended.start("api.hubapi.com", "api.brevo.com")
    yield pretended
    await pretended.close()


@pytest.fixture
async def web(internet: Internet) -> AsyncIterator[Fetcher]:
    async with internet.fetcher() as fetcher:
        yield fetcher


async def test_hubspots_client_says_the_same_and_reads_the_same(internet: Internet, web: Fetcher) -> None:
    moment = "2026-01-01T00:00:00.000Z"
    made = {"id": "512", "new": True, "properties": {"email": CONTACT.email}, "createdAt": moment, "updatedAt": moment}
    whole = {"status": "COMPLETE", "results": [{**made, "archived": False}], "startedAt": moment, "completedAt": moment}
    heard = Heard(whole)
    internet.site("api.hubapi.com", {UPSERT.removeprefix("https://api.hubapi.com"): heard.__call__})
    told = await HubSpot("t").deliver(CONTACT, "key", web)
    one = contacts.SimplePublicObjectBatchInputUpsert(
        id=CONTACT.email, id_property="email", object_write_trace_id="key", properties=properties(CONTACT)
    )
    client = contacts.ApiClient(contacts.Configuration())
    theirs = client.sanitize_for_serialization(contacts.BatchInputSimplePublicObjectBatchInputUpsert(inputs=[one]))
    assert heard.bodies == [theirs]
    response = type("Answer", (), {"data": orjson.dumps(whole).decode()})()
    read = client.deserialize(response, "BatchResponseSimplePublicUpsertObject")
    assert told == f"HTTP 200 contact {read.results[0].id} created"


async def test_brevos_client_says_the_same(internet: Internet, web: Fetcher) -> None:
    heard = Heard({"id": 21})
    internet.site("api.brevo.com", {"/v3/contacts": heard.__call__})
    await Brevo("k", lists=(3,)).deliver(CONTACT, "key", web)
    sent: list[httpx.Request] = []

    def take(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(201, json={"id": 21})

    def ask() -> None:
        client = brevo.Brevo(api_key="k", httpx_client=httpx.Client(transport=httpx.MockTransport(take)))
        client.contacts.create_contact(
            email=CONTACT.email,
            ext_id=str(CONTACT.id),
            attributes=attributes(CONTACT),
            update_enabled=True,
            list_ids=[3],
        )

    await asyncio.to_thread(ask)
    (theirs,) = sent
    assert heard.bodies == [orjson.loads(theirs.content)]
    assert (heard.headers[0]["api-key"], theirs.url.path) == (theirs.headers["api-key"], "/v3/contacts")
