"""Rows on a map, and never those whose source forbids it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from aiohttp import web
from httpx import AsyncClient, Response
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business, make_tenant
from tests.clients.internet import Internet
from tests.fake_places import make_place
from tests.routers.alone import client_alone

from scrapersky.clients import tiles as tiles_module
from scrapersky.clients.clients import Clients
from scrapersky.clients.tiles import BadTilesUrl, Tiles
from scrapersky.routers.map import router
from scrapersky.services import map_points

AUSTIN = {"west": -98, "south": 30, "east": -97, "north": 31}


@asynccontextmanager
async def client(
    engine: AsyncEngine, tenant_id: UUID, clients: Clients | None = None, tiles: Tiles | None = None
) -> AsyncIterator[AsyncClient]:
    held = SimpleNamespace(tiles=tiles)
    async with client_alone(engine, tenant_id, "viewer", router, clients=clients, held=held) as opened:
        yield opened


@pytest.fixture
async def tenant_id(engine: AsyncEngine) -> UUID:
    async with AsyncSession(engine) as session, session.begin():
        return await make_tenant(session)


async def add_places(engine: AsyncEngine, tenant_id: UUID, *places: dict[str, Any]) -> list[UUID]:
    middle = {"latitude": 30.27, "longitude": -97.74, "source": "overpass", "attribution": "© OpenStreetMap"}
    async with AsyncSession(engine) as session, session.begin():
        return [await make_place(session, tenant_id, **(middle | place)) for place in places]


async def ask(engine: AsyncEngine, tenant_id: UUID, **query: Any) -> Response:
    async with client(engine, tenant_id) as http:
        return await http.get("/map/points", params={"workflow": "deep_scan"} | AUSTIN | query)


async def test_places_in_the_box_are_points_with_whom_to_credit(engine: AsyncEngine, tenant_id: UUID) -> None:
    inside, *_ = await add_places(
        engine, tenant_id, {"name": "Cedar"}, {"latitude": 40.0}, {"longitude": 10.0}, {"latitude": None}
    )
    told = (await ask(engine, tenant_id)).json()
    assert told == {
        "points": [{"id": str(inside), "lat": 30.27, "lon": -97.74, "title": "Cedar", "state": "New"}],
        "clustered": [],
        "withheld": 0,
        "attributions": ["© OpenStreetMap"],
        "elsewhere": 2,
        "unplaced": 1,
    }


async def test_what_google_says_is_withheld_and_counted(engine: AsyncEngine, tenant_id: UUID) -> None:
    google = {"source": "google", "attribution": "Google Maps"}
    await add_places(engine, tenant_id, {}, google, google)
    told = (await ask(engine, tenant_id)).json()
    assert (len(told["points"]), told["withheld"], told["attributions"]) == (1, 2, ["© OpenStreetMap"])


async def test_the_numbers_hold_whatever_the_box_is(engine: AsyncEngine, tenant_id: UUID) -> None:
    away, google = {"latitude": 40.0}, {"source": "google"}
    nowhere = {"latitude": None}
    await add_places(engine, tenant_id, {}, away, away, google, google | away, nowhere, google | nowhere)
    told = [(await ask(engine, tenant_id, **box)).json() for box in ({}, {"north": 41}, {"south": 39, "north": 41})]
    assert [(len(each["points"]), each["elsewhere"]) for each in told] == [(1, 2), (3, 0), (2, 1)]
    assert {(each["withheld"], each["unplaced"]) for each in told} == {(2, 2)}


async def test_whoever_is_to_be_credited_is_so_once(engine: AsyncEngine, tenant_id: UUID) -> None:
    await add_places(engine, tenant_id, {}, {"attribution": "Overture; © OpenStreetMap"}, {"attribution": "Overture"})
    assert sorted((await ask(engine, tenant_id)).json()["attributions"]) == ["Overture", "© OpenStreetMap"]


def said_by(**sources: str) -> dict[str, Any]:
    return {name: {"source": source, "place_id": "x"} for name, source in sources.items()}


@pytest.mark.parametrize(
    ("source", "provenance", "drawn"),
    [
        ("overpass", said_by(name="overpass", latitude="overpass", longitude="overpass"), True),
        ("overpass", said_by(name="google", latitude="overpass", longitude="overpass"), False),
        ("overpass", said_by(name="overpass", latitude="google", longitude="google"), False),
        ("google", said_by(name="overpass", latitude="overpass", longitude="overpass", phone="google"), True),
        ("google", said_by(latitude="overpass", longitude="overpass") | {"name": "person"}, True),
        ("google", {}, False),
        ("file", {}, True),
    ],
)
async def test_a_business_is_drawn_only_when_nothing_of_it_on_the_map_is_googles(
    engine: AsyncEngine, tenant_id: UUID, source: str, provenance: dict[str, Any], drawn: bool
) -> None:
    async with AsyncSession(engine) as session, session.begin():
        where = {"latitude": 30.27, "longitude": -97.74}
        await make_business(session, tenant_id, source=source, provenance=provenance, **where)
    told = (await ask(engine, tenant_id, workflow="domain_extraction")).json()
    assert (len(told["points"]), told["withheld"]) == ((1, 0) if drawn else (0, 1))


async def test_the_filter_is_the_lists(engine: AsyncEngine, tenant_id: UUID) -> None:
    await add_places(engine, tenant_id, {"name": "Cedar", "reviews": 9}, {"name": "Oak", "reviews": 1})
    assert [p["title"] for p in (await ask(engine, tenant_id, search="cedar")).json()["points"]] == ["Cedar"]
    assert [p["title"] for p in (await ask(engine, tenant_id, search="reviews:<5")).json()["points"]] == ["Oak"]
    assert (await ask(engine, tenant_id, status_filter="Skipped")).json()["points"] == []
    assert (await ask(engine, tenant_id, search="reviews:many")).status_code == 400


async def test_many_places_are_clusters_that_lose_none(
    engine: AsyncEngine, tenant_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_points, "MOST_POINTS", 5)
    places = [{"latitude": 30.05 + number / 20, "longitude": -97.9 + number / 20} for number in range(12)]
    await add_places(engine, tenant_id, *places, {"source": "google"})
    told = (await ask(engine, tenant_id)).json()
    assert (told["points"], told["withheld"]) == ([], 1)
    assert sum(each["count"] for each in told["clustered"]) == 12
    assert all(30 <= each["lat"] <= 31 and -98 <= each["lon"] <= -97 for each in told["clustered"])


async def test_a_box_may_cross_the_180th_meridian(engine: AsyncEngine, tenant_id: UUID) -> None:
    await add_places(engine, tenant_id, {"longitude": 179.5}, {"longitude": -179.5}, {"longitude": 0.0})
    told = (await ask(engine, tenant_id, west=179, east=-179)).json()
    assert {point["lon"] for point in told["points"]} == {179.5, -179.5}


async def test_a_cluster_across_the_180th_meridian_stands_there(
    engine: AsyncEngine, tenant_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_points, "MOST_POINTS", 1)
    await add_places(engine, tenant_id, {"longitude": 179.99}, {"longitude": -179.97}, {"longitude": 0.0})
    (cluster,) = (await ask(engine, tenant_id, west=178, east=-177)).json()["clustered"]
    assert (cluster["count"], cluster["lon"]) == (2, pytest.approx(-179.99))


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"workflow": "page_curation"}, 422),
        ({"workflow": "nothing"}, 404),
        ({"south": 40}, 422),
        ({"west": -181}, 422),
        ({"north": "nan"}, 422),
    ],
)
async def test_what_cannot_be_drawn_is_refused(
    engine: AsyncEngine, tenant_id: UUID, query: dict[str, Any], status: int
) -> None:
    assert (await ask(engine, tenant_id, **query)).status_code == status


PICTURE = b"\x89PNG picture"


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    pretended = Internet()
    await pretended.start("tiles.test")

    async def picture(_: web.Request) -> web.Response:
        return web.Response(body=PICTURE, content_type="image/png")

    async def drawing(_: web.Request) -> web.Response:
        return web.Response(body=b"<svg onload='alert(1)'/>", content_type="image/svg+xml")

    async def huge(_: web.Request) -> web.Response:
        return web.Response(body=bytes(tiles_module.LARGEST_TILE + 1), content_type="image/png")

    pretended.site("tiles.test", {"/1/0/0.png": picture, "/1/1/0.png": drawing, "/1/1/1.png": huge})
    yield pretended
    await pretended.close()


async def fetched(
    engine: AsyncEngine, tenant_id: UUID, internet: Internet, paths: list[str], tiles: Tiles | None
) -> list[Response]:
    async with internet.fetcher() as fetcher, client(engine, tenant_id, Clients(fetcher), tiles) as http:
        return [await http.get(f"/map/tiles/{path}") for path in paths]


def tiles_at(host: str = "tiles.test") -> Tiles:
    return Tiles(f"http://{host}/{{z}}/{{x}}/{{y}}.png")


async def test_a_tile_is_fetched_once_and_kept(engine: AsyncEngine, tenant_id: UUID, internet: Internet) -> None:
    first, second = await fetched(engine, tenant_id, internet, ["1/0/0", "1/0/0"], tiles_at())
    for answer in (first, second):
        assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, PICTURE, "image/png")
        assert "max-age" in answer.headers["cache-control"]
    assert [seen.path for seen in internet.seen] == ["/1/0/0.png"]


async def test_nothing_but_pictures_of_a_decent_size_is_passed_on(
    engine: AsyncEngine, tenant_id: UUID, internet: Internet
) -> None:
    answers = await fetched(engine, tenant_id, internet, ["1/1/0", "1/1/1", "1/0/1", "1/2/0", "30/0/0"], tiles_at())
    assert [answer.status_code for answer in answers] == [502, 502, 404, 404, 422]


async def test_tiles_never_come_from_inside(engine: AsyncEngine, tenant_id: UUID, internet: Internet) -> None:
    (answer,) = await fetched(engine, tenant_id, internet, ["1/0/0"], tiles_at("127.0.0.1"))
    assert (answer.status_code, internet.dialled) == (502, [])


async def test_without_a_setting_there_is_no_background(
    engine: AsyncEngine, tenant_id: UUID, internet: Internet
) -> None:
    (answer,) = await fetched(engine, tenant_id, internet, ["1/0/0"], None)
    assert (answer.status_code, internet.seen) == (404, [])
    with pytest.raises(BadTilesUrl):
        Tiles("https://tiles.test/{z}/{x}.png")


async def test_memory_for_tiles_is_bounded_and_what_is_old_is_fetched_again(
    internet: Internet, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    tiles = Tiles("http://tiles.test/{z}/{x}/{y}.png", clock=lambda: now)
    async with internet.fetcher() as fetcher:
        await tiles.tile(fetcher, 1, 0, 0)
        now += tiles_module.SECONDS_KEPT
        await tiles.tile(fetcher, 1, 0, 0)
        assert len(internet.seen) == 2
        monkeypatch.setattr(tiles_module, "MOST_BYTES_KEPT", len(PICTURE) - 1)
        await tiles.tile(fetcher, 1, 0, 0)
        now += tiles_module.SECONDS_KEPT
        await tiles.tile(fetcher, 1, 0, 0)
        assert tiles._bytes == 0
