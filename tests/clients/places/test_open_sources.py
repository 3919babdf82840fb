"""OpenStreetMap through Overpass, areas through Nominatim, and Overture's files."""

import tomllib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
from tests.simulated import Internet, simulated_internet

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.errors import (
    AnswerUnreadable,
    AreaTooLarge,
    AreaUnknown,
    PlaceGone,
    QuotaExhausted,
    RequestRefused,
    SourceNotConfigured,
    SourceUnreachable,
)
from scrapersky.clients.places.overpass.query import area_query
from scrapersky.clients.places.overpass.source import Overpass
from scrapersky.clients.places.overture.source import CATALOGUE, Overture, Releases
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.clients.places.source import PlaceQuery, PlaceSource
from scrapersky.simulator.overpass.evaluation import business_number, map_element
from scrapersky.simulator.overpass.query import read_query
from scrapersky.simulator.overpass.service import OverpassLimits
from scrapersky.simulator.overture import write_overture
from scrapersky.simulator.simulator import SimulatedLimits
from scrapersky.simulator.vocabulary import BY_KEY, CATEGORIES, CITIES
from scrapersky.simulator.world import World

AUSTIN = Area(Box(30.1072, -97.9131, 30.4272, -97.5731), "Austin", "US", 113314)
DENTISTS = PlaceQuery("dentists", country="US")
NO_COOLDOWN = SimulatedLimits(overpass=OverpassLimits(slots=100, cooldown_seconds=0))


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    async with simulated_internet(businesses=5_000, limits=NO_COOLDOWN) as internet:
        yield internet


def overpass(internet: Internet) -> PlaceSource:
    assert internet.clients.places is not None
    return internet.clients.places.by_name["overpass"]


async def test_one_question_brings_every_dentist_on_the_map(internet: Internet) -> None:
    world = internet.simulator.world
    listing = await overpass(internet).listing(DENTISTS, AUSTIN)
    mapped = [
        element
        for business in world.search(cities=CITIES[:1], categories=CATEGORIES[:1])
        if (element := map_element(world.seed, business))
    ]
    assert {place.place_id for place in listing.places} == {f"{each.type}/{each.id}" for each in mapped}
    assert listing.cost_micros == 0
    for place in listing.places:
        kind, _, identifier = place.place_id.partition("/")
        number = business_number("way" if kind == "way" else "node", int(identifier))
        assert number is not None
        business = world.business(number)
        assert place.name == business.name
        assert place.phone in (business.phone, None)
        assert place.expires_at is None
        assert "OpenStreetMap" in place.attribution


async def test_a_circle_leaves_out_what_is_outside(internet: Internet) -> None:
    circle = Area.circle((30.2672, -97.7431), 4_000, country="US")
    listing = await overpass(internet).listing(DENTISTS, circle)
    assert 0 < len(listing.places) < 100
    assert all(circle.contains((place.latitude or 0, place.longitude or 0)) for place in listing.places)


@pytest.mark.parametrize(("what", "tag"), [("hair salons", "shop=hairdresser"), ("bakeries", "shop=bakery")])
async def test_kinds_are_found_by_what_people_call_them(internet: Internet, what: str, tag: str) -> None:
    listing = await overpass(internet).listing(PlaceQuery(what, country="US"), AUSTIN)
    assert listing.places
    assert {place.category for place in listing.places} == {tag}


async def test_a_place_is_found_again_by_its_id(internet: Internet) -> None:
    place = (await overpass(internet).listing(DENTISTS, AUSTIN)).places[0]
    (again,) = (await overpass(internet).details(place.place_id, frozenset({"phone"}))).places
    assert (again.name, again.phone, again.latitude) == (place.name, place.phone, place.latitude)
    with pytest.raises(PlaceGone):
        await overpass(internet).details("node/1", frozenset())
    with pytest.raises(RequestRefused):
        await overpass(internet).details("node/1;out;", frozenset())


