import json
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.simulator.browser import Browser, browsing

from scrapersky.simulator.exchange import SiteRequest
from scrapersky.simulator.nominatim import NominatimLimits, SimulatedNominatim
from scrapersky.simulator.simulator import SimulatedLimits, Simulator
from scrapersky.simulator.vocabulary import CITIES

URL = "https://nominatim.openstreetmap.org/search"


async def search(browser: Browser, parameters: str) -> list[dict[str, Any]]:
    answer = await browser.get(f"{URL}?{parameters}")
    assert answer.status == 200, answer.text
    found: list[dict[str, Any]] = json.loads(answer.body)
    return found


async def test_a_city_comes_with_its_box(browser: Browser) -> None:
    (city,) = await search(browser, "q=Austin,TX&format=jsonv2&addressdetails=1&limit=1")

    south, north, west, east = map(float, city["boundingbox"])
    assert south < float(city["lat"]) < north
    assert west < float(city["lon"]) < east
    assert (city["osm_type"], city["osm_id"]) == ("relation", CITIES[0].osm_relation)
    assert (city["category"], city["addresstype"]) == ("boundary", "city")
    assert city["display_name"] == "Austin, Texas, United States"
    assert city["address"]["country_code"] == "us"
    assert city["address"]["ISO3166-2-lvl4"] == "US-TX"


@pytest.mark.parametrize(
    "query", ["Köln", "cologne, germany", "koln", "Köln, Nordrhein-Westfalen, Deutschland", "KÖLN DE"]
)
async def test_a_city_is_known_by_its_names(browser: Browser, query: str) -> None:
    assert [place["name"] for place in await search(browser, f"q={query}")] == ["Köln"]


async def test_regions_and_countries_are_known(browser: Browser) -> None:
    assert (await search(browser, "q=Texas"))[0]["addresstype"] == "state"
    assert (await search(browser, "q=Germany"))[0]["addresstype"] == "country"


@pytest.mark.parametrize("parameters", ["q=Atlantis", "q=Austin, Bayern", "q=dentists in Austin"])
async def test_nothing_found_is_an_empty_list(browser: Browser, parameters: str) -> None:
    assert await search(browser, parameters) == []


@pytest.mark.parametrize("parameters", ["", "q=", "q=Austin&format=pdf", "q=Austin&limit=x", "q=Berlin&bounded=1"])
async def test_bad_parameters_are_refused(browser: Browser, parameters: str) -> None:
    answer = await browser.get(f"{URL}?{parameters}")

    assert answer.status == 400
    assert json.loads(answer.body)["error"]["code"] == 400


async def test_a_stock_agent_is_blocked(browser: Browser) -> None:
    assert (await browser.get(f"{URL}?q=Austin", User_Agent="python-requests/2.32")).status == 403


async def test_more_than_one_request_a_second_is_refused() -> None:
    now = 1_800_000_000.0
    async with (
        Simulator(
            seed=7,
            businesses=100,
            faults="none",
            limits=SimulatedLimits(nominatim=NominatimLimits(1.0, burst=1)),
            clock=lambda: now,
        ) as simulator,
        browsing(simulator) as browser,
    ):
        statuses = []
        for pause in (0.0, 0.5, 0.6, 1.0):
            now += pause
            statuses.append((await browser.get(f"{URL}?q=Austin")).status)

    assert statuses == [200, 429, 200, 200]


@given(st.text(max_size=100))
@settings(deadline=None)
def test_any_name_is_looked_up(query: str) -> None:
    headers = {"user-agent": "simulator-tests/1.0 (tests@scrapersky.example)"}
    request = SiteRequest("GET", "nominatim.openstreetmap.org", "/search", urlencode({"q": query}), headers)

    answer = SimulatedNominatim(NominatimLimits(0)).answer(request)

    assert answer.status == (200 if query.strip() else 400)
