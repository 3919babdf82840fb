"""Sitemap curation from queued to done, on simulated sites."""

from tests.scheduler.site_rows import SiteSchedulerConformance

from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation


class TestSitemapCurationScheduler(SiteSchedulerConformance):
    workflow = sitemap_curation