def test_words_cannot_leave_their_quotes() -> None:
    question = area_query(PlaceQuery('x"];node(1);out;["a'), AUSTIN)
    assert 'x\\"' in question
    assert '"];node' not in question.replace('\\"', "")
    with pytest.raises(RequestRefused, match="no tag"):
        area_query(PlaceQuery("x", 'amenity"="x'), AUSTIN)


def is_asked_for(what: str, **tags: str) -> bool:
    """Whether the question for these words is about a thing with these tags, as Overpass reads it."""
    question = read_query(area_query(PlaceQuery(what), AUSTIN))
    written = {name.replace("__", ":"): value for name, value in tags.items()}
    return any(all(tag.accepts(written) for tag in selection.tags) for selection in question.selections)


@pytest.mark.parametrize(
    "tags",
    [
        {"highway": "residential"},
        {"highway": "bus_stop", "public_transport": "platform"},
        {"railway": "station", "public_transport": "station"},
        {"disused__shop": "florist"},
        {"shop": "vacant"},
        {"shop": "florist", "disused": "yes"},
        {"building": "yes"},
        {"amenity": "parking"},
        {"amenity": "bench"},
        {"tourism": "viewpoint"},
        {"leisure": "playground"},
        {"amenity": "fuel", "highway": "services"},
        {"landuse": "residential"},
    ],
)
def test_what_is_no_business_is_not_taken_for_one_by_its_name(tags: dict[str, str]) -> None:
    assert not is_asked_for("dog groomers", name="Dog Groomers Lane", **tags)


@pytest.mark.parametrize(
    "tags",
    [
        {"shop": "pet_grooming"},
        {"shop": "yes", "building": "yes"},
        {"office": "company"},
        {"craft": "tailor"},
        {"healthcare": "alternative"},
        {"amenity": "veterinary"},
        {"tourism": "guest_house"},
        {"leisure": "sports_centre"},
    ],
)
def test_a_business_is_found_by_its_name_where_no_tag_is_called_so(tags: dict[str, str]) -> None:
    assert is_asked_for("dog groomers", name="Ana's DOG GROOMERS", **tags)
    assert is_asked_for("dog groomers", name="The Dog Groomer", **tags)
    assert not is_asked_for("dog groomers", name="Cats & Co", **tags)


def test_a_word_that_is_a_tags_value_finds_what_has_another_name() -> None:
    assert is_asked_for("bicycle", shop="bicycle", name="Two Wheels")
    assert not is_asked_for("vacant", shop="vacant", name="To let")
    assert not is_asked_for("bicycle", shop="bicycle", name="Two Wheels", disused="yes")


def test_special_characters_of_a_name_mean_themselves() -> None:
    assert is_asked_for("A+B (fine) shoes", shop="shoes", name="a+b (fine) shoes")
    assert not is_asked_for("a.b", shop="shoes", name="axb")


async def test_busy_slots_are_waited_for() -> None:
    limits = SimulatedLimits(overpass=OverpassLimits(slots=1, cooldown_seconds=60))
    async with simulated_internet(businesses=10, limits=limits) as internet:
        await overpass(internet).listing(DENTISTS, AUSTIN)
        with pytest.raises(QuotaExhausted):
            await overpass(internet).listing(DENTISTS, AUSTIN)


@pytest.mark.parametrize("remark", ['Query timed out in \\"query\\" at line 1', "Query run out of memory"])
def test_an_answer_that_was_cut_is_a_failure_and_not_a_small_result(remark: str) -> None:
    from tests.clients.places.documents import document  # noqa: PLC0415

    source: Any = Overpass.__new__(Overpass)
    with pytest.raises(AreaTooLarge):
        source._judge(document(f'{{"elements": [], "remark": "runtime error: {remark}"}}'.encode()))


