"""A whole run without clicks: stage after stage on simulated sites, stopped and gone on with."""

import asyncio
import csv
import os
import signal
import socket
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select
from tests.businesses import make_business
from tests.cli.conftest import Command
from tests.contacts import make_contact
from tests.sitemaps import sites_of

from scrapersky.app.internet import Internet, source_names
from scrapersky.app.product import Product, open_product
from scrapersky.cli.pipeline import Pipeline, WaitingTimes
from scrapersky.cli.run import Wish, begin, database_outages_in_words
from scrapersky.cli.run_display import show_summary
from scrapersky.cli.simulated import ChosenSource, SimulatedMailServers, simulated_internet
from scrapersky.clients.clients import Clients
from scrapersky.clients.places.errors import UnknownSource
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.schedule import Schedule
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.schedule_store import set_paused
from scrapersky.db.engine import make_engine
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.domains import registrable_domain
from scrapersky.extract.own_sites import NotOwnSite, OwnSite
from scrapersky.models import Contact, Domain, LocalBusiness, Page, Place, PlaceSearchResult, SitemapFile
from scrapersky.services.domain_extraction_service import find_domain
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.sites import SiteTruth
from scrapersky.simulator.world import World
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

pytestmark = pytest.mark.timeout(120)

WISH = Wish("dentists in Austin, TX", ChosenSource("simulator"), limit=None, pages=5, tenant=None)
QUICK = WaitingTimes(patience=1, backoff_seconds=0.1)
LATER_STAGES = (sitemap_curation, sitemap_import, contact_delivery)


@asynccontextmanager
async def simulated_product(
    database_url: str, folder: Path, workflows: Sequence[AnyWorkflow]
) -> AsyncIterator[tuple[Simulator, Product]]:
    known = {"database_url": database_url, "scrapersky_data": folder, "delivery_folder": folder / "delivered"}
    settings = WISH.source.settings(Settings.model_validate(known))
    async with (
        Simulator(seed=3, businesses=60, faults="none") as simulator,
        open_product(settings, workflows, simulated_internet(simulator)) as product,
    ):
        yield simulator, product


async def plant(pipeline: Pipeline, site: SiteTruth, email: str) -> None:
    """What searching, scanning, visiting and reading would have brought of one site."""
    tenant_id, search_id = pipeline.run.tenant_id, pipeline.run.search_id
    async with pipeline.product.sessions.begin() as session:
        business_id = await make_business(session, tenant_id, website=site.origin)
        place = {"tenant_id": tenant_id, "source": "test", "place_id": site.host, "local_business_id": business_id}
        place_id = (await session.execute(insert(Place).values(place).returning(Place.id))).scalar_one()
        found = {"tenant_id": tenant_id, "place_search_id": search_id, "place_id": place_id}
        await session.execute(insert(PlaceSearchResult).values(found))
        domain = {"tenant_id": tenant_id, "name": registrable_domain(site.host), "home_url": site.origin}
        domain_id = (await session.execute(insert(Domain).values(domain).returning(Domain.id))).scalar_one()
        sitemap = {"tenant_id": tenant_id, "domain_id": domain_id, "found_by": "robots", "url": site.sitemaps[0].url}
        await session.execute(insert(SitemapFile).values(sitemap))
        await make_contact(session, tenant_id, domain_id=domain_id, local_business_id=business_id, email=email)


async def add_businesses(pipeline: Pipeline, count: int) -> None:
    tenant_id, search_id = pipeline.run.tenant_id, pipeline.run.search_id
    async with pipeline.product.sessions.begin() as session:
        for number in range(count):
            business_id = await make_business(session, tenant_id, website=f"https://b{number}.example")
            place = {"tenant_id": tenant_id, "source": "t", "place_id": str(number), "local_business_id": business_id}
            place_id = (await session.execute(insert(Place).values(place).returning(Place.id))).scalar_one()
            found = {"tenant_id": tenant_id, "place_search_id": search_id, "place_id": place_id}
            await session.execute(insert(PlaceSearchResult).values(found))


async def states(pipeline: Pipeline) -> Counter[str]:
    async with pipeline.product.sessions() as session:
        return Counter(await session.scalars(select(LocalBusiness.domain_extraction.state)))


def readable_sites(world: World) -> list[SiteTruth]:
    return [
        site
        for site in sites_of(world)
        if site.robots.state not in ("disallow_all", "error")
        and site.sitemaps
        and site.sitemaps[0].kind == "urlset"
        and site.sitemaps[0].defect is None
        and site.sitemaps[0].listed < 200
    ]


