import html
import json
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.simulator.browser import Browser, browsing

from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.overpass.service import OverpassLimits, SimulatedOverpass
from scrapersky.simulator.simulator import SimulatedLimits, Simulator
from scrapersky.simulator.vocabulary import CATEGORIES, CITIES, Category, City
from scrapersky.simulator.world import World

WORLD = World(seed=7, businesses=20_000)
AUSTIN = CITIES[0]
AREA = f"(area:{3_600_000_000 + AUSTIN.osm_relation})"
BOX = f"({AUSTIN.latitude - 0.05},{AUSTIN.longitude - 0.05},{AUSTIN.latitude + 0.05},{AUSTIN.longitude + 0.05})"
EARTH = "(-90,-180,90,180)"
ONE = "[out:json];node(1);out center tags;"
NAMED = {"user-agent": "simulator-tests/1.0 (tests@scrapersky.example)"}


def interpret(query: str) -> SiteResponse:
    overpass = SimulatedOverpass(WORLD, OverpassLimits(cooldown_seconds=0), lambda: 1_800_000_000.0)
    return overpass.answer(
        SiteRequest("POST", "overpass-api.de", "/api/interpreter", headers=NAMED, body=query.encode())
    )


def run(query: str) -> dict[str, Any]:
    answer = interpret(query)
    assert answer.status == 200, answer.body
    assert isinstance(answer.body, bytes)
    read: dict[str, Any] = json.loads(answer.body)
    return read


def elements(*selections: str) -> list[dict[str, Any]]:
    answer = run(f"[out:json];({''.join(selections)});out center tags;")
    assert "remark" not in answer, answer["remark"]
    found: list[dict[str, Any]] = answer["elements"]
    return found


def keys(*selections: str) -> set[tuple[str, int]]:
    return {(element["type"], element["id"]) for element in elements(*selections)}


def test_the_dentists_of_a_city() -> None:
    wanted = "".join(f'nwr["{key}"="dentist"]{EARTH}{AREA};' for key in ("amenity", "healthcare"))
    answer = run(f"[out:json][timeout:60][maxsize:536870912];({wanted});out center tags;")

    assert answer["version"] == 0.6
    assert set(answer["osm3s"]) == {"timestamp_osm_base", "copyright"}
    found = answer["elements"]
    assert len(found) > 500
    assert {element["type"] for element in found} == {"node", "way"}
    assert all(element["tags"]["amenity"] == "dentist" for element in found)
    assert all("lat" in element if element["type"] == "node" else "lat" in element["center"] for element in found)


def test_a_box_and_an_area_are_where_both_are() -> None:
    bakeries = 'nwr["shop"="bakery"]'
    in_city, in_box = keys(f"{bakeries}{EARTH}{AREA};"), keys(f"{bakeries}{BOX};")
    assert keys(f"{bakeries}{BOX}{AREA};") == in_city & in_box != set()
    assert in_city - in_box
    assert keys(f"{bakeries}{EARTH}(area:3600000001);") == set()


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ('nwr["amenity"~"^(dentist|cafe)$"]', 'nwr["amenity"="dentist"]'),
        ('nwr["amenity"]', 'nwr["amenity"="cafe"]'),
        ('nwr["name"]["shop"]', 'nwr["name"]["shop"]["phone"]'),
        ('nwr["shop"]', 'nwr["shop"][!"website"]'),
        ('nwr["shop"]', 'nwr["shop"]["shop"!="bakery"]'),
        ('nwr["shop"]', 'nwr["shop"]["name"!~"a"]'),
        ('nwr["amenity"]["name"~"DENTAL",i]', 'nwr["amenity"]["name"~"Dental LLC"]'),
        ('nwr[~"^(contact:)?phone$"~"."]["shop"]', 'nwr["contact:phone"]["shop"]'),
        ('nwr["shop"]', 'way["shop"]'),
    ],
)
def test_a_narrower_filter_finds_part_of_what_a_wider_one_finds(wide: str, narrow: str) -> None:
    found_wide, found_narrow = keys(f"{wide}{BOX};"), keys(f"{narrow}{BOX};")

    assert found_narrow
    assert found_narrow < found_wide


def test_a_union_has_each_element_once() -> None:
    cafes, bakeries = f'nwr["amenity"="cafe"]{BOX};', f'nwr["shop"="bakery"]{BOX};'
    assert keys(cafes, bakeries) == keys(cafes) | keys(bakeries)
    assert elements(cafes, cafes) == elements(cafes)


def test_an_element_is_found_by_its_id() -> None:
    way = elements(f'way["shop"]{BOX};')[0]
    assert elements(f"way({way['id']});") == [way]
    assert elements(f"node({way['id']});", f"relation({way['id']});") == []


def test_too_wide_a_query_runs_out_of_time_and_says_so_with_status_200() -> None:
    answer = run(f'[out:json][timeout:1];nwr["name"]{EARTH};out center tags;')

    assert answer["remark"] == 'runtime error: Query timed out in "query" at line 1 after 2 seconds.'
    assert answer["elements"] == []


