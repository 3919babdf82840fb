import json
from typing import Any

import pytest
from tests.simulator.browser import Answer, Browser, browsing

from scrapersky.simulator.google import service
from scrapersky.simulator.google.service import GoogleQuotas, Quota
from scrapersky.simulator.simulator import SimulatedLimits, Simulator
from scrapersky.simulator.world import World

IN_AUSTIN = {"textQuery": "dentists in Austin, TX"}


def refusal(answer: Answer, code: int, status: str) -> dict[str, Any]:
    error: dict[str, Any] = json.loads(answer.body)["error"]
    assert (answer.status, error["code"], error["status"]) == (code, code, status), error
    return error


def reason(error: dict[str, Any]) -> dict[str, Any]:
    return next(detail for detail in error["details"] if detail["@type"].endswith("ErrorInfo"))


async def test_a_mask_is_required(browser: Browser) -> None:
    answer = await browser.google("POST", "places:searchText", None, IN_AUSTIN)

    error = refusal(answer, 400, "INVALID_ARGUMENT")
    assert error["message"].startswith("FieldMask is a required parameter.")


@pytest.mark.parametrize(
    ("mask", "path"),
    [
        ("id", "id"),
        ("places.id,displayName", "displayName"),
        ("places.phone", "places.phone"),
        ("places.displayName.txt", "places.displayName.txt"),
        ("places.id, places.name", " places.name"),
    ],
)
async def test_a_mask_with_an_unknown_path_is_refused(browser: Browser, mask: str, path: str) -> None:
    error = refusal(await browser.search_text(IN_AUSTIN, mask), 400, "INVALID_ARGUMENT")

    violation = error["details"][0]["fieldViolations"][0]
    assert error["message"] == "Request contains an invalid argument."
    assert violation["field"] == mask
    assert violation["description"].endswith(f"Cannot find matching fields for path '{path}'.")


async def test_details_want_the_mask_without_a_prefix(browser: Browser, simulator: Simulator) -> None:
    place = simulator.world.business(0).id

    refusal(await browser.google("GET", f"places/{place}", "places.id"), 400, "INVALID_ARGUMENT")
    assert json.loads((await browser.google("GET", f"places/{place}", "id")).body) == {"id": place}


@pytest.mark.parametrize(
    ("key", "code", "status", "expected"),
    [
        ("nonsense", 400, "INVALID_ARGUMENT", "API_KEY_INVALID"),
        (service.KEY_WITH_SERVICE_DISABLED, 403, "PERMISSION_DENIED", "SERVICE_DISABLED"),
        (service.KEY_WITH_BILLING_DISABLED, 403, "PERMISSION_DENIED", "BILLING_DISABLED"),
        (service.KEY_WITH_SERVICE_BLOCKED, 403, "PERMISSION_DENIED", "API_KEY_SERVICE_BLOCKED"),
        (service.KEY_OF_SUSPENDED_CONSUMER, 403, "PERMISSION_DENIED", "CONSUMER_SUSPENDED"),
    ],
)
async def test_a_key_that_may_not_ask_is_told_why(
    browser: Browser, key: str, code: int, status: str, expected: str
) -> None:
    answer = await browser.google("POST", "places:searchText", "places.id", IN_AUSTIN, key)

    assert reason(refusal(answer, code, status))["reason"] == expected


