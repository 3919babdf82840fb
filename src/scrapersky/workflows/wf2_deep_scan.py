"""WF2 Deep scan: places_staging -> local_businesses.

A person marks the places worth knowing; what the search did not bring is fetched, and what all sources say becomes one
business.
"""

from sqlalchemy import select

from scrapersky.clients.places.google.source import most_details_cost
from scrapersky.clients.places.registry import OWN_SITE
from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import ColumnDisplay, ComputedColumn, looked_up
from scrapersky.extract.corrections import read_line, read_phone, read_url
from scrapersky.models import LocalBusiness, Place, PlaceSearch, PlaceSearchResult
from scrapersky.services import save_business, scan_place

_FIRST_SEARCH = (
    select(PlaceSearch.phrase)
    .join(PlaceSearchResult, PlaceSearchResult.place_search_id == PlaceSearch.id)
    .where(PlaceSearchResult.place_id == Place.id)
    .order_by(PlaceSearchResult.found_at)
    .limit(1)
    .correlate(Place)
    .scalar_subquery()
)

deep_scan = Workflow(
    code="WF2",
    title="Places",
    purpose="Make a business of a place, with the details that the search did not bring.",
    curation=Place.deep_scan,
    produces=LocalBusiness,
    shows=(
        Place.name,
        Place.address,
        Place.category,
        Place.rating,
        Place.reviews,
        Place.website,
        Place.phone,
        Place.business_status,
        Place.source,
        Place.attribution,
    ),
    computed=(
        ComputedColumn("search", _FIRST_SEARCH, after="phone"),
        looked_up("business", LocalBusiness.name, by=Place.local_business_id),
    ),
    stands_in="business",
    opens_with=f"-source:{OWN_SITE}",
    labels={"business_status": "Open or closed", "attribution": "Credit"},
    looks={
        "rating": ColumnDisplay(example=">4"),
        "business_status": ColumnDisplay(hidden=True),
        "attribution": ColumnDisplay(hidden=True),
        "business": ColumnDisplay(hidden=True),
    },
    facets=("category", "source", "business_status", "rating", "reviews", "outcome", "cause"),
    edits=(Place.name, Place.website, Place.phone),
    corrections={"name": read_line, "website": read_url, "phone": read_phone},
    sorts=(Place.name, Place.rating, Place.reviews),
    searches=Place.search_words,
    most_cost_micros=most_details_cost(),
    work=scan_place,
    save=save_business,
    schedule=Schedule(interval_minutes=5, batch_size=10, timeout_seconds=60),
)