async def test_an_area_is_where_nominatim_says(internet: Internet) -> None:
    assert internet.clients.places is not None
    gazetteer = internet.clients.places.gazetteer
    austin = await gazetteer.locate("Austin, TX")
    assert (austin.country, austin.relation) == ("US", 113314)
    assert austin.box == AUSTIN.box
    assert await gazetteer.locate(" austin,  tx") == austin
    assert len(internet.simulator.requests.to("nominatim.openstreetmap.org")) == 1, "a name is asked for once"
    with pytest.raises(AreaUnknown, match="Nowhere"):
        await gazetteer.locate("Nowhere at all")


def overture_file(folder: Path) -> Path:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    def row(key: str, name: str, kind: str, longitude: float, **more: Any) -> dict[str, Any]:
        address = {
            "freeform": "1 Elm St",
            "locality": "Austin",
            "postcode": "78701",
            "region": "US-TX",
            "country": "US",
        }
        return {
            "id": key,
            "bbox": {"xmin": longitude, "xmax": longitude, "ymin": 30.25, "ymax": 30.25},
            "names": {"primary": name},
            "categories": {"primary": kind, "alternate": None},
            "confidence": 0.9,
            "operating_status": "open",
            "websites": ["https://cedar.example"],
            "phones": ["(512) 555-0100"],
            "emails": None,
            "socials": None,
            "addresses": [address],
            "sources": [{"dataset": "meta", "license": "CDLA-Permissive-2.0"}],
        } | more

    rows = [
        row("a", "Cedar Dental", "dentist", -97.74),
        row("b", "Oak Bakery", "bakery", -97.74),
        row("c", "Far Dental", "dentist", -90.0),
        row("d", "Closed Dental", "cosmetic_dentist", -97.75, confidence=0.0, phones=None, addresses=None),
    ]
    path = folder / "places.parquet"
    parquet.write_table(arrow.Table.from_pylist(rows), path)
    return path


async def test_overture_places_are_read_from_a_file(tmp_path: Path) -> None:
    settings = PlaceSettings(overture_path=str(overture_file(tmp_path)))
    source = Overture(settings, lambda: datetime(2026, 1, 1, tzinfo=UTC))
    cedar, closed = sorted((await source.listing(DENTISTS, AUSTIN)).places, key=lambda place: place.place_id)
    assert (cedar.name, cedar.phone, cedar.city, cedar.region) == ("Cedar Dental", "+15125550100", "Austin", "TX")
    assert cedar.attribution == "Overture Maps Foundation: meta (CDLA-Permissive-2.0)"
    assert cedar.expires_at is None
    assert (closed.place_id, closed.business_status, closed.phone) == ("d", "permanently_closed", None)
    (again,) = (await source.details("a", frozenset())).places
    assert again == cedar
    with pytest.raises(PlaceGone):
        await source.details("z", frozenset())


async def test_overture_says_what_it_needs(tmp_path: Path) -> None:
    for path in (None, str(tmp_path / "missing.parquet")):
        source = Overture(PlaceSettings(overture_path=path), lambda: datetime(2026, 1, 1, tzinfo=UTC))
        with pytest.raises(SourceNotConfigured, match="OVERTURE_PATH"):
            await source.listing(DENTISTS, AUSTIN)