def test_too_small_a_size_runs_out_of_memory_and_says_so_with_status_200() -> None:
    answer = run(f'[out:json][maxsize:100000];nwr["name"]{EARTH};out center tags;')

    assert re.search("run out of memory", answer["remark"])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", "[out:json]"),
        ("node(1);out center tags;", "[out:json]"),
        ("[out:xml];node(1);out center tags;", "[out:json]"),
        ("[out:json];nodee(1);out center tags;", "an id alone"),
        ("[out:json];area(1);out center tags;", "nwr, node, way or relation"),
        (f"[out:json];node{BOX};out center tags;", "tags, then"),
        (f'[out:json];node["shop"]{BOX}(around:5,1,2);out center tags;', "tags, then"),
        (f'[out:json];node["shop"]{BOX};out;', "&#x27;out center tags;&#x27;"),
        (f'[out:json];(node["shop"]{BOX};);>;out center tags;', "&#x27;out center tags;&#x27;"),
        (f'[out:json];node["name"~"("]{BOX};out center tags;', "a regular expression"),
        ('[out:json];node["shop"](50,1,40,2);out center tags;', "south"),
        ("[out:json];();out center tags;", "nwr, node, way or relation"),
    ],
)
def test_what_nobody_asks_is_refused_with_what_could_be_asked(query: str, expected: str) -> None:
    answer = interpret(query)

    assert answer.status == 400
    assert isinstance(answer.body, bytes)
    assert "Error</strong>: line 1: parse error: " in answer.body.decode()
    assert html.unescape(expected) in answer.body.decode()
    assert "The simulator knows no more." in answer.body.decode()


@given(st.text(alphabet='nodewayrl[]()"=~!;:,.0123456789-> \n', max_size=80))
@example('node["\\')
@settings(max_examples=100, deadline=None)
def test_any_query_is_answered_or_refused(query: str) -> None:
    assert interpret(f"[out:json];{query}out center tags;").status in (200, 400)


edges = st.floats(-0.2, 0.2)


@given(st.sampled_from(CITIES), st.sampled_from(CATEGORIES), edges, edges, edges, edges)
@settings(max_examples=20, deadline=None)
def test_any_answer_is_made_of_valid_elements_inside_the_box(  # noqa: PLR0917  four edges
    city: City, category: Category, south: float, west: float, north: float, east: float
) -> None:
    low = city.latitude + min(south, north), city.longitude + min(west, east)
    high = city.latitude + max(south, north), city.longitude + max(west, east)
    key, value = category.osm_tags[0]

    for element in elements(f'nwr["{key}"="{value}"]({low[0]:f},{low[1]:f},{high[0]:f},{high[1]:f});'):
        place = element if element["type"] == "node" else element["center"]
        assert low[0] - 1e-6 <= place["lat"] <= high[0] + 1e-6
        assert low[1] - 1e-6 <= place["lon"] <= high[1] + 1e-6
        assert isinstance(element["id"], int)
        assert element["tags"][key] == value
        assert all(isinstance(text, str) and len(text) <= 255 for text in element["tags"].values())


async def test_both_ways_of_sending_a_query(browser: Browser) -> None:
    query = f'[out:json];node["shop"="bakery"]{BOX};out center tags;'
    url = "https://overpass-api.de/api/interpreter"

    posted = await browser.ask("POST", url, data={"data": query})
    asked = await browser.get(f"{url}?data={query.replace('=', '%3D')}")

    assert posted.status == asked.status == 200
    assert json.loads(posted.body)["elements"] == json.loads(asked.body)["elements"] != []


async def test_a_caller_without_a_name_is_refused(browser: Browser) -> None:
    for agent in ("", "python-requests/2.32", "Python/3.11 aiohttp/3.13", "curl/8.0"):
        assert (await browser.get("https://overpass-api.de/api/status", User_Agent=agent)).status == 406


async def test_two_slots_and_then_a_refusal_that_the_status_explains() -> None:
    now = 1_800_000_000.0
    limits = SimulatedLimits(overpass=OverpassLimits(slots=2, cooldown_seconds=40))
    async with (
        Simulator(seed=7, businesses=100, faults="none", limits=limits, clock=lambda: now) as simulator,
        browsing(simulator) as browser,
    ):
        url = "https://overpass-api.de/api/interpreter"
        answers = [await browser.ask("POST", url, data={"data": ONE}) for _ in range(3)]
        status = await browser.get("https://overpass-api.de/api/status")
        now += 41
        later = await browser.ask("POST", url, data={"data": ONE})

    assert [answer.status for answer in answers] == [200, 200, 429]
    assert "Please check /api/status for the quota of your IP address." in answers[2].text
    assert "Rate limit: 2" in status.text
    assert re.search(r"Slot available after: \S+Z, in 41 seconds\.", status.text)
    assert later.status == 200


def test_a_day_has_its_limit_too() -> None:
    overpass = SimulatedOverpass(WORLD, OverpassLimits(cooldown_seconds=0, per_day=2), lambda: 1_800_000_000.0)
    request = SiteRequest("POST", "", "/api/interpreter", headers=NAMED, body=ONE.encode())

    assert [overpass.answer(request).status for _ in range(3)] == [200, 200, 429]


def test_a_mirror_that_stopped_updating_tells_only_by_its_date() -> None:
    overpass = SimulatedOverpass(WORLD, OverpassLimits(data_age_seconds=30 * 86_400), lambda: 1_800_000_000.0)
    request = SiteRequest("POST", "", "/api/interpreter", headers=NAMED, body=ONE.encode())

    answer = overpass.answer(request)

    assert isinstance(answer.body, bytes)
    assert json.loads(answer.body)["osm3s"]["timestamp_osm_base"] == "2026-12-16T08:00:00Z"


def test_a_busy_server_answers_with_a_page_and_sometimes_with_status_200() -> None:
    queries = [SiteRequest("POST", "", "/api/interpreter", body=f"node({n});out;".encode()) for n in range(30)]

    answers = [SimulatedOverpass.busy(query) for query in queries]

    assert {answer.status for answer in answers} == {200, 504}
    assert all(answer.headers["Content-Type"].startswith("text/html") for answer in answers)
