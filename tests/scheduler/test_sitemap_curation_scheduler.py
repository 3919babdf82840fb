"""Sitemap curation from queued to done, on simulated sites."""

from tests.scheduler.sitemap_rows import SitemapSchedulerConformance

from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation


class TestSitemapCurationScheduler(SitemapSchedulerConformance):
    workflow = sitemap_curation