async def test_overture_finds_a_kind_by_what_it_is_a_kind_of(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    taxonomy = {"primary": "dentist", "hierarchy": ["health_care", "dental", "dentist"], "alternates": None}
    row = {"id": "a", "names": {"primary": "Cedar"}, "taxonomy": taxonomy}
    row["bbox"] = {"xmin": -97.74, "xmax": -97.74, "ymin": 30.25, "ymax": 30.25}
    parquet.write_table(arrow.Table.from_pylist([row]), tmp_path / "p.parquet")
    source = Overture(PlaceSettings(overture_path=str(tmp_path)), lambda: datetime(2026, 1, 1, tzinfo=UTC))
    for category, count in (("health_care", 1), ("dentist", 1), ("bakery", 0)):
        assert len((await source.listing(PlaceQuery("any", category), AUSTIN)).places) == count


async def test_a_bucket_that_is_away_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("pyarrow.dataset")

    def away(*_: object, **__: object) -> None:
        raise OSError("When reading the bucket: AWS Error NETWORK_CONNECTION")

    monkeypatch.setattr(datasets, "dataset", away)
    source = Overture(PlaceSettings(overture_path="s3://b/p/"), lambda: datetime(2026, 1, 1, tzinfo=UTC))
    with pytest.raises(SourceUnreachable, match="NETWORK_CONNECTION") as failed:
        await source.listing(DENTISTS, AUSTIN)
    assert failed.value.worth_retrying


@dataclass
class Catalogue:
    """The one question that is asked of Overture's catalogue."""

    answers: list[FetchedDocument]
    asked: list[str] = field(default_factory=list)

    async def call(self, url: str, **_: object) -> FetchedDocument:
        self.asked.append(url)
        return self.answers.pop(0)


def document(status: int, body: bytes) -> FetchedDocument:
    told: dict[str, Any] = {one.name: None for one in fields(FetchedDocument)}
    return FetchedDocument(**told | {"url": CATALOGUE, "status": status, "headers": {}, "body": body})


async def test_the_current_release_is_the_catalogue_s_latest_and_asked_for_once_a_day() -> None:
    moments = [datetime(2026, 1, day, tzinfo=UTC) for day in (1, 1, 3, 3)]
    catalogue = Catalogue([document(200, b'{"latest": "2026-01-21.0"}'), document(503, b"")])
    releases = Releases(cast("Fetcher", catalogue), lambda: moments[0])
    assert [await releases.latest() for _ in range(2)] == ["2026-01-21.0"] * 2
    assert catalogue.asked == [CATALOGUE]
    moments[0] = moments[2]
    assert await releases.latest() == "2026-01-21.0", "while the catalogue is away"
    assert len(catalogue.asked) == 2
    nothing = Releases(cast("Fetcher", Catalogue([document(200, b'{"latest": "../x"}')])), lambda: moments[0])
    with pytest.raises(AnswerUnreadable, match="no latest release"):
        await nothing.latest()


def test_every_kind_of_business_has_tags_that_overpass_takes() -> None:
    known = tomllib.loads(files("scrapersky.clients.places.overpass").joinpath("osm_tags.toml").read_text("utf-8"))
    assert len(known) > 140
    for word in known:
        read_query(area_query(PlaceQuery(word), AUSTIN))


async def test_a_full_server_is_asked_again_when_its_status_has_a_slot() -> None:
    pages = [
        document(429, b"rate_limited"),
        document(200, b"Rate limit: 2\nSlot available after: 2026-01-01T00:01:00Z, in 44 seconds.\n"),
        document(429, b"rate_limited"),
        document(503, b""),
    ]
    catalogue = Catalogue(pages)
    source = Overpass(cast("Fetcher", catalogue), PlaceSettings(), lambda: datetime(2026, 1, 1, tzinfo=UTC))
    for seconds in (45, 60):
        with pytest.raises(QuotaExhausted) as refused:
            await source.listing(DENTISTS, AUSTIN)
        assert refused.value.retry_after == timedelta(seconds=seconds)
    assert catalogue.asked[1] == "https://overpass-api.de/api/status"


async def test_an_extract_of_the_simulated_world_is_read_where_it_was_asked_for(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path, world = tmp_path / "places.parquet", World(1, 12_000)
    count = write_overture(world, path)
    assert parquet.ParquetFile(path).metadata.num_row_groups > 1
    source = Overture(PlaceSettings(overture_path=str(path)), lambda: datetime(2026, 1, 1, tzinfo=UTC))
    found = (await source.listing(DENTISTS, AUSTIN)).places
    there = sum(1 for each in world.search(cities=CITIES[:1], categories=(BY_KEY["dentist"],)))
    assert 0.8 * there < len(found) < 1.1 * there < count
    assert {place.city for place in found} == {"Austin"}
    assert all(place.street and place.attribution.startswith("Overture Maps Foundation") for place in found)
