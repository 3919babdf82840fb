"""Areas that touch the 180th meridian: where they are, and that everything in them is found."""

import random
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import orjson
import pytest
from aiohttp import web as server
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.clients.internet import Internet
from tests.searches import queue_and_run, start_search
from tests.simulated import place_settings_for_tests

from scrapersky.clients.clients import Clients
from scrapersky.clients.extensions.sources import make_place_sources
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.nominatim import Nominatim
from scrapersky.clients.places.source import PlaceQuery
from scrapersky.simulator.numbering import Rectangle

Spot = tuple[float, float]
GAZETTEER, MAP, GOOGLE = "nominatim.openstreetmap.org", "overpass-api.de", "places.googleapis.com"

ALASKA = Box(51.2, 172.3, 71.4, -129.9)
FIJI = Box(-21.9, 176.8, -12.4, -178.2)
ANTARCTICA = Box(-85.0, -180.0, -60.0, 180.0)
BOXES = {"Alaska": ALASKA, "Fiji": FIJI, "Antarctica": ANTARCTICA, "Chukotka": Box(61.8, 157.7, 71.6, -169.0)}


def ring(box: Box) -> list[list[list[float]]]:
    """Across the meridian nothing is drawn: an outline is cut there."""
    corners = ((box.south, box.west), (box.south, box.east), (box.north, box.east), (box.north, box.west))
    return [[[longitude, latitude] for latitude, longitude in (*corners, corners[0])]]


class TestWorld:
    """Nominatim, Overpass and Google with places all over one area, on both sides of the meridian."""

    __test__ = False

    def __init__(self, name: str, count: int, *, is_crossing_told: bool) -> None:
        self.name, self.box, self.is_crossing_told = name, BOXES[name], is_crossing_told
        dice = random.Random(7)
        self.places: dict[str, Spot] = {}
        while len(self.places) < count:
            spot = dice.uniform(self.box.south, self.box.north), dice.uniform(-180, 180)
            if self.box.contains(spot):
                self.places[f"place-{len(self.places)}"] = spot
        self.outlines = 0
        self.widest = 0.0

    def install(self, internet: Internet) -> None:
        internet.site(GAZETTEER, {"/search?": self.locate})
        internet.site(MAP, {"/api/interpreter": self.interpret})
        internet.site(GOOGLE, {"/v1/places:searchText": self.search})

    async def locate(self, request: server.Request) -> server.Response:
        asked = parse_qs(urlsplit(str(request.rel_url)).query)
        edges = (self.box.west, self.box.east) if self.is_crossing_told else (-180.0, 180.0)
        found = {
            "osm_type": "node",
            "osm_id": 1,
            "display_name": self.name,
            "boundingbox": [str(self.box.south), str(self.box.north), *map(str, edges)],
        }
        if "polygon_geojson" in asked:
            self.outlines += 1
            found["geojson"] = {"type": "MultiPolygon", "coordinates": [ring(side) for side in self.box.sides]}
        return server.json_response([found])

    async def interpret(self, request: server.Request) -> server.Response:
        """Knows boxes as Overpass writes them, and takes none from east to west."""
        question = parse_qs((await request.read()).decode())["data"][0]
        boxes = [part.split(")")[0].split(",") for part in question.split("](") if part[0] in "-0123456789"]
        rectangles = [Rectangle(*map(float, box)) for box in boxes]
        inside = {name for each in rectangles if each.west <= each.east for name in self.within(each)}
        elements = [
            {"type": "node", "id": int(name[6:]), "lat": spot[0], "lon": spot[1], "tags": {"name": name}}
            for name, spot in self.places.items()
            if name in inside
        ]
        return server.json_response({"elements": elements})

    async def search(self, request: server.Request) -> server.Response:
        """Twenty at a time and sixty in all, in rectangles of at most half the earth."""
        asked = orjson.loads(await request.read())
        low, high = (asked["locationRestriction"]["rectangle"][corner] for corner in ("low", "high"))
        west, east = low["longitude"], high["longitude"]
        width = (east - west) % 360 or (360 if west < east else 0)
        self.widest = max(self.widest, width)
        if width > 180:
            error = {"code": 400, "status": "INVALID_ARGUMENT", "message": "Invalid rectangle."}
            return server.json_response({"error": error}, status=400)
        found = self.within(Rectangle(low["latitude"], west, high["latitude"], east))
        start = int(asked.get("pageToken", "0"))
        size = min(asked["pageSize"], 60 - start)
        places = [
            {
                "id": name,
                "displayName": {"text": name},
                "location": dict(zip(("latitude", "longitude"), self.places[name], strict=True)),
            }
            for name in found[start : start + size]
        ]
        more = {"nextPageToken": str(start + size)} if start + size < min(60, len(found)) else {}
        return server.json_response(({"places": places} if places else {}) | more)

    def within(self, rectangle: Rectangle) -> list[str]:
        return [name for name, spot in self.places.items() if rectangle.contains(*spot)]


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    pretended = Internet()
    await pretended.start(GAZETTEER, MAP, GOOGLE)
    yield pretended
    await pretended.close()


