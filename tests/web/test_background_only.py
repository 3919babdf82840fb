"""A workflow without a tab: in the API, and not in the browser."""

from dataclasses import replace
from pathlib import Path

from tests.product import PASSWORD, add_person, browser_on

from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.workflow import AnyWorkflow
from scrapersky.main import open_product
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation


async def test_a_background_workflow_has_endpoints_and_no_tab(database_url: str, tmp_path: Path) -> None:
    settings = Settings.model_validate({"database_url": database_url, "scrapersky_data": tmp_path})
    workflows: list[AnyWorkflow] = [replace(domain_extraction, background_only=True), sitemap_curation]
    async with open_product(settings, workflows) as product:
        await add_person(product, "ana")
        async with browser_on(product) as browser:
            assert (await browser.get("/")).headers["location"] == "/w/sitemap-curation"
            await browser.post("/api/v3/auth/login", json={"name": "ana", "password": PASSWORD})
            grid = (await browser.get("/w/sitemap-curation")).text
            assert "sitemap-curation-tab" in grid
            assert "domain-extraction-tab" not in grid
            assert (await browser.get("/api/v3/domain-extraction/list")).status_code == 200
