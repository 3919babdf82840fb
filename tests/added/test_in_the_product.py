"""The how-to's package in the running product: chosen, used, and told about."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.cli.conftest import Command, command, elsewhere
from tests.contacts import PretendMailServers, make_contact
from tests.installing import install
from tests.pages import make_content
from tests.product import PASSWORD, add_person

from scrapersky.app.internet import Internet
from scrapersky.app.product import Product, open_product
from scrapersky.app.server import make_app, make_reception
from scrapersky.app.workers import running_schedulers
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.models import Contact, ContactValue, Place

__all__ = ["command", "elsewhere"]

PATIENCE = 30
BROKEN = """
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "my-broken"
version = "0.1.0"

[project.entry-points."scrapersky.place_sources"]
google = "my_broken:Source"
atlas = "my_broken:missing"

[project.entry-points."scrapersky.extractors"]
gnome = "my_broken:gnome"
"""
BROKEN_CODE = """
class Source:
    def __init__(self, web): ...

def gnome(html, url):
    raise RuntimeError("tired")
"""


@asynccontextmanager
async def running(database_url: str, folder: Path, **settings: Any) -> AsyncIterator[tuple[Product, httpx.AsyncClient]]:
    """The whole application with its schedulers, and someone who is signed in."""
    chosen = Settings.model_validate({"database_url": database_url, "scrapersky_data": folder, **settings})
    async with open_product(chosen, None, Internet(mail_servers=PretendMailServers())) as product:
        person = await add_person(product, "ana")
        app = make_app(product, await make_reception(product))
        async with app.router.lifespan_context(app), running_schedulers(product) as schedulers:
            app.state.schedulers = schedulers
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1/api/v3") as browser:
                signed = await browser.post("/auth/login", json={"name": "ana", "password": PASSWORD})
                browser.headers["Authorization"] = f"Bearer {signed.json()['access_token']}"
                browser.headers["X-Tenant"] = str(person.tenant_id)
                yield product, browser


async def finished(browser: httpx.AsyncClient, path: str, row_id: str | UUID) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            row: dict[str, Any] = (await browser.get(f"{path}/{row_id}")).json()
            if row["state"] not in ("Queued", "Processing"):
                return row
            await asyncio.sleep(0.05)


def written(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


async def test_a_source_of_a_package_is_searched_by_name(guide: Path, database_url: str, tmp_path: Path) -> None:
    del guide
    async with running(database_url, tmp_path) as (product, browser):
        assert product.faults == {}
        sources = {each["name"]: each["title"] for each in (await browser.get("/meta")).json()["sources"]}
        assert sources["chamber"] == "Chamber of commerce"
        order = {"phrase": "dental", "source": "chamber", "polygon": [[30, -98], [31, -98], [31, -97]]}
        started = await browser.post("/place-searches", json=order)
        assert started.status_code == 201, started.text
        row = await finished(browser, "/single-search", started.json()["id"])
        assert (row["state"], row["error"], row["results"]) == ("Complete", None, 1)
        async with product.sessions() as session:
            place = (await session.scalars(select(Place))).one()
        assert (place.source, place.name, place.attribution) == ("chamber", "Cedar Dental", "Chamber of commerce")
        wrong = await browser.post("/place-searches", json=order | {"source": "chambers"})
        assert wrong.status_code == 422
        assert "there are: google, overpass, overture, chamber" in wrong.text


async def test_an_extractor_of_a_package_adds_to_the_contacts_of_a_page(
    guide: Path, database_url: str, tmp_path: Path
) -> None:
    del guide
    async with running(database_url, tmp_path) as (product, browser):
        html = "<p>info@acme.example</p><a href='https://signal.me/#p/+15125550142'>Signal</a>"
        async with product.sessions.begin() as session:
            row_id = await make_content(session, "https://acme.example/", html, UUID(browser.headers["X-Tenant"]))
        await browser.put("/contact-curation/status", json={"ids": [str(row_id)], "status": "Queued"})
        row = await finished(browser, "/contact-curation", row_id)
        assert (row["state"], row["error"]) == ("Complete", None)
        async with product.sessions() as session:
            seen = await session.scalars(select(ContactValue).where(ContactValue.value == "+15125550142"))
            assert [(one.kind, one.facts["extractor"]) for one in seen] == [("phone", "signal")]
            contact = (await session.scalars(select(Contact))).one()
        assert (contact.email, contact.phone) == ("info@acme.example", "+15125550142")


async def test_a_target_of_a_package_gets_the_contacts_once_it_is_chosen(
    guide: Path, database_url: str, tmp_path: Path
) -> None:
    async with running(database_url, tmp_path, delivery_targets="ledger") as (product, browser):
        async with product.sessions.begin() as session:
            tenant_id = UUID(browser.headers["X-Tenant"])
            row_id = await make_contact(session, tenant_id, email="info@acme.example")
        for _ in range(2):
            await browser.put("/contact-delivery/status", json={"ids": [str(row_id)], "status": "Queued"})
            row = await finished(browser, "/contact-delivery", row_id)
            assert (row["state"], row["delivered_to"]) == ("Complete", ["ledger"]), row["error"]
    assert written(guide).count("info@acme.example") == 1


async def test_a_target_that_was_not_chosen_gets_nothing(guide: Path, database_url: str, tmp_path: Path) -> None:
    async with running(database_url, tmp_path) as (product, browser):
        async with product.sessions.begin() as session:
            row_id = await make_contact(session, UUID(browser.headers["X-Tenant"]), email="info@acme.example")
        await browser.put("/contact-delivery/status", json={"ids": [str(row_id)], "status": "Queued"})
        row = await finished(browser, "/contact-delivery", row_id)
        assert row["outcome"] == "verified_only"
    assert written(guide) == ""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of which nothing works, installed."""
    source, site = tmp_path / "broken", tmp_path / "site"
    (source / "my_broken").mkdir(parents=True)
    (source / "pyproject.toml").write_text(BROKEN, encoding="utf-8")
    (source / "my_broken" / "__init__.py").write_text(BROKEN_CODE, encoding="utf-8")
    install(source, site)
    monkeypatch.syspath_prepend(str(site))


