"""Sitemap import from queued to done, on simulated sites."""

from tests.scheduler.site_rows import SiteSchedulerConformance

from scrapersky.workflows.wf6_sitemap_import import sitemap_import


class TestSitemapImportScheduler(SiteSchedulerConformance):
    workflow = sitemap_import
