"""Which command goes on with which search, and what a run says that failed."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.cli.conftest import Command
from tests.cli.test_run import QUICK, WISH, add_businesses, simulated_product

from scrapersky.app.product import Product
from scrapersky.cli.run import Wish, begin, waiting_for
from scrapersky.cli.simulated import ChosenSource
from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk import CurationError, Defer, Nothing
from scrapersky.models import LocalBusiness, PlaceSearch
from scrapersky.services.runs.run import RunSummary, StageSummary
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

pytestmark = pytest.mark.timeout(120)

PHRASE = WISH.phrase


@pytest.fixture
def no_gazetteer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may be asked at this address, so that every real search fails without asking."""
    monkeypatch.setenv("NOMINATIM_URL", "https://127.0.0.1/search")


async def search_of(wish: Wish, product: Product) -> PlaceSearch:
    pipeline = await begin(wish, product)
    async with product.sessions() as session:
        return (await session.scalars(select(PlaceSearch).where(PlaceSearch.id == pipeline.run.search_id))).one()


async def test_another_source_or_limit_is_another_search(database_url: str, tmp_path: Path) -> None:
    async with simulated_product(database_url, tmp_path, [domain_extraction]) as (_, product):
        first = await search_of(WISH, product)
        assert (await search_of(WISH, product)).id == first.id
        others = [
            await search_of(replace(WISH, source=ChosenSource("google")), product),
            await search_of(replace(WISH, limit=5), product),
        ]
    assert first.source == "simulator-3-60"
    assert others[0].source == "google"
    assert len({first.id, *(other.id for other in others)}) == 3


async def test_another_simulated_world_is_another_search(database_url: str, tmp_path: Path) -> None:
    async with simulated_product(database_url, tmp_path, [domain_extraction]) as (_, product):
        first = await search_of(WISH, product)
        elsewhere = replace(product, internet=replace(product.internet, simulated_source="simulator-4-60"))
        assert (await search_of(WISH, elsewhere)).id != first.id


@pytest.mark.usefixtures("no_gazetteer")
def test_a_run_that_failed_says_so_writes_nothing_and_is_tried_again(command: Command, elsewhere: Path) -> None:
    arguments = ("run", PHRASE, "--source", "overpass", "--out", "contacts.csv")
    ended = command(*arguments)
    assert ended.code == 1
    assert "No contacts, and no file. Searches failed: " in ended.err
    assert "127.0.0.1" in ended.err
    assert not (elsewhere / "contacts.csv").exists()
    again = command(*arguments)
    assert again.code == 1
    assert "WF1 Searches: trying 1 failed row again." in again.out


@pytest.mark.usefixtures("no_gazetteer")
def test_a_run_without_a_source_asks_the_one_that_needs_no_key_and_says_so(command: Command) -> None:
    ended = command("run", PHRASE)
    assert "Looking in OpenStreetMap (--source overpass), which is free and needs no key." in ended.err
    assert "Searches failed: " in ended.err
    assert "127.0.0.1" in ended.err, "it was asked where Austin is"


@pytest.mark.parametrize("arguments", [("run", PHRASE, "--out", "c.csv"), ("search", PHRASE)])
@pytest.mark.parametrize(
    ("source", "setting"), [("google", "GOOGLE_PLACES_API_KEY"), ("overture", "OVERTURE_PATH")], ids=["key", "file"]
)
@pytest.mark.usefixtures("no_gazetteer")
def test_a_missing_key_is_told_before_anything_starts(
    command: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], source: str, setting: str
) -> None:
    monkeypatch.delenv(setting, raising=False)
    monkeypatch.setenv("DATABASE_URL", "mysql://nobody.is.asked/")
    ended = command(*arguments, "--source", source)
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert setting in ended.err


def stage(title: str, complete: int, failed: int) -> StageSummary:
    return StageSummary(title, complete, failed, 0, 0, (), "The name acme.example could not be resolved.")


def test_a_run_has_failed_only_if_a_whole_stage_did_and_nothing_came_out() -> None:
    search, domains = stage("Searches", 1, 0), stage("Websites", 0, 3)
    failed = RunSummary(3, 3, 0, 0, 0, [search, domains])
    assert failed.failure == "Websites failed: The name acme.example could not be resolved."
    assert replace(failed, contacts=1).failure is None
    assert replace(failed, stages=[search, stage("Websites", 1, 2)]).failure is None


async def test_rows_that_wait_say_why_in_their_own_words(database_url: str, tmp_path: Path) -> None:
    async def fail_or_wait(business: LocalBusiness, _: Clients | None) -> Nothing:
        if business.website == "https://b0.example":
            raise CurationError("The roof fell in.")
        raise Defer("The site asked for an hour.", after=timedelta(hours=1))

    stage = replace(domain_extraction, work=fail_or_wait)
    async with simulated_product(database_url, tmp_path, [stage]) as (_, product):
        pipeline = replace(await begin(WISH, product), pace=QUICK)
        await add_businesses(pipeline, 2)
        assert await pipeline.work_through()
        summary = await pipeline.summary()
    assert [(each.failure, each.delay) for each in summary.stages] == [
        ("The roof fell in.", "The site asked for an hour.")
    ]
    assert waiting_for(summary) == "The site asked for an hour."
