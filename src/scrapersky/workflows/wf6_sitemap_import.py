"""WF6 Sitemap import: sitemap_files -> pages.

A person marks the sitemaps to import; every address of the domain becomes a page, classified by what it may hold.
"""

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import looked_up
from scrapersky.models import Domain, Page, SitemapFile
from scrapersky.services import load_domains, read_addresses, refuse_sitemaps, save_pages

sitemap_import = Workflow(
    code="WF6",
    title="Sitemaps",
    purpose="Turn every address in a sitemap into a page, classified. An index queues its children here by itself;"
    " whether Sitemap check looked at it first makes no difference.",
    curation=SitemapFile.sitemap_import,
    produces=Page,
    shows=(
        SitemapFile.url,
        SitemapFile.kind,
        SitemapFile.url_count,
        SitemapFile.pages_imported,
        SitemapFile.imported_at,
    ),
    computed=(looked_up("domain", Domain.name, by=SitemapFile.domain_id),),
    facets=("domain", "kind", "url_count", "pages_imported", "outcome", "cause"),
    labels={"url": "Sitemap URL", "kind": "Type", "url_count": "URLs", "imported_at": "Last import"},
    sorts=(SitemapFile.url_count, SitemapFile.pages_imported),
    searches=SitemapFile.search_words,
    refuses=refuse_sitemaps,
    load=load_domains,
    work=read_addresses,
    save=save_pages,
    schedule=Schedule(interval_minutes=1, batch_size=20, concurrency=8, timeout_seconds=300),
)
