"""Sitemap import from queued to done, on simulated sites."""

from tests.scheduler.sitemap_rows import SitemapSchedulerConformance

from scrapersky.workflows.wf6_sitemap_import import sitemap_import


class TestSitemapImportScheduler(SitemapSchedulerConformance):
    workflow = sitemap_import
