import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.simulator.browser import Answer, Browser

from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.vocabulary import BY_KEY, CITIES

AUSTIN = CITIES[0]
IN_AUSTIN = {"textQuery": "dentists in Austin, TX"}


def found(answer: Answer) -> dict[str, Any]:
    assert answer.status == 200, answer.text
    read: dict[str, Any] = json.loads(answer.body)
    return read


def ids(answer: Answer) -> list[str]:
    return [place["id"] for place in found(answer).get("places", [])]


async def all_pages(browser: Browser, body: Mapping[str, object]) -> list[list[str]]:
    pages: list[list[str]] = []
    token = ""
    while not pages or token:
        answer = await browser.search_text({**body, **({"pageToken": token} if token else {})})
        pages.append(ids(answer))
        token = found(answer).get("nextPageToken", "")
    return pages


async def test_three_pages_of_twenty_and_not_one_more(browser: Browser) -> None:
    pages = await all_pages(browser, IN_AUSTIN)

    assert [len(page) for page in pages] == [20, 20, 20]
    assert len({place for page in pages for place in page}) == 60


async def test_the_phrase_decides_what_and_where(browser: Browser, simulator: Simulator) -> None:
    for phrase, category, city in (
        ("dentists in Austin, TX", "dentist", "Austin"),
        ("Zahnärzte in Köln", "dentist", "Köln"),
        ("best coffee shops near Seattle, WA, USA", "cafe", "Seattle"),
        ("studio legale Rome", "lawyer", "Roma"),
    ):
        businesses = [
            simulator.world.by_place_id(place) for place in ids(await browser.search_text({"textQuery": phrase}))
        ]
        assert businesses, phrase
        assert {(business.category, business.city) for business in businesses if business} == {(category, city)}


async def test_a_restriction_keeps_everything_inside(browser: Browser) -> None:
    low = {"latitude": AUSTIN.latitude - 0.02, "longitude": AUSTIN.longitude - 0.02}
    high = {"latitude": AUSTIN.latitude + 0.02, "longitude": AUSTIN.longitude + 0.02}
    body = {"textQuery": "dentist", "locationRestriction": {"rectangle": {"low": low, "high": high}}}

    places = found(await browser.search_text(body, "places.location"))["places"]

    assert places
    for place in places:
        assert low["latitude"] <= place["location"]["latitude"] <= high["latitude"]
        assert low["longitude"] <= place["location"]["longitude"] <= high["longitude"]


async def test_a_name_finds_its_business(browser: Browser, simulator: Simulator) -> None:
    business = simulator.world.business(0)

    answer = await browser.search_text({"textQuery": f"{business.name} Austin"}, "places.displayName")

    assert all(
        set(business.name.split()) <= set(place["displayName"]["text"].split()) for place in found(answer)["places"]
    )


async def test_nothing_found_is_an_empty_object(browser: Browser) -> None:
    answer = await browser.search_text({"textQuery": "zeppelin shipyards in Austin"})

    assert json.loads(answer.body) == {}


async def test_page_size_may_change_from_page_to_page(browser: Browser) -> None:
    first = found(await browser.search_text({**IN_AUSTIN, "pageSize": 5}))
    second = await browser.search_text({**IN_AUSTIN, "pageSize": 7, "pageToken": first["nextPageToken"]})

    assert len(first["places"]) == 5
    assert len(ids(second)) == 7
    assert not {place["id"] for place in first["places"]} & set(ids(second))


@pytest.mark.parametrize("size", [0, 20, 21, 1000])
async def test_a_page_never_has_more_than_twenty(browser: Browser, size: int) -> None:
    assert len(ids(await browser.search_text({**IN_AUSTIN, "pageSize": size}))) == 20


async def test_without_the_token_in_the_mask_there_is_no_next_page(browser: Browser) -> None:
    assert "nextPageToken" not in found(await browser.search_text(IN_AUSTIN, "places.id"))


async def test_service_area_businesses_come_only_when_asked_for_and_without_an_address(browser: Browser) -> None:
    mask = "places.pureServiceAreaBusiness,places.formattedAddress,places.location"
    plumbers = {"textQuery": "plumbers in Austin"}

    usual = found(await browser.search_text(plumbers, mask))["places"]
    all_of_them = found(await browser.search_text({**plumbers, "includePureServiceAreaBusinesses": True}, mask))[
        "places"
    ]

    assert not any("pureServiceAreaBusiness" in place for place in usual)
    mobile = [place for place in all_of_them if "pureServiceAreaBusiness" in place]
    assert mobile
    assert all(place == {"pureServiceAreaBusiness": True} for place in mobile)


async def test_a_city_of_two_thousand_dentists_is_reached_by_splitting_it(
    simulator: Simulator, browser: Browser
) -> None:
    """Sixty at a time, the way a client must: whatever the cap hides in a rectangle shows in its quarters."""
    world = simulator.world
    expected = {business.id for business in world.search(cities=(AUSTIN,), categories=(BY_KEY["dentist"],))}
    bounds = (
        AUSTIN.latitude - AUSTIN.half_height,
        AUSTIN.longitude - AUSTIN.half_width,
        AUSTIN.latitude + AUSTIN.half_height,
        AUSTIN.longitude + AUSTIN.half_width,
    )
    collected: set[str] = set()
    waiting = [bounds]
    while waiting:
        south, west, north, east = waiting.pop()
        low, high = {"latitude": south, "longitude": west}, {"latitude": north, "longitude": east}
        body = {"textQuery": "dentist", "locationRestriction": {"rectangle": {"low": low, "high": high}}}
        places = {place for page in await all_pages(browser, body) for place in page}
        collected |= places
        if len(places) == 60:
            middle, centre = (south + north) / 2, (west + east) / 2
            waiting += [(south, west, middle, centre), (south, centre, middle, east)]
            waiting += [(middle, west, north, centre), (middle, centre, north, east)]

    assert len(expected) > 600
    assert collected == expected
