"""Which searches and lists a row comes from, for the columns of exports."""

from typing import Any

from sqlalchemy import ColumnElement, Select, Text, func, select, true
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by
from sqlalchemy.orm import aliased
from sqlalchemy.sql.selectable import LateralFromClause

from scrapersky.models import List, LocalBusiness, Place, PlaceSearch, PlaceSearchResult

# A business can be found by the searches of a whole country's towns, and each of its rows would name them all.
MOST_NAMED = 10

Join = tuple[LateralFromClause, ColumnElement[bool]]


def origins_of_business(business_id: Any) -> Join:
    return _searches().where(Place.local_business_id == business_id).lateral(), true()


def origins_of_domain(domain_id: Any) -> Join:
    """Of every business that has its website there. PostgreSQL remembers the answer for the domain's other rows."""
    business = aliased(LocalBusiness)
    found = _searches().join(business, business.id == Place.local_business_id)
    return found.where(business.domain_id == domain_id).lateral(), true()


def _searches() -> Select[Any]:
    return (
        select(_first(PlaceSearch.phrase).label("searches"), _first(List.name).label("lists"))
        .select_from(Place)
        .join(PlaceSearchResult, PlaceSearchResult.place_id == Place.id)
        .join(PlaceSearch, PlaceSearch.id == PlaceSearchResult.place_search_id)
        .outerjoin(List, List.id == PlaceSearch.list_id)
    )


def _first(value: Any) -> ColumnElement[Any]:
    each_once = aggregate_order_by(value.distinct(), value)
    return func.array_agg(each_once, type_=ARRAY(Text)).filter(value.is_not(None))[1:MOST_NAMED]
