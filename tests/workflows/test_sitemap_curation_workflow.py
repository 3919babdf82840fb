"""Sitemap curation end to end: a person queues sitemaps and reads what is in each, or why nothing can be said."""

from sqlalchemy.ext.asyncio import AsyncEngine
from tests.simulated import simulated_internet
from tests.sitemaps import plant, queue_and_drain, sites_of

from scrapersky.curation_sdk.testing import NamesConformance
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation


class TestSitemapCurationNames(NamesConformance):
    workflow = sitemap_curation

    def test_the_tables_first_workflow_has_the_tables_names(self) -> None:
        names = sitemap_curation.names
        assert names.update_status_batch == "update_sitemap_file_status_batch"
        assert names.status_button("selected") == "update-sitemap-files-status-selected"
        assert names.table_path == "/sitemap-files"


async def test_a_queued_sitemap_says_what_is_in_it_and_one_that_is_not_there_why(engine: AsyncEngine) -> None:
    async with simulated_internet(seed=3, businesses=60) as internet:
        sound = [
            sitemap
            for site in sites_of(internet.simulator.world)
            if site.robots.state == "allow_all"
            for sitemap in site.sitemaps
            if sitemap.kind == "urlset" and sitemap.defect is None
        ]
        urls = (sound[0].url, "https://nobody-is-here.example/sitemap.xml")
        tenant_id, ids = await plant(engine, *urls)
        found, gone = await queue_and_drain(engine, sitemap_curation, internet.clients, tenant_id, ids)
    assert (found["state"], found["outcome"], found["error"]) == ("Complete", None, None)
    assert (found["row"]["kind"], found["row"]["url_count"]) == ("urlset", sound[0].listed)
    assert (gone["state"], gone["outcome"]) == ("Error", "dns")
    assert "nobody-is-here.example" in gone["error"]
