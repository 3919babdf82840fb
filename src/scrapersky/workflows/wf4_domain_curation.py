"""WF4 Domain curation: domains -> sitemap_files.

A person marks the domains worth a visit; each tells what its home page is, and where its sitemaps are.
"""

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, counted
from scrapersky.extract.corrections import read_language, read_line, read_url
from scrapersky.models import Domain, LocalBusiness, SitemapFile
from scrapersky.services import load_tries, refuse_domains, save_survey, survey_domain
from scrapersky.services.domain_visits.tries import INSISTING_TRIES

domain_curation = Workflow(
    code="WF4",
    title="Websites",
    purpose="Visit a domain: read its home page and find its sitemaps.",
    curation=Domain.domain_curation,
    produces=SitemapFile,
    shows=(
        Domain.name,
        Domain.http_status,
        Domain.title,
        Domain.language,
        Domain.cms,
        Domain.sitemaps_found,
        Domain.parked,
        Domain.final_url,
    ),
    computed=(counted("businesses", LocalBusiness.domain_id, Domain, after="sitemaps_found"),),
    labels={
        "name": "Domain",
        "http_status": "HTTP status",
        "cms": "Built with",
        "sitemaps_found": "Sitemaps",
        "parked": "Parked domain",
        "final_url": "Home page",
    },
    looks={"parked": ColumnDisplay(hidden=True), "final_url": ColumnDisplay(hidden=True)},
    facets=("http_status", "language", "cms", "parked", "sitemaps_found", "outcome", "cause"),
    host="name",
    edits=(Domain.home_url, Domain.title, Domain.language),
    corrections={"home_url": read_url, "title": read_line, "language": read_language},
    sorts=(Domain.name, Domain.sitemaps_found),
    searches=Domain.search_words,
    refuses=refuse_domains,
    load=load_tries,
    work=survey_domain,
    save=save_survey,
    # A visit is a dozen requests a second or more apart: it waits nearly all the time, and many wait side by side.
    schedule=Schedule(
        interval_minutes=1, batch_size=50, concurrency=64, timeout_seconds=600, attempts=INSISTING_TRIES + 1
    ),
)