def clients(web: Fetcher) -> Clients:
    return Clients(web, places=make_place_sources(web, place_settings_for_tests()))


@pytest.mark.parametrize("is_crossing_told", [True, False], ids=["west above east", "round the earth"])
@pytest.mark.parametrize("name", list(BOXES))
async def test_an_area_across_the_meridian_is_no_wider_than_it_is(
    internet: Internet, web: Fetcher, name: str, *, is_crossing_told: bool
) -> None:
    world = TestWorld(name, 50, is_crossing_told=is_crossing_told)
    world.install(internet)
    area = await Nominatim(web, place_settings_for_tests()).locate(name)
    assert area.box.width == pytest.approx(world.box.width, abs=0.3)
    assert all(area.contains(spot) for spot in world.places.values())
    assert world.outlines <= 1


@pytest.mark.parametrize("source", ["google", "overpass"])
@pytest.mark.parametrize("is_crossing_told", [True, False], ids=["west above east", "round the earth"])
@pytest.mark.parametrize("name", ["Alaska", "Fiji", "Antarctica"])
async def test_everything_in_an_area_across_the_meridian_is_found(
    internet: Internet, web: Fetcher, engine: AsyncEngine, name: str, source: str, *, is_crossing_told: bool
) -> None:
    world = TestWorld(name, 150, is_crossing_told=is_crossing_told)
    world.install(internet)
    search = await start_search(engine, source=source, area=name, phrase=f"dentists in {name}")
    search = await queue_and_run(engine, search, clients(web))
    assert (search.results, search.coverage) == (150, 1.0)
    assert world.widest <= 180


async def test_a_few_of_the_whole_earth_are_found_too(internet: Internet, web: Fetcher, engine: AsyncEngine) -> None:
    TestWorld("Antarctica", 150, is_crossing_told=True).install(internet)
    search = await start_search(engine, source="google", area="Antarctica", result_limit=10)
    search = await queue_and_run(engine, search, clients(web))
    assert search.results == 10


def test_a_polygon_across_the_meridian_has_its_points_inside() -> None:
    taveuni = Area.of_polygon([(-17.0, 179.8), (-17.0, -179.7), (-16.6, -179.7), (-16.6, 179.8)])
    assert (taveuni.box.west, taveuni.box.east) == (179.8, -179.7)
    assert taveuni.contains((-16.8, 179.9))
    assert taveuni.contains((-16.8, -179.8))
    assert not taveuni.contains((-16.8, 179.7))
    assert not taveuni.contains((-16.8, 0.0))
    assert all(taveuni.touches(taveuni.box.quarter(digit)) for digit in "0123")
    slope = Area.of_polygon([(0.0, 179.0), (0.0, -179.0), (2.0, 179.0)])
    assert slope.contains((0.2, 179.2))
    assert not slope.contains((1.9, -179.1))
    assert not slope.touches(slope.box.at("33"))


def test_a_wide_polygon_stays_on_its_side() -> None:
    half = Area.of_polygon([(-10.0, -90.0), (-10.0, 90.0), (10.0, 90.0), (10.0, -90.0)])
    assert (half.box.west, half.box.east) == (-90.0, 90.0)
    assert half.contains((0.0, 0.0))
    assert not half.contains((0.0, 170.0))


def test_a_circle_at_a_pole_goes_round_the_earth() -> None:
    assert Area.circle((89.9, 10.0), 200_000).box.width == 360


async def test_a_last_page_that_is_not_full_may_hide_more(internet: Internet, web: Fetcher) -> None:
    """Google leaves places out of a page and goes on with the next one all the same."""
    pages = [({"places": [{"id": f"{page}-{n}"} for n in range(15)]}) for page in range(3)]
    tokens = [{"nextPageToken": "1"}, {"nextPageToken": "2"}, {}]

    async def answer(request: server.Request) -> server.Response:
        page = int(orjson.loads(await request.read()).get("pageToken", "0"))
        return server.json_response(pages[page] | tokens[page])

    internet.site(GOOGLE, {"/v1/places:searchText": answer})
    sources = clients(web).places
    assert sources is not None
    probe = await sources.by_name["google"].probe(PlaceQuery("dentists"), Area(FIJI))
    assert (len(probe.ids), probe.is_saturated, probe.requests) == (45, True, 3)