async def test_without_a_key_nothing_is_answered(browser: Browser) -> None:
    refusal(await browser.google("POST", "places:searchText", "places.id", IN_AUSTIN, key=""), 403, "PERMISSION_DENIED")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"textQuery": "  "},
        {"textQuery": 5},
        {**IN_AUSTIN, "pageSize": -1},
        {**IN_AUSTIN, "pageSize": "20"},
        {**IN_AUSTIN, "query": "x"},
        {**IN_AUSTIN, "includedType": "tooth_doctor"},
        {**IN_AUSTIN, "locationRestriction": {"circle": {"center": {"latitude": 1, "longitude": 1}, "radius": 5}}},
        {**IN_AUSTIN, "locationRestriction": {"rectangle": {"low": {"latitude": 91}, "high": {"latitude": 91}}}},
        {**IN_AUSTIN, "locationRestriction": {"rectangle": {"low": {"latitude": 2}, "high": {"latitude": 1}}}},
        {**IN_AUSTIN, "locationRestriction": {"rectangle": {"low": {"longitude": -170}, "high": {"longitude": 170}}}},
        {**IN_AUSTIN, "locationBias": {"circle": {"center": {"latitude": 1, "longitude": 1}, "radius": 5}}},
        {**IN_AUSTIN, "pageToken": "nonsense"},
    ],
)
async def test_a_body_google_would_refuse_is_refused(browser: Browser, body: dict[str, object]) -> None:
    refusal(await browser.search_text(body), 400, "INVALID_ARGUMENT")


async def test_a_page_token_belongs_to_one_search(browser: Browser) -> None:
    token = json.loads((await browser.search_text(IN_AUSTIN)).body)["nextPageToken"]

    refusal(await browser.search_text({"textQuery": "plumbers in Austin", "pageToken": token}), 400, "INVALID_ARGUMENT")


async def test_place_ids_that_are_wrong_and_ids_that_are_out_of_date(browser: Browser) -> None:
    wrong = await browser.google("GET", "places/foo", "id")
    outdated = await browser.google("GET", f"places/{World(99, 5).business(1).id}", "id")

    assert refusal(wrong, 400, "INVALID_ARGUMENT")["message"] == "Not a valid Place ID: foo"
    refusal(outdated, 404, "NOT_FOUND")


async def test_a_body_that_is_no_json_is_refused(browser: Browser) -> None:
    answer = await browser.ask(
        "POST",
        "https://places.googleapis.com/v1/places:searchText",
        headers={"X-Goog-Api-Key": service.VALID_KEY, "X-Goog-FieldMask": "*", "Content-Type": "application/json"},
        data=b"{broken",
    )

    refusal(answer, 400, "INVALID_ARGUMENT")


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


async def test_the_quota_of_a_minute_is_back_in_the_next_and_that_of_a_day_is_not() -> None:
    clock = Clock()
    limits = SimulatedLimits(google=GoogleQuotas(search_text=Quota(per_minute=2, per_day=3)))
    async with (
        Simulator(seed=7, businesses=1000, faults="none", limits=limits, clock=clock) as simulator,
        browsing(simulator) as browser,
    ):
        answers = [await browser.search_text(IN_AUSTIN) for _ in range(3)]
        clock.now += 60
        answers += [await browser.search_text(IN_AUSTIN) for _ in range(2)]
        clock.now += 86_400
        answers.append(await browser.search_text(IN_AUSTIN))

    assert [answer.status for answer in answers] == [200, 200, 429, 200, 429, 200]
    by_minute = reason(refusal(answers[2], 429, "RESOURCE_EXHAUSTED"))
    by_day = reason(refusal(answers[4], 429, "RESOURCE_EXHAUSTED"))
    assert by_minute["reason"] == by_day["reason"] == "RATE_LIMIT_EXCEEDED"
    assert by_minute["metadata"]["quota_limit"] == "SearchTextRequestPerMinutePerProject"
    assert by_minute["metadata"]["quota_limit_value"] == "2"
    assert by_day["metadata"]["quota_unit"] == "1/d/{project}"


async def test_each_method_has_its_own_quota() -> None:
    limits = SimulatedLimits(google=GoogleQuotas(search_text=Quota(1, 1)))
    async with (
        Simulator(seed=7, businesses=1000, faults="none", limits=limits) as simulator,
        browsing(simulator) as browser,
    ):
        await browser.search_text(IN_AUSTIN)
        place = simulator.world.business(0).id

        assert (await browser.search_text(IN_AUSTIN)).status == 429
        assert (await browser.google("GET", f"places/{place}", "id")).status == 200
