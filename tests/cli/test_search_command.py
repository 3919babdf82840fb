"""`scrapersky search` and `scrapersky import places`."""

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.cli.conftest import Command
from tests.simulated import simulated_internet

from scrapersky.app.internet import Internet
from scrapersky.clients.clients import Clients
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Batch
from scrapersky.db.engine import make_engine
from scrapersky.models import PlaceSearch

PASSWORD = "correct horse battery"
PHRASE = "dentists in Austin, TX"
GOOGLE = ("--source", "google")


@pytest.fixture
def simulated(command: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, on a simulated internet, with somebody to search for."""

    @asynccontextmanager
    async def open_simulated(_: Settings, __: AsyncEngine, ___: Internet) -> AsyncIterator[Clients]:
        async with simulated_internet(businesses=3_000) as internet:
            yield internet.clients

    monkeypatch.setattr("scrapersky.cli.search.open_clients", open_simulated)
    monkeypatch.setenv("GOOGLE_PLACES_API_KEY", "any")
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    return command


def test_a_search_says_how_much_it_found_and_what_it_cost(simulated: Command) -> None:
    ended = simulated("search", PHRASE, *GOOGLE)
    assert (ended.code, ended.err) == (0, "")
    assert "103 places, about 100% of what there is; 103 are new." in ended.out
    assert "cost so far: $0." in ended.out
    again = simulated("search", PHRASE, *GOOGLE)
    assert "Searched just now: 103 places. It is searched again for what is new" in again.out
    assert "103 places, about 100% of what there is; 0 are new." in again.out


def test_a_search_at_work_is_waited_for_and_not_queued_again(simulated: Command, database_url: str) -> None:
    asked = ("search", PHRASE, *GOOGLE, "--limit", "5")
    simulated(*asked)
    asyncio.run(_taken_up_and_left(database_url))
    ended = simulated(*asked)
    assert (ended.code, "searched again" in ended.out) == (0, False)
    assert f"{PHRASE}: 5 places" in ended.out
    assert asyncio.run(_batches(database_url)) == 1


async def _taken_up_and_left(database_url: str) -> None:
    """By a worker that is gone: whoever looks puts the search back."""
    curation = PlaceSearch.single_search
    engine = make_engine(database_url)
    async with AsyncSession(engine) as session, session.begin():
        at_work = {curation.processing_status: "Processing", curation.claim: uuid4()}
        await session.execute(update(PlaceSearch).values(at_work))
    await engine.dispose()


async def _batches(database_url: str) -> int | None:
    engine = make_engine(database_url)
    async with AsyncSession(engine) as session:
        count = await session.scalar(select(func.count()).select_from(Batch))
    await engine.dispose()
    return count


def test_places_come_as_json_and_can_be_queued(simulated: Command) -> None:
    ended = simulated("search", PHRASE, *GOOGLE, "--limit", "15", "--queue", "--json", "--list", "Acme")
    *places, report = [json.loads(line) for line in ended.out.splitlines()]
    assert (ended.code, len(places), report["results"], report["state"]) == (0, 15, 15, "Complete")
    assert all(place["name"] and place["attribution"] == "Google Maps" for place in places)
    standing = {each["name"]: each["states"] for each in json.loads(simulated("status", "--json").out)["workflows"]}
    assert standing["deep_scan"]["Queued"] == 15


def test_searches_are_read_from_standard_input(simulated: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = '{"phrase": "bakeries in Austin"}\n\n{"phrase": "cafes in Austin", "limit": 3}\n'
    monkeypatch.setattr("scrapersky.cli.search.sys", _SysWith(lines))
    ended = simulated("search", "--jsonl", *GOOGLE, "--limit", "5")
    assert ended.code == 0, ended.err
    assert "bakeries in Austin: 5 places" in ended.out
    assert "cafes in Austin: 3 places" in ended.out


class _SysWith:
    """The module `sys` as the command sees it, with something to read."""

    def __init__(self, text: str) -> None:
        self.stdin = io.StringIO(text)
        self.stdout = sys.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("search", *GOOGLE), "Say what to look for and where"),
        (("search", "  ", *GOOGLE), "Say what to look for and where"),
        (("search", "dentists", *GOOGLE), 'Say where to look for "dentists"'),
    ],
)
def test_an_empty_phrase_is_one_clear_line(simulated: Command, arguments: tuple[str, ...], words: str) -> None:
    ended = simulated(*arguments)
    assert ended.code == 1
    assert words in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("search", "dentists in Nowhereville"), "Nobody knows where 'Nowhereville' is"),
        (("search", PHRASE, "--source", "bing"), "there are: simulator, google, overpass, overture."),
    ],
)
def test_a_search_that_fails_says_why(simulated: Command, arguments: tuple[str, ...], words: str) -> None:
    ended = simulated(*arguments)
    assert ended.code == 1
    assert words in ended.out + ended.err


def test_without_a_source_the_one_that_needs_no_key_is_asked(simulated: Command) -> None:
    ended = simulated("search", PHRASE, "--limit", "3", "--json")
    *places, _ = [json.loads(line) for line in ended.out.splitlines()]
    assert (ended.code, len(places)) == (0, 3)
    assert all("OpenStreetMap" in place["attribution"] for place in places)
    assert "Looking in OpenStreetMap (--source overpass), which is free and needs no key." in ended.err


def test_a_first_search_needs_no_account(command: Command) -> None:
    ended = command("search", PHRASE, "--source", "simulator", "--businesses", "500", "--limit", "5")
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.parametrize("name", ["run", "search"])
def test_the_help_says_what_each_source_needs(command: Command, name: str) -> None:
    told = " ".join(command(name, "--help").out.replace("│", " ").split())
    for words in ("overpass (OpenStreetMap: free, no key)", "google (needs GOOGLE_PLACES_API_KEY", "OVERTURE_PATH"):
        assert words in told


def test_the_simulator_is_a_source_too(command: Command) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    ended = command("search", PHRASE, "--source", "simulator", "--businesses", "500", "--limit", "5")
    assert (ended.code, ended.err) == (0, "")
    assert f"{PHRASE}: 5 places" in ended.out


def test_the_simulator_answers_for_no_other_source(simulated: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = '{"phrase": "cafes in Austin"}\n{"phrase": "cafes in Austin", "source": "simulator"}\n'
    monkeypatch.setattr("scrapersky.cli.search.sys", _SysWith(lines))
    ended = simulated("search", "--jsonl")
    assert ended.code == 1
    assert "cannot be mixed; start them apart" in ended.err


def test_places_are_imported_with_each_rows_result(command: Command, tmp_path: Path) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    file = tmp_path / "clients.csv"
    file.write_bytes("Name;Ort\nMüller;Köln\n;Bonn\n".encode("cp1252"))
    ended = command("import", "places", str(file))
    told = (
        "Columns: Name -> name, Ort -> city.\nline 3 has no name\n1 added, 0 updated, 0 known, 0 repeated, 1 refused.\n"
    )
    assert (ended.code, ended.out) == (0, f"{told}1 row is new, of 2 lines: 1 refused.\n")
    *rows, sums = [json.loads(line) for line in command("import", "places", str(file), "--json").out.splitlines()]
    of_rows = {"made": 0, "there": 1, "changed": 0, "repeated": 0, "losing": 0, "seeming": 0, "businesses": 0}
    assert sums == {"added": 0, "updated": 0, "known": 1, "repeated": 0, "refused": 1, "sum": of_rows}
    assert [row["verdict"] for row in rows] == ["known", "refused"]
    file.write_bytes(b"Colour\nred\n")
    wrong = command("import", "places", str(file))
    assert wrong.code == 1
    assert "say which of them is the name. There are: Colour." in wrong.err
