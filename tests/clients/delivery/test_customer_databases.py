"""HubSpot and Brevo, against the shapes of their requests and answers as their references have them."""

from dataclasses import replace
from typing import Any

import orjson
import pytest
from tests.clients.delivery.conftest import CONTACT, Service, answering
from tests.clients.internet import Internet

from scrapersky.clients.delivery import DeliveryFailed
from scrapersky.clients.delivery.brevo import Brevo
from scrapersky.clients.delivery.hubspot import HubSpot
from scrapersky.clients.fetching.fetcher import Fetcher

UPSERT = "/crm/v3/objects/contacts/batch/upsert"


def hubspot_answer(*, new: bool = True, **more: Any) -> bytes:
    contact = {
        "id": "512",
        "new": new,
        "properties": {"email": "ana@cedar.example"},
        "createdAt": "2026-01-01T00:00:00.000Z",
        "updatedAt": "2026-01-01T00:00:00.000Z",
        "archived": False,
    }
    whole = {
        "status": "COMPLETE",
        "results": [contact],
        "startedAt": "2026-01-01T00:00:00.000Z",
        "completedAt": "2026-01-01T00:00:00.000Z",
    }
    return orjson.dumps(whole | more)


def hubspot(internet: Internet, status: int, body: bytes, **headers: str) -> Service:
    service = answering(status, body, **headers)
    internet.site("api.hubapi.com", {UPSERT: service.page})
    return service


async def test_hubspot_gets_an_upsert_by_address(internet: Internet, web: Fetcher) -> None:
    service = hubspot(internet, 200, hubspot_answer())
    assert await HubSpot("token-1").deliver(CONTACT, "key-1", web) == "HTTP 200 contact 512 created"
    assert service.headers[0]["Authorization"] == "Bearer token-1"
    (given,) = orjson.loads(service.bodies[0])["inputs"]
    assert (given["id"], given["idProperty"], given["objectWriteTraceId"]) == ("ana@cedar.example", "email", "key-1")
    assert given["properties"] == {
        "email": "ana@cedar.example",
        "firstname": "Ana",
        "lastname": "Lopez",
        "jobtitle": "Owner",
        "phone": "+15125550100",
        "website": "https://cedar.example/",
        "company": "Cedar & Sons",
        "city": "Austin",
        "country": "US",
    }


async def test_hubspot_says_when_it_had_the_contact(internet: Internet, web: Fetcher) -> None:
    hubspot(internet, 200, hubspot_answer(new=False))
    assert await HubSpot("t").deliver(CONTACT, "key", web) == "HTTP 200 contact 512 updated"


@pytest.mark.parametrize(
    ("status", "said", "words", "again"),
    [
        (401, "Authentication credentials not found", "Check HUBSPOT_TOKEN", False),
        (400, "Property values were not valid", "Property values were not valid", False),
        (429, "You have reached your secondly limit.", "secondly limit", True),
        (502, "", "HTTP 502", True),
    ],
)
async def test_hubspots_refusals_are_told_apart(
    internet: Internet, web: Fetcher, status: int, said: str, words: str, *, again: bool
) -> None:
    body = {"status": "error", "message": said, "correlationId": "1"}
    hubspot(internet, status, orjson.dumps(body))
    with pytest.raises(DeliveryFailed, match=words) as failed:
        await HubSpot("t").deliver(CONTACT, "key", web)
    assert failed.value.worth_retrying is again


async def test_a_contact_that_hubspot_left_out_of_a_batch_is_a_refusal(internet: Internet, web: Fetcher) -> None:
    error = {"status": "error", "category": "VALIDATION_ERROR", "message": "Email address ana is invalid"}
    hubspot(internet, 207, hubspot_answer(results=[], errors=[error], numErrors=1))
    with pytest.raises(DeliveryFailed, match="HubSpot refused the contact: Email address ana is invalid") as failed:
        await HubSpot("t").deliver(CONTACT, "key", web)
    assert not failed.value.worth_retrying


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"results": [{}]}', b'{"results": 5}'])
async def test_an_answer_of_hubspot_that_is_none_is_asked_for_again(
    internet: Internet, web: Fetcher, body: bytes
) -> None:
    hubspot(internet, 200, body)
    with pytest.raises(DeliveryFailed, match="could not be read") as failed:
        await HubSpot("t").deliver(CONTACT, "key", web)
    assert (failed.value.outcome, failed.value.worth_retrying) == ("bad_response", True)


async def test_brevo_creates_and_then_updates(internet: Internet, web: Fetcher) -> None:
    service = Service([(201, b'{"id": 21}', {}), (204, b"", {})])
    internet.site("api.brevo.com", {"/v3/contacts": service.page})
    target = Brevo("key-of-account", lists=(3,))
    assert await target.deliver(CONTACT, "key", web) == "HTTP 201 contact created"
    assert await target.deliver(CONTACT, "key", web) == "HTTP 204 contact updated"
    assert service.headers[0]["api-key"] == "key-of-account"
    assert orjson.loads(service.bodies[0]) == {
        "email": "ana@cedar.example",
        "ext_id": str(CONTACT.id),
        "attributes": {"FIRSTNAME": "Ana", "LASTNAME": "Lopez", "SMS": "+15125550100"},
        "updateEnabled": True,
        "listIds": [3],
    }


async def test_a_landline_is_not_given_to_brevo_as_an_sms_number(internet: Internet, web: Fetcher) -> None:
    service = answering(204)
    internet.site("api.brevo.com", {"/v3/contacts": service.page})
    await Brevo("k").deliver(replace(CONTACT, phone_kind="fixed_line"), "key", web)
    assert "SMS" not in orjson.loads(service.bodies[0])["attributes"]


async def test_an_extension_is_not_given_to_brevo_with_an_sms_number(internet: Internet, web: Fetcher) -> None:
    service = answering(204)
    internet.site("api.brevo.com", {"/v3/contacts": service.page})
    await Brevo("k").deliver(replace(CONTACT, phone="+15125550100 ext. 7"), "key", web)
    assert orjson.loads(service.bodies[0])["attributes"]["SMS"] == "+15125550100"


async def test_brevos_words_reach_the_person(internet: Internet, web: Fetcher) -> None:
    body = b'{"code": "invalid_parameter", "message": "Invalid phone number"}'
    internet.site("api.brevo.com", {"/v3/contacts": answering(400, body).page})
    with pytest.raises(DeliveryFailed, match="Brevo refused the contact with HTTP 400: Invalid phone number") as failed:
        await Brevo("k").deliver(CONTACT, "key", web)
    assert not failed.value.worth_retrying


@pytest.mark.parametrize("target", [HubSpot("t"), Brevo("k")])
def test_contacts_without_an_address_are_not_for_them(target: HubSpot | Brevo) -> None:
    assert "e-mail" in (target.refusal(replace(CONTACT, email=None)) or "")
    assert target.refusal(CONTACT) is None
    assert "token" not in repr(HubSpot("my-token"))
