"""Contacts in groups: each has its own result, whatever becomes of the others."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import orjson
import pytest
from aiohttp import web as server
from tests.clients.delivery.conftest import CONTACT
from tests.clients.delivery.test_customer_databases import UPSERT
from tests.clients.internet import Internet

from scrapersky.clients.delivery import DeliveryFailed
from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.gathering import Gathering
from scrapersky.clients.delivery.hubspot import MOST_AT_ONCE, HubSpot
from scrapersky.clients.delivery.rest import RestTarget
from scrapersky.clients.fetching.fetcher import Fetcher


class Account:
    """A HubSpot account: upserts by address, refuses whole requests as its reference says."""

    def __init__(self) -> None:
        self.contacts: dict[str, dict[str, str]] = {}
        self.sizes: list[int] = []

    async def __call__(self, request: server.Request) -> server.StreamResponse:
        inputs = orjson.loads(await request.read())["inputs"]
        self.sizes.append(len(inputs))
        ids = [each["id"] for each in inputs]
        if len(set(ids)) != len(ids) or len(ids) > MOST_AT_ONCE:
            return self.refused("Duplicate IDs found in batch input")
        if any("wrong" in each for each in ids):
            return self.refused("Property values were not valid")
        results = [
            {
                "id": str(len(self.contacts) + place),
                "new": each["id"] not in self.contacts,
                "properties": each["properties"],
            }
            for place, each in enumerate(reversed(inputs))
        ]
        self.contacts |= {each["id"]: each["properties"] for each in inputs}
        return server.json_response({"status": "COMPLETE", "results": results})

    def refused(self, message: str) -> server.Response:
        return server.json_response({"status": "error", "message": message}, status=400)


def people(count: int, **changes: Any) -> list[OutgoingContact]:
    return [
        replace(CONTACT, id=UUID(int=number), email=f"p{number}@cedar.example", **changes) for number in range(count)
    ]


async def delivered(target: HubSpot, contacts: Sequence[OutgoingContact], web: Fetcher) -> list[Any]:
    jobs = (target.deliver(each, f"key-{each.id}", web) for each in contacts)
    return await asyncio.gather(*jobs, return_exceptions=True)


async def test_a_hundred_go_at_once_and_each_has_its_answer(internet: Internet, web: Fetcher) -> None:
    account = Account()
    internet.site("api.hubapi.com", {UPSERT: account.__call__})
    results = await delivered(HubSpot("t"), people(250), web)
    assert sorted(account.sizes) == [50, 100, 100]
    assert len(account.contacts) == 250
    assert all(result.endswith("created") for result in results)


async def test_one_that_is_refused_spoils_no_other(internet: Internet, web: Fetcher) -> None:
    account = Account()
    internet.site("api.hubapi.com", {UPSERT: account.__call__})
    contacts = people(20)
    contacts[7] = replace(contacts[7], email="wrong@cedar.example")
    results = await delivered(HubSpot("t"), contacts, web)
    failed = [place for place, result in enumerate(results) if isinstance(result, DeliveryFailed)]
    assert (failed, len(account.contacts)) == ([7], 19)
    assert not results[7].worth_retrying
    assert "Property values were not valid" in str(results[7])


async def test_two_contacts_of_one_address_go_one_after_the_other(internet: Internet, web: Fetcher) -> None:
    account = Account()
    internet.site("api.hubapi.com", {UPSERT: account.__call__})
    twins = [replace(CONTACT, id=UUID(int=number)) for number in range(3)]
    results = await delivered(HubSpot("t"), twins, web)
    assert (account.sizes, len(account.contacts)) == ([1, 1, 1], 1)
    assert not any(isinstance(result, Exception) for result in results)


async def test_fields_of_the_account_are_filled_and_those_it_lacks_are_told_beforehand(
    internet: Internet, web: Fetcher
) -> None:
    account = Account()
    described = {"results": [{"name": "email"}, {"name": "town"}]}

    async def properties(_: server.Request) -> server.StreamResponse:
        return server.json_response(described)

    internet.site("api.hubapi.com", {UPSERT: account.__call__, "/crm/v3/properties/contacts": properties})
    target = HubSpot("t", {"town": "business.city", "checked": "verification"})
    assert await target.missing(web) == ["checked"]
    assert target.destination != HubSpot("t").destination
    await target.deliver(CONTACT, "key", web)
    kept = account.contacts["ana@cedar.example"]
    assert (kept["town"], kept["checked"]) == ("Austin", "valid")


async def test_a_row_that_is_stopped_while_it_waits_stops_no_other() -> None:
    sent: list[list[int]] = []

    async def send(items: Sequence[int]) -> list[str]:
        sent.append(list(items))
        return [str(item) for item in items]

    gathered: Gathering[int, str] = Gathering(send, lambda item: item, most=3, seconds=30)
    first = asyncio.create_task(gathered(1))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert list(await asyncio.gather(gathered(2), gathered(3))) == ["2", "3"]
    assert sent == [[2, 3]]


async def test_what_fails_for_all_is_each_ones_own_failure() -> None:
    async def send(_: Sequence[int]) -> list[str]:
        raise DeliveryFailed("away", outcome="away", worth_retrying=True)

    gathered: Gathering[int, str] = Gathering(send, lambda item: item, most=2, seconds=30)
    one, other = await asyncio.gather(gathered(1), gathered(2), return_exceptions=True)
    assert isinstance(one, DeliveryFailed)
    assert isinstance(other, DeliveryFailed)
    assert one is not other
    assert (str(one), one.worth_retrying, one.outcome) == ("away", True, "away")


@pytest.mark.parametrize(("method", "path"), [("PUT", "/contacts/{email}"), ("POST", "/contacts")])
async def test_any_service_is_spoken_to_by_a_template(internet: Internet, web: Fetcher, method: str, path: str) -> None:
    seen: list[tuple[str, str, Any, str]] = []

    async def take(request: server.Request) -> server.StreamResponse:
        body = orjson.loads(await request.read())
        seen.append((request.method, request.path, body, request.headers["Authorization"]))
        return server.json_response({"message": "thanks"})

    asked = path.replace("{email}", "ana@cedar.example")
    internet.site("hooks.example", {asked: take, asked.replace("@", "%40"): take})
    template = {"mail": "{email}", "who": {"given": "{first_name}", "fax": "{fax}"}, "tags": ["{business.city}", "x"]}
    target = RestTarget(f"https://hooks.example{path}", method, {"Authorization": "Bearer t"}, template)
    assert await target.deliver(CONTACT, "key", web) == "HTTP 200 thanks"
    body = {"mail": "ana@cedar.example", "who": {"given": "Ana"}, "tags": ["Austin", "x"]}
    assert seen == [(method, asked, body, "Bearer t")]
    assert replace(target, template={}).destination != target.destination
    assert (target.refusal(replace(CONTACT, email=None)) is not None) is ("{email}" in path)
