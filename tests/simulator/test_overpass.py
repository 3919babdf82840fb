import json
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.simulator.browser import Browser, browsing

from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.overpass.service import OverpassLimits, SimulatedOverpass
from scrapersky.simulator.simulator import SimulatedLimits, Simulator
from scrapersky.simulator.vocabulary.categories import CATEGORIES, Category
from scrapersky.simulator.vocabulary.cities import CITIES, City
from scrapersky.simulator.world import World

WORLD = World(seed=7, businesses=20_000)
AUSTIN = CITIES[0]
AREA = 'area["name"="Austin"]["boundary"="administrative"]["admin_level"="8"]->.a;'
BOX = f"({AUSTIN.latitude - 0.05},{AUSTIN.longitude - 0.05},{AUSTIN.latitude + 0.05},{AUSTIN.longitude + 0.05})"
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


def elements(query: str) -> list[dict[str, Any]]:
    answer = run(f"[out:json];{query}")
    assert "remark" not in answer, answer["remark"]
    found: list[dict[str, Any]] = answer["elements"]
    return found


def keys(query: str) -> set[tuple[str, int]]:
    return {(element["type"], element["id"]) for element in elements(query)}


def test_the_dentists_of_a_city() -> None:
    answer = run(
        f"""[out:json][timeout:60][maxsize:536870912];
        {AREA} // the city
        ( nwr["amenity"="dentist"](area.a); nwr["healthcare"="dentist"](area.a); );
        out center tags; /* done */"""
    )

    assert answer["version"] == 0.6
    assert set(answer["osm3s"]) == {"timestamp_osm_base", "copyright"}
    found = answer["elements"]
    assert len(found) > 500
    assert {element["type"] for element in found} == {"node", "way"}
    assert all(element["tags"]["amenity"] == "dentist" for element in found)
    assert all("lat" in element if element["type"] == "node" else "lat" in element["center"] for element in found)


def test_an_area_can_be_named_by_its_relation() -> None:
    by_name = keys(f'{AREA} nwr["shop"="bakery"](area.a); out ids;')

    assert by_name
    assert keys(f'nwr["shop"="bakery"](area:{3_600_000_000 + AUSTIN.osm_relation}); out ids;') == by_name
    assert keys(f'rel({AUSTIN.osm_relation}); map_to_area->.a; nwr["shop"="bakery"](area.a); out ids;') == by_name
    assert keys('rel[name=Austin]->.r; .r map_to_area; nwr["shop"="bakery"](area); out ids;') == by_name
    assert keys(f"rel({AUSTIN.osm_relation}); out ids;") == {("relation", AUSTIN.osm_relation)}


def test_a_box_in_the_query_and_a_box_for_all_queries_mean_the_same() -> None:
    in_query = keys(f'nwr["amenity"="dentist"]{BOX}; out;')
    for_all = {
        (element["type"], element["id"])
        for element in run(f'[out:json][bbox:{BOX[1:-1]}];nwr["amenity"="dentist"];out;')["elements"]
    }

    assert in_query
    assert in_query == for_all


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ('nwr["amenity"~"^(dentist|cafe)$"]', 'nwr["amenity"="dentist"]'),
        ("nwr[amenity]", "nwr[amenity=cafe]"),
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
    found_wide, found_narrow = keys(f"{wide}{BOX};out;"), keys(f"{narrow}{BOX};out;")

    assert found_narrow
    assert found_narrow < found_wide


def test_unions_and_differences() -> None:
    cafes, bakeries = f"nwr[amenity=cafe]{BOX};", f"nwr[shop=bakery]{BOX};"

    assert keys(f"({cafes}{bakeries});out;") == keys(f"{cafes}out;") | keys(f"{bakeries}out;")
    assert keys(f"(({cafes}{bakeries}); - {cafes});out;") == keys(f"{bakeries}out;")
    assert keys(f"{cafes[:-1]}->.c; {bakeries[:-1]}->.b; (.c; .b;); out;") == keys(f"({cafes}{bakeries});out;")


def test_around_is_a_circle() -> None:
    around = keys(f"nwr[amenity=dentist](around:3000,{AUSTIN.latitude},{AUSTIN.longitude});out;")

    assert around
    assert around < keys(f"nwr[amenity=dentist]{BOX};out;")


@pytest.mark.parametrize(
    ("mode", "fields"),
    [
        ("ids", {"type", "id"}),
        ("skel", {"type", "id", "nodes"}),
        ("tags", {"type", "id", "tags"}),
        ("tags center", {"type", "id", "tags", "center"}),
        ("body", {"type", "id", "nodes", "tags"}),
        ("bb", {"type", "id", "nodes", "tags", "bounds"}),
        ("geom", {"type", "id", "nodes", "tags", "bounds", "geometry"}),
    ],
)
def test_out_prints_what_it_is_told_to(mode: str, fields: set[str]) -> None:
    assert {frozenset(element) for element in elements(f"way[shop]{BOX};out {mode};")} == {frozenset(fields)}


def test_out_counts_and_limits() -> None:
    count = elements(f"nwr[shop]{BOX};out count;")[0]

    assert count["type"] == "count"
    assert int(count["tags"]["total"]) == len(elements(f"nwr[shop]{BOX};out;"))
    assert len(elements(f"nwr[shop]{BOX};out 3;")) == 3


