"""WF5 Sitemap curation: updates sitemap_files.

A person marks the sitemaps worth a look; each is fetched and analysed, so that the person can decide what to import.
"""

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, looked_up
from scrapersky.models import Domain, SitemapFile
from scrapersky.services import analyse_sitemap, refuse_sitemaps, save_analysis

sitemap_curation = Workflow(
    code="WF5",
    title="Sitemap check",
    purpose="Look at a sitemap before importing it, if you wish: kind, size, number of addresses, newest date,"
    " children and problems. The tab Sitemaps has the same ones and does not wait for this.",
    curation=SitemapFile.sitemap_curation,
    produces=SitemapFile,
    shows=(
        SitemapFile.url,
        SitemapFile.kind,
        SitemapFile.url_count,
        SitemapFile.child_count,
        SitemapFile.newest_at,
        SitemapFile.size_bytes,
    ),
    computed=(looked_up("domain", Domain.name, by=SitemapFile.domain_id),),
    looks={"child_count": ColumnDisplay(hidden=True)},
    facets=("domain", "kind", "url_count", "outcome", "cause"),
    labels={
        "url": "Sitemap URL",
        "kind": "Type",
        "url_count": "URLs",
        "child_count": "Sitemaps inside",
        "newest_at": "Last modified",
    },
    sorts=(SitemapFile.url_count, SitemapFile.newest_at),
    searches=SitemapFile.search_words,
    refuses=refuse_sitemaps,
    work=analyse_sitemap,
    save=save_analysis,
    schedule=Schedule(interval_minutes=1, batch_size=20, concurrency=8, timeout_seconds=300),
)
