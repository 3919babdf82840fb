"""HubSpot and Brevo with the limits that they document: 100 requests in ten seconds, and ten in one."""

import asyncio
import time
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import orjson
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.clients.delivery.conftest import CONTACT, Service, answering
from tests.clients.delivery.test_customer_databases import UPSERT, hubspot_answer
from tests.clients.internet import UNPACED, Internet

from scrapersky.clients.delivery import DeliveryFailed
from scrapersky.clients.delivery.brevo import Brevo
from scrapersky.clients.delivery.hubspot import HubSpot
from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import FIRST_PAUSE
from scrapersky.coordination.turns import DatabasePacing

PATIENT = replace(UNPACED, patience=60)
MANY = 12
A_SECONDS_SHARE = 10
"""Of either service's limit."""


def sites(internet: Internet, hubspot: Service, brevo: Service) -> None:
    internet.site("api.hubapi.com", {UPSERT: hubspot.page})
    internet.site("api.brevo.com", {"/v3/contacts": brevo.page})


async def deliver_many(target: HubSpot | Brevo, *fetchers: Fetcher) -> float:
    """Everything at once, in turns from each process; gives the seconds it took."""
    began = time.monotonic()
    contacts = (replace(CONTACT, id=UUID(int=number)) for number in range(MANY))
    jobs = (
        target.deliver(contact, str(number), fetchers[number % len(fetchers)])
        for number, contact in enumerate(contacts)
    )
    await asyncio.gather(*jobs)
    return time.monotonic() - began


@pytest.mark.parametrize("target", [HubSpot("t"), Brevo("k")], ids=lambda target: target.name)
async def test_contacts_go_at_a_pace_below_the_documented_limit(internet: Internet, target: HubSpot | Brevo) -> None:
    sites(internet, answering(200, hubspot_answer()), answering(204))
    async with internet.fetcher(PATIENT) as web:
        assert await deliver_many(target, web) >= (MANY - 1) / A_SECONDS_SHARE


async def test_the_pace_is_that_of_all_processes_together(internet: Internet, engine: AsyncEngine) -> None:
    sites(internet, answering(200, hubspot_answer()), answering(204))
    async with (
        DatabasePacing(engine) as one,
        DatabasePacing(engine) as another,
        internet.fetcher(PATIENT, pacing=one) as first,
        internet.fetcher(PATIENT, pacing=another) as second,
    ):
        assert await deliver_many(Brevo("k"), first, second) >= (MANY - 1) / A_SECONDS_SHARE


SECONDLY = {
    "X-HubSpot-RateLimit-Max": "100",
    "X-HubSpot-RateLimit-Remaining": "0",
    "X-HubSpot-RateLimit-Interval-Milliseconds": "10000",
}
DAILY = SECONDLY | {"X-HubSpot-RateLimit-Daily": "250000", "X-HubSpot-RateLimit-Daily-Remaining": "0"}
RESET = {"x-sib-ratelimit-limit": "10", "x-sib-ratelimit-remaining": "0", "x-sib-ratelimit-reset": "400"}


@pytest.mark.parametrize(
    ("target", "headers", "pause"),
    [
        (HubSpot("t"), SECONDLY, timedelta(seconds=10)),
        (HubSpot("t"), DAILY, timedelta(hours=1)),
        (HubSpot("t"), SECONDLY | {"Retry-After": "3"}, timedelta(seconds=3)),
        (HubSpot("t"), {"X-HubSpot-RateLimit-Interval-Milliseconds": "soon"}, FIRST_PAUSE),
        (HubSpot("t"), {}, FIRST_PAUSE),
        (Brevo("k"), RESET, timedelta(seconds=400)),
        (Brevo("k"), {}, FIRST_PAUSE),
    ],
)
async def test_a_limit_is_waited_for_as_long_as_the_service_says(
    internet: Internet, web: Fetcher, target: HubSpot | Brevo, headers: dict[str, str], pause: timedelta
) -> None:
    limited = Service([(429, b'{"message": "Too many."}', headers)])
    sites(internet, limited, limited)
    with pytest.raises(DeliveryFailed, match="Too many") as failed:
        await target.deliver(CONTACT, "key", web)
    assert (failed.value.retry_after, failed.value.costs_attempt) == (pause, False)


async def test_who_has_no_requests_left_is_not_asked_until_there_are_more(internet: Internet, web: Fetcher) -> None:
    last = Service([(201, b'{"id": 1}', RESET), (204, b"", {})])
    sites(internet, answering(200, hubspot_answer()), last)
    target = Brevo("k")
    await target.deliver(CONTACT, "key", web)
    with pytest.raises(DeliveryFailed, match="asked for a pause") as failed:
        await target.deliver(replace(CONTACT, id=UUID(int=2)), "other", web)
    assert timedelta(seconds=5) < (failed.value.retry_after or timedelta()) <= timedelta(seconds=400)
    assert len(last.bodies) == 1


async def test_a_limit_of_one_target_holds_up_no_other(internet: Internet, web: Fetcher) -> None:
    limited, hook = Service([(429, b"", SECONDLY)]), answering(200)
    sites(internet, limited, answering(204))
    internet.site("hooks.example", {"/in": hook.page})
    with pytest.raises(DeliveryFailed):
        await HubSpot("t").deliver(CONTACT, "key", web)
    await Webhook("https://hooks.example/in", "secret").deliver(CONTACT, "key", web)
    await Brevo("k").deliver(CONTACT, "key", web)
    assert len(hook.bodies) == 1


TAKEN = {
    "code": "duplicate_parameter",
    "message": "Unable to create contact, SMS is already associated with another Contact",
    "metadata": {"duplicate_identifiers": ["SMS"]},
}


async def test_a_number_that_another_contact_has_is_left_out_and_told_of(internet: Internet, web: Fetcher) -> None:
    service = Service([(400, orjson.dumps(TAKEN), {}), (201, b'{"id": 21}', {})])
    internet.site("api.brevo.com", {"/v3/contacts": service.page})
    told = await Brevo("k", lists=(3,)).deliver(CONTACT, "key", web)
    assert told == "HTTP 201 contact created without the number +15125550100, which another contact there has"
    first, second = map(orjson.loads, service.bodies)
    assert first["attributes"].pop("SMS") == "+15125550100"
    assert first == second


@pytest.mark.parametrize(
    "refusal",
    [
        TAKEN | {"metadata": {"duplicate_identifiers": ["email"]}},
        {"code": "invalid_parameter", "message": "Invalid phone number"},
        {"code": "duplicate_parameter", "message": "Contact already exist", "metadata": None},
    ],
)
async def test_any_other_refusal_is_one(internet: Internet, web: Fetcher, refusal: dict[str, object]) -> None:
    service = answering(400, orjson.dumps(refusal))
    internet.site("api.brevo.com", {"/v3/contacts": service.page})
    with pytest.raises(DeliveryFailed, match=str(refusal["message"])):
        await Brevo("k").deliver(CONTACT, "key", web)
    assert len(service.bodies) == 1