async def test_the_stages_follow_each_other_and_a_second_run_finds_all_done(
    database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stages = (domain_extraction, *LATER_STAGES)
    async with simulated_product(database_url, tmp_path, stages) as (simulator, product):
        pipeline = replace(await begin(WISH, product), pace=QUICK)
        sites = readable_sites(simulator.world)[:4]
        for site in sites:
            await plant(pipeline, site, f"ana@{site.host}")
        assert await pipeline.work_through()
        first = await pipeline.summary()
        assert await pipeline.work_through()
        assert await pipeline.summary() == first
        show_summary(first, seconds=3)
        done = await pipeline.export(tmp_path / "contacts.csv", force=False)
        async with product.sessions() as session:
            pages = await session.scalar(select(func.count()).select_from(Page))
            delivered = set(await session.scalars(select(Contact.delivered_to[1])))
    assert [stage.complete for stage in first.stages] == [4, 4, 4, 4]
    assert (first.businesses, first.domains, first.contacts) == (4, 4, 4)
    assert pages == sum(site.sitemaps[0].listed for site in sites)
    assert delivered == {"folder"}
    assert (done.rows, done.suppressed) == (4, 0)
    with (tmp_path / "contacts.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["email"] for row in csv.DictReader(file)} == {f"ana@{site.host}" for site in sites}
    printed = capsys.readouterr().out
    assert "WF6 Sitemaps: 4 of 4 done" in printed
    assert "businesses" in printed


async def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(
    database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    started = asyncio.Event()

    async def slowly(business: LocalBusiness, clients: Clients | None) -> OwnSite | NotOwnSite:
        started.set()
        await asyncio.sleep(0.1)
        return await find_domain(business, clients)

    slow = replace(domain_extraction, work=slowly, schedule=Schedule(batch_size=2, concurrency=2))
    async with simulated_product(database_url, tmp_path, [slow, sitemap_curation]) as (_, product):
        pipeline = await begin(WISH, product)
        await add_businesses(pipeline, 40)
        working = asyncio.create_task(pipeline.work_through())
        await started.wait()
        os.kill(os.getpid(), signal.SIGINT)
        assert await working is False
        stopped = await states(pipeline)
        assert stopped["Queued"] > 0, "it was over too soon to show anything"
        printed = capsys.readouterr().out
        assert "Stopping: rows in work have 20 s to finish" in printed
        assert "WF5" not in printed, "a stage that was not reached is not shown"
        again = await begin(WISH, product)
        assert again.run.search_id == pipeline.run.search_id
    async with simulated_product(database_url, tmp_path, [domain_extraction]) as (_, product):
        assert await replace(again, product=product).work_through()
        assert await states(replace(again, product=product)) == {"Complete": 40}


async def test_a_paused_stage_is_named_and_waited_for_by_nobody(
    database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with simulated_product(database_url, tmp_path, [domain_extraction]) as (_, product):
        pipeline = await begin(WISH, product)
        await add_businesses(pipeline, 1)
        async with product.sessions.begin() as session:
            await set_paused(session, domain_extraction, Actor(pipeline.run.tenant_id, "ana"), paused=True)
        assert await pipeline.work_through()
    assert "WF3 Businesses is paused" in capsys.readouterr().out


async def test_mail_of_the_simulated_world_goes_somewhere() -> None:
    world = World(3, 60)
    servers = SimulatedMailServers(world)
    addresses = [email for business in world if business.website and business.website.host for email in business.emails]
    assert addresses
    for address in addresses:
        assert (await servers.route(address.rpartition("@")[2])).servers, address
    assert not (await servers.route("nowhere.example")).domain_exists


def test_a_whole_command_on_the_simulator_which_costs_no_money(command: Command, elsewhere: Path) -> None:
    world = ("--source", "simulator", "--businesses", "60")
    arguments = ("run", WISH.phrase, *world, "--limit", "2", "--out", "contacts.csv")
    ended = command(*arguments, "--follow")
    assert ended.code == 0, ended.err
    assert "contacts written to contacts.csv" in ended.out
    assert "none, simulated" in ended.out
    assert "$" not in ended.out
    written = (elsewhere / "contacts.csv").read_text(encoding="utf-8-sig")
    assert written.startswith("name,first_name,last_name,role,email,phone")
    assert all(row["email"] in ended.out for row in csv.DictReader(written.splitlines())), "each is printed when ready"
    again = command(*arguments)
    assert again.code == 1
    assert "--force" in again.err
    assert "cost so far: none, simulated." in command("search", WISH.phrase, *world).out


async def test_a_run_that_loses_its_database_says_that_the_same_command_goes_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    nobody = make_engine(f"postgresql+asyncpg://ana@127.0.0.1:{port}/nowhere")
    said = r"does not answer as it should: .* the same command goes on"
    with pytest.raises(ScraperSkyError, match=said), database_outages_in_words():
        await nobody.connect()
    with pytest.raises(FileNotFoundError), database_outages_in_words():
        raise FileNotFoundError


def test_a_phrase_without_an_area_is_one_clear_line(command: Command, elsewhere: Path) -> None:
    ended = command("run", "dentists", "--source", "simulator", "--businesses", "60", "--out", "c.csv")
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert "such as" in ended.err
    assert not (elsewhere / "c.csv").exists()


def test_a_library_that_is_missing_is_told_before_the_first_search(
    command: Command, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    ended = command("run", "dentists in Austin, TX", "--source", "simulator", "--out", "c.parquet")
    assert (ended.code, ended.out) == (1, "")
    assert "pip install" in ended.err


def test_a_tenant_that_nobody_made_is_refused_and_not_made(command: Command, elsewhere: Path) -> None:
    words = ("run", "dentists in Austin, TX", "--source", "simulator", "--businesses", "60", "--tenant", "bob")
    for _ in range(2):
        ended = command(*words, "--out", "c.csv")
        assert (ended.code, "There is no tenant 'bob'. Tenants: none yet" in ended.err) == (1, True), ended.err


def test_the_simulators_places_are_asked_for_by_a_source_that_needs_no_key() -> None:
    assert WISH.source.of(Internet(simulated_source="simulator-1-60")) == "simulator-1-60"
    assert ChosenSource("google").of(Internet()) == "google"
    assert source_names(Internet(simulated_source="simulator-1-60"))[-1] == "simulator-1-60"
    with pytest.raises(UnknownSource, match="there are: simulator, google, overpass, overture"):
        ChosenSource("bing").of(Internet())
