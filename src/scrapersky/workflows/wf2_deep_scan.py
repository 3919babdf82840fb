"""WF2 Deep scan: places_staging -> local_businesses.

A person marks the places worth knowing; what the search did not bring is fetched, and what all sources say becomes one
business.
"""

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place
from scrapersky.services.deep_scan_service import save_business, scan_place

deep_scan = Workflow(
    code="WF2",
    title="Deep scan",
    purpose="Make a business of a place, with the details that the search did not bring.",
    curation=Place.deep_scan,
    produces=LocalBusiness,
    shows=(
        Place.name,
        Place.address,
        Place.category,
        Place.website,
        Place.phone,
        Place.rating,
        Place.reviews,
        Place.business_status,
        Place.source,
        Place.attribution,
    ),
    labels={"business_status": "Open or closed", "attribution": "Credit"},
    edits=(Place.name, Place.website, Place.phone),
    sorts=(Place.name, Place.rating, Place.reviews),
    searches=Place.search_words,
    work=scan_place,
    save=save_business,
    schedule=Schedule(interval_minutes=5, batch_size=10, timeout_seconds=60),
)
