"""WF3 Domain extraction: local_businesses -> domains.

A person marks the businesses worth following; each gets the domain of its own website, or the reason why it has none.
"""

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.extract.own_sites import NotOwnSite, OwnSite
from scrapersky.models.domain import Domain
from scrapersky.models.local_business import LocalBusiness
from scrapersky.services.domain_extraction_service import domain_order, find_domain, save_domain

domain_extraction: Workflow[LocalBusiness, LocalBusiness, OwnSite | NotOwnSite, Clients | None] = Workflow(
    code="WF3",
    title="Domain extraction",
    purpose="Find the domain of a business's own website.",
    curation=LocalBusiness.domain_extraction,
    produces=Domain,
    shows=(
        LocalBusiness.name,
        LocalBusiness.website,
        LocalBusiness.domain,
        LocalBusiness.phone,
        LocalBusiness.city,
        LocalBusiness.category,
    ),
    edits=(LocalBusiness.name, LocalBusiness.website, LocalBusiness.phone),
    searches=LocalBusiness.search_words,
    work=find_domain,
    save=save_domain,
    save_order=domain_order,
    schedule=Schedule(interval_minutes=2, batch_size=20, timeout_seconds=10),
)
