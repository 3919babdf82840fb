"""Pages as the server renders them."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.product import PASSWORD, add_person, browser_on, product_on

from scrapersky.main import Product, make_reception
from scrapersky.models.user import Role
from scrapersky.routers.auth import Reception

GRID = "/w/domain-extraction"


@pytest.fixture
async def product(database_url: str, tmp_path: Path) -> AsyncIterator[Product]:
    async with product_on(database_url, tmp_path) as product:
        yield product


async def sign_in(client: httpx.AsyncClient, name: str) -> None:
    answer = await client.post("/api/v3/auth/login", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200


async def test_without_an_account_every_way_leads_to_the_first(product: Product) -> None:
    async with browser_on(product) as client:
        client.follow_redirects = True
        for path in ("/", "/sign-in", GRID, "/static/scraper-sky-mvp.html"):
            answer = await client.get(path)
            assert answer.url.path == "/setup", path
        assert "Create the first account" in answer.text


async def test_with_an_account_the_first_cannot_be_made_again(product: Product) -> None:
    await add_person(product, "ana")
    async with browser_on(product) as client:
        assert (await client.get("/setup")).headers["location"] == "/sign-in"
        assert (await client.get(GRID)).headers["location"] == f"/sign-in?next={GRID}"


async def test_the_set_up_page_is_gone_once_another_process_made_the_account(product: Product) -> None:
    reception: Reception = await make_reception(product)
    await add_person(product, "ana")
    async with browser_on(product, reception) as client:
        assert (await client.get("/setup")).status_code == 303


async def test_a_viewer_sees_rows_and_no_buttons(product: Product) -> None:
    await add_person(product, "vera", Role.VIEWER)
    async with browser_on(product) as client:
        await sign_in(client, "vera")
        page = (await client.get(GRID)).text
    assert 'id="domainExtractionTable"' in page
    assert "checkbox" not in page
    assert "data-status" not in page


async def test_another_tenants_rows_are_not_shown(product: Product) -> None:
    await add_person(product, "ana", tenant="ours")
    await add_person(product, "bob", tenant="theirs")
    async with browser_on(product) as client:
        await sign_in(client, "ana")
        file = {"file": ("b.csv", b"name\nOnly for Ana\n")}
        origin = {"Origin": str(client.base_url).rstrip("/"), "X-Requested-With": "sky"}
        assert (await client.post("/api/v3/local-businesses/import", files=file, headers=origin)).status_code == 200
        assert "Only for Ana" in (await client.get(GRID)).text
        await sign_in(client, "bob")
        assert "Only for Ana" not in (await client.get(GRID)).text


@pytest.mark.parametrize(
    "query", ["status=Nonsense", "page=0", "page=-1", "page=x", "page=999999", "search=" + "x" * 600, "search=%00"]
)
async def test_a_mistyped_address_shows_everything(product: Product, query: str) -> None:
    await add_person(product, "ana")
    async with browser_on(product) as client:
        await sign_in(client, "ana")
        answer = await client.get(f"{GRID}?{query}")
    assert answer.status_code == 200


async def test_a_workflow_that_does_not_exist_is_told_as_a_page(product: Product) -> None:
    await add_person(product, "ana")
    async with browser_on(product) as client:
        await sign_in(client, "ana")
        answer = await client.get("/w/domain-extracton")
    assert answer.status_code == 404
    assert "did you mean domain_extraction?" in answer.text


@pytest.mark.parametrize("path", ["/sign-in", GRID, "/static/sky.js", "/static/sky.css"])
async def test_no_page_has_script_or_style_of_its_own(product: Product, path: str) -> None:
    await add_person(product, "ana")
    async with browser_on(product) as client:
        if path == GRID:
            await sign_in(client, "ana")
        answer = await client.get(path)
    assert answer.status_code == 200
    for forbidden in ("<style", " style=", "onclick", "<script>", "innerHTML"):
        assert forbidden not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
