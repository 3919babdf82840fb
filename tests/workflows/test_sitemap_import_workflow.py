"""Sitemap import end to end: a person queues a sitemap and its addresses wait as pages, each for a decision."""

from sqlalchemy.ext.asyncio import AsyncEngine
from tests.simulated import simulated_internet
from tests.sitemaps import plant, queue_and_drain, sites_of

from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.testing import NamesConformance, app_of, client_of
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation


class TestSitemapImportNames(NamesConformance):
    workflow = sitemap_import

    def test_the_tables_second_workflow_uses_its_own_name(self) -> None:
        names = sitemap_import.names
        assert names.update_status_batch == "update_sitemap_import_status_batch"
        assert names.status_button("selected") == "update-sitemap-import-status-selected"
        assert names.setting("interval_minutes") == "SITEMAP_IMPORT_SCHEDULER_INTERVAL_MINUTES"


async def test_the_addresses_of_a_sitemap_wait_as_new_pages_however_often_it_is_imported(engine: AsyncEngine) -> None:
    async with simulated_internet(seed=3, businesses=60) as internet:
        sitemap = next(
            sitemap
            for site in sites_of(internet.simulator.world)
            if site.robots.state == "allow_all"
            for sitemap in site.sitemaps
            if sitemap.kind == "urlset" and sitemap.defect is None and 3 < sitemap.listed < 90
        )
        tenant_id, ids = await plant(engine, sitemap.url)
        totals = []
        for outcome in (None, "nothing_new"):
            (found,) = await queue_and_drain(engine, sitemap_import, internet.clients, tenant_id, ids)
            assert (found["state"], found["outcome"], found["error"]) == ("Complete", outcome, None)
            async with client_of(app_of(Registry([sitemap_import, page_curation]), engine), tenant_id) as client:
                listed = (await client.get("/pages/list", params={"size": 100})).json()
            assert {item["state"] for item in listed["items"]} == {"New"}
            totals.append(listed["total"])
    assert totals[0] == totals[1] > 0
