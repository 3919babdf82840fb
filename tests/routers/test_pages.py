"""The application's page and files, as the server answers them."""

import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.product import PASSWORD, add_person, browser_on

from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.web.pages import APP, PAGES, pages_router, ui_stamp


@pytest.mark.parametrize("path", ["/", "/w/page-curation", "/w/page-curation/some-id", "/errors", "/settings/keys"])
async def test_each_address_of_the_application_answers_its_page(product: Product, path: str) -> None:
    async with browser_on(product) as client:
        answer = await client.get(path)
    assert answer.status_code == 200
    assert '<div id="root">' in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert "require-trusted-types-for 'script'" in answer.headers["content-security-policy"]


async def test_the_promised_address_leads_to_the_application(product: Product) -> None:
    async with browser_on(product) as client:
        answer = await client.get("/static/scraper-sky-mvp.html")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("path", ["/api/v3/nothing", "/assets/nothing.js", "/static/nothing.css"])
async def test_what_is_not_there_is_not_answered_with_a_page(product: Product, path: str) -> None:
    async with browser_on(product) as client:
        answer = await client.get(path)
    assert answer.status_code == 404
    assert "root" not in answer.text


async def test_an_address_that_is_not_the_applications_answers_only_browsers(product: Product) -> None:
    async with browser_on(product) as client:
        scraper = await client.get("/server-status", headers={"Accept": "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"})
        person = await client.get("/server-status", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert scraper.status_code == 404
    assert "root" not in scraper.text
    assert '<div id="root">' in person.text


def test_the_server_knows_how_the_applications_addresses_begin() -> None:
    sources = Path(__file__).parents[2] / "frontend" / "src"
    routed = "".join((sources / name).read_text(encoding="utf-8") for name in ("App.tsx", "shell/Shell.tsx"))
    assert {path.split("/")[0] for path in re.findall(r'<Route path="/([^"]*)"', routed)} == PAGES


async def test_the_mark_is_there(product: Product) -> None:
    async with browser_on(product) as client:
        answer = await client.get("/static/mark.svg")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


async def test_files_are_kept_by_browsers_for_ever(product: Product) -> None:
    script = next((APP / "assets").glob("app-*.js"))
    async with browser_on(product) as client:
        answer = await client.get(f"/assets/{script.name}")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]


@pytest.mark.parametrize("kind", ["js", "css"])
async def test_files_come_as_the_build_compressed_them_to_whoever_takes_that(product: Product, kind: str) -> None:
    name = max((APP / "assets").glob(f"*.{kind}"), key=lambda file: file.stat().st_size).name
    async with browser_on(product) as client:
        plain = await client.get(f"/assets/{name}", headers={"Accept-Encoding": "identity"})
        squeezed = await client.get(f"/assets/{name}", headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert squeezed.headers["content-encoding"] == "gzip"
    assert int(squeezed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert squeezed.headers["content-type"].split(";")[0] == plain.headers["content-type"].split(";")[0]
    assert squeezed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert squeezed.content == plain.content


async def test_a_file_of_a_version_that_is_gone_is_not_remembered_as_missing(product: Product) -> None:
    async with browser_on(product) as client:
        answer = await client.get("/assets/GridPage-OLDHASH1.js")
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"


async def test_without_a_build_the_page_says_what_to_type(tmp_path: Path) -> None:
    app = FastAPI()
    app.include_router(pages_router(tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        answer = await client.get("/")
    assert answer.status_code == 503
    assert "python hatch_build.py" in answer.text
    assert ui_stamp(tmp_path) is None


async def test_the_door_tells_who_is_there_and_whether_an_account_is_needed(product: Product) -> None:
    async with browser_on(product, await make_reception(product)) as client:
        assert (await client.get("/api/v3/auth/door")).json() == {"user": None, "needs_first_account": True}
        await add_person(product, "ana")
        assert (await client.get("/api/v3/auth/door")).json() == {"user": None, "needs_first_account": False}
        await client.post("/api/v3/auth/login", json={"name": "ana", "password": PASSWORD})
        assert (await client.get("/api/v3/auth/door")).json()["user"]["name"] == "ana"