@pytest.mark.usefixtures("broken")
async def test_a_broken_package_is_told_of_and_stops_nothing(
    engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    async with running(database_url, tmp_path, delivery_targets="ledger") as (product, browser):
        assert list(product.faults) == ["atlas (my_broken)", "google (my_broken)"]
        schedulers: Schedulers = browser._transport.app.state.schedulers  # type: ignore[attr-defined]
        assert "is one of ours in" in product.faults["google (my_broken)"]
        assert "No installed package has a delivery target 'ledger'" in schedulers.failures["DELIVERY_TARGETS: ledger"]
        async with AsyncSession(engine) as session, session.begin():
            tenant_id = UUID(browser.headers["X-Tenant"])
            row_id = await make_content(session, "https://acme.example/", "<p>info@acme.example", tenant_id)
        await browser.put("/contact-curation/status", json={"ids": [str(row_id)], "status": "Queued"})
        row = await finished(browser, "/contact-curation", row_id)
        runs = (await browser.get(f"/contact-curation/{row_id}/runs")).json()
        assert (row["state"], row["contacts_found"]) == ("Complete", 1)
        assert "The extractor gnome (my_broken) was left out: RuntimeError: tired" in json.dumps(runs)


@pytest.mark.usefixtures("broken")
def test_the_doctor_and_the_list_say_what_was_left_out(command: Command) -> None:
    ended = command("doctor", "--json")
    wrong = [each["found"] for each in json.loads(ended.out) if each["what"] == "extension"]
    assert len(wrong) == 2
    assert wrong[0].startswith("atlas (my_broken): AttributeError")
    assert "is one of ours in" in wrong[1]
    standing = {each["name"]: each["fault"] for each in json.loads(command("status", "--json").out)["workflows"]}
    assert standing["atlas (my_broken)"].startswith("AttributeError")
    assert "is one of ours in" in standing["google (my_broken)"]
    listed = command("workflow", "list", "--json")
    assert listed.code == 0
    assert len(json.loads(listed.out)) == 9
    assert "Left out: atlas (my_broken): AttributeError" in listed.err
    assert "Left out: google (my_broken)" in listed.err


def test_a_source_of_a_package_is_searched_on_the_command_line(guide: Path, command: Command) -> None:
    del guide
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)
    wrong = command("search", "dental in Austin, TX", "--source", "chambre")
    assert wrong.code == 1
    assert "there are: simulator, google, overpass, overture, chamber." in wrong.err
    shown = command("doctor", "--json")
    found = {each["what"]: each["found"] for each in json.loads(shown.out)}
    assert found["extensions"] == "chamber, ledger, signal"
