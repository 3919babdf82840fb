"""A workflow whose columns do not match: every endpoint of its says why, and the others answer."""

from pathlib import Path
from uuid import uuid4

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.product import PASSWORD, add_person, browser_on, product_on

from scrapersky.app.product import Product
from scrapersky.app.server import make_app, make_reception
from scrapersky.curation_sdk.testing.applications import paths_of


async def signed_in(browser: httpx.AsyncClient) -> dict[str, str]:
    signed = await browser.post("/api/v3/auth/login", json={"name": "ana", "password": PASSWORD})
    return {"Authorization": f"Bearer {signed.json()['access_token']}"}


async def test_every_endpoint_of_a_refused_workflow_says_why_and_what_to_do(
    engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    async with product_on(database_url, tmp_path) as sound:
        endpoints = await endpoints_under(sound, "sitemap-import", "domain-curation", "domains")
    async with engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE sitemap_files DROP COLUMN sitemap_import_state CASCADE")
        await connection.exec_driver_sql("ALTER TABLE domains DROP COLUMN domain_curation_attempts CASCADE")
    async with product_on(database_url, tmp_path) as product, browser_on(product) as browser:
        await add_person(product, "ana")
        token = await signed_in(browser)
        assert len(endpoints) > 20
        for method, path in endpoints:
            answer = await browser.request(method, path.replace("{row_id}", str(uuid4())), headers=token)
            assert answer.status_code == 503, (method, path)
            assert answer.json()["error"]["code"] == "workflow_refused"
            assert "does not exist. See: scrapersky schema verify. Repair it" in answer.json()["detail"], answer.text
        for switch in ("/paused/true", "/run", ""):
            method = {"": "GET", "/run": "POST"}.get(switch, "PUT")
            answer = await browser.request(method, f"/api/v3/workflows/sitemap_import{switch}", headers=token)
            assert answer.status_code == 503, switch
        assert (await browser.get("/api/v3/sitemap-curation/list", headers=token)).status_code == 200
        assert (await browser.get("/api/v3/sitemap-nothing/list", headers=token)).status_code == 404


async def test_who_has_not_signed_in_is_told_nothing_of_a_refused_workflow(
    engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE places_staging DROP COLUMN deep_scan_attempts CASCADE")
    async with product_on(database_url, tmp_path) as product, browser_on(product) as browser:
        assert (await browser.get("/api/v3/deep-scan/list")).status_code == 401
        await add_person(product, "ana")
        token = await signed_in(browser)
        decided = await browser.put("/api/v3/places/staging/status", headers=token, json={"place_ids": ["1"]})
        assert decided.status_code == 503


async def endpoints_under(product: Product, *prefixes: str) -> list[tuple[str, str]]:
    described = paths_of(make_app(product, await make_reception(product)), product.registry)
    return [
        (method.upper(), path)
        for path, methods in described.items()
        if path.startswith(tuple(f"/api/v3/{each}/" for each in prefixes))
        for method in methods
    ]