def test_the_nodes_of_ways_can_be_asked_for() -> None:
    found = elements(f"way[shop]{BOX};out skel;>;out skel;")
    ways = [element for element in found if element["type"] == "way"]
    nodes = {element["id"] for element in found if element["type"] == "node"}

    assert nodes == {node for way in ways for node in way["nodes"]}


def test_without_a_format_the_answer_is_xml() -> None:
    answer = interpret(f"nwr[amenity=dentist]{BOX};out center;")

    assert isinstance(answer.body, bytes)
    root = etree.fromstring(answer.body)
    assert root.tag == "osm"
    assert len(root.findall("node")) + len(root.findall("way")) == len(keys(f"nwr[amenity=dentist]{BOX};out center;"))


def test_too_wide_a_query_runs_out_of_time_and_says_so_with_status_200() -> None:
    answer = run('[out:json][timeout:1];nwr["name"];out;')

    assert answer["remark"] == 'runtime error: Query timed out in "query" at line 1 after 2 seconds.'
    assert answer["elements"] == []


def test_too_small_a_size_runs_out_of_memory_and_says_so_with_status_200() -> None:
    answer = run('[out:json][maxsize:100000];nwr["name"];out;')

    assert re.search("run out of memory", answer["remark"])


@pytest.mark.parametrize(
    "query",
    [
        "",
        "nodee[shop];out;",
        "node[shop;out;",
        'node["shop"]out;',
        "node[shop]; out nonsense;",
        "[out:pdf];node[shop];out;",
        "[speed:fast];node[shop];out;",
        'node["name"~"("];out;',
        "node(1,2,3);out;",
        "node(50,1,40,2);out;",
        "(" * 100,
        "(node[shop];out;);out;",
        "node[shop](if: count(tags) > 5);out;",
        "§",
    ],
)
def test_what_cannot_be_understood_is_refused_with_a_page(query: str) -> None:
    answer = interpret(query)

    assert answer.status == 400
    assert isinstance(answer.body, bytes)
    assert b"Error</strong>: line 1: " in answer.body


@given(st.text(alphabet='nodewayrl[]()"=~!;:,.0123456789-> \n', max_size=80))
@example('node["\\')
@settings(max_examples=300, deadline=None)
def test_any_query_is_answered_or_refused(query: str) -> None:
    assert interpret(query).status in (200, 400)


edges = st.floats(-0.2, 0.2)


@given(st.sampled_from(CITIES), st.sampled_from(CATEGORIES), edges, edges, edges, edges)
@settings(max_examples=40, deadline=None)
def test_any_answer_is_made_of_valid_elements_inside_the_box(  # noqa: PLR0917  four edges
    city: City, category: Category, south: float, west: float, north: float, east: float
) -> None:
    low = city.latitude + min(south, north), city.longitude + min(west, east)
    high = city.latitude + max(south, north), city.longitude + max(west, east)
    key, value = category.osm_tags[0]

    for element in elements(f'nwr["{key}"="{value}"]({low[0]:f},{low[1]:f},{high[0]:f},{high[1]:f});out center;'):
        place = element if element["type"] == "node" else element["center"]
        assert low[0] - 1e-6 <= place["lat"] <= high[0] + 1e-6
        assert low[1] - 1e-6 <= place["lon"] <= high[1] + 1e-6
        assert isinstance(element["id"], int)
        assert element["tags"][key] == value
        assert all(isinstance(text, str) and len(text) <= 255 for text in element["tags"].values())


async def test_both_ways_of_sending_a_query(browser: Browser) -> None:
    query = f"[out:json];node[shop=bakery]{BOX};out ids;"
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
        answers = [await browser.ask("POST", url, data={"data": "node[shop];out;"}) for _ in range(3)]
        status = await browser.get("https://overpass-api.de/api/status")
        now += 41
        later = await browser.ask("POST", url, data={"data": "node[shop];out;"})

    assert [answer.status for answer in answers] == [200, 200, 429]
    assert "Please check /api/status for the quota of your IP address." in answers[2].text
    assert "Rate limit: 2" in status.text
    assert re.search(r"Slot available after: \S+Z, in 41 seconds\.", status.text)
    assert later.status == 200


def test_a_day_has_its_limit_too() -> None:
    overpass = SimulatedOverpass(WORLD, OverpassLimits(cooldown_seconds=0, per_day=2), lambda: 1_800_000_000.0)
    request = SiteRequest("POST", "", "/api/interpreter", headers=NAMED, body=b"node(1);out;")

    assert [overpass.answer(request).status for _ in range(3)] == [200, 200, 429]


def test_a_mirror_that_stopped_updating_tells_only_by_its_date() -> None:
    overpass = SimulatedOverpass(WORLD, OverpassLimits(data_age_seconds=30 * 86_400), lambda: 1_800_000_000.0)
    request = SiteRequest("POST", "", "/api/interpreter", headers=NAMED, body=b"[out:json];node(1);out;")

    answer = overpass.answer(request)

    assert isinstance(answer.body, bytes)
    assert json.loads(answer.body)["osm3s"]["timestamp_osm_base"] == "2026-12-16T08:00:00Z"


def test_a_busy_server_answers_with_a_page_and_sometimes_with_status_200() -> None:
    queries = [SiteRequest("POST", "", "/api/interpreter", body=f"node({n});out;".encode()) for n in range(30)]

    answers = [SimulatedOverpass.busy(query) for query in queries]

    assert {answer.status for answer in answers} == {200, 504}
    assert all(answer.headers["Content-Type"].startswith("text/html") for answer in answers)
