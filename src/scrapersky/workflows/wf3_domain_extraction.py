"""WF3 Domain extraction: local_businesses -> domains.

A person marks the businesses worth following; each gets the domain of its own website, or the reason why it has none.
"""

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, ComputedColumn
from scrapersky.extract.corrections import read_line, read_phone, read_url
from scrapersky.models import Domain, LocalBusiness, Place
from scrapersky.services import domain_order, find_domain, save_domain

if TYPE_CHECKING:
    from scrapersky.clients.clients import Clients
    from scrapersky.extract.own_sites import NotOwnSite, OwnSite

_FIRST_PLACE = (
    select(func.concat(Place.name, " (", Place.source, ")"))
    .where(Place.local_business_id == LocalBusiness.id)
    .order_by(Place.id)
    .limit(1)
    .correlate(LocalBusiness)
    .scalar_subquery()
)

domain_extraction: "Workflow[LocalBusiness, LocalBusiness, OwnSite | NotOwnSite, Clients | None]" = Workflow(
    code="WF3",
    title="Businesses",
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
        LocalBusiness.business_status,
    ),
    computed=(ComputedColumn("place", _FIRST_PLACE),),
    labels={"domain": "Domain found", "business_status": "Open or closed"},
    looks={"place": ColumnDisplay(hidden=True), "business_status": ColumnDisplay(hidden=True)},
    facets=("city", "category", "business_status", "domain", "outcome", "cause"),
    edits=(LocalBusiness.name, LocalBusiness.website, LocalBusiness.phone),
    corrections={"name": read_line, "website": read_url, "phone": read_phone},
    sorts=(LocalBusiness.name, LocalBusiness.city),
    searches=LocalBusiness.search_words,
    work=find_domain,
    save=save_domain,
    save_order=domain_order,
    schedule=Schedule(interval_minutes=2, batch_size=20, timeout_seconds=10),
)
