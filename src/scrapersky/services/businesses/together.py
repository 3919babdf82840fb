"""What several businesses are told as where one is looked for, such as those of a contact's domain."""

from typing import Any

from sqlalchemy import ColumnElement, Text, and_, case, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by

from scrapersky.curation_sdk.declaring import ComputedColumn, LookedUp
from scrapersky.models import Contact, LocalBusiness

MOST_NAMED = 10
_NAMED_TOGETHER = ("source", "attribution")
_FEW = 2
_NEXT = "\x01"  # no name has it
_BRANCH = rf"(?:\s*[(\[|,:@/]|\s+[-\u2013\u2014])[^{_NEXT}]*"
_BRAND = rf"^([^{_NEXT}]{{2,}}?)(?:{_BRANCH})?(?:{_NEXT}\1(?:{_BRANCH})?)+$"
_AGREED_ON = ("website", "phone", "street", "city", "region", "postal_code", "country", "category", "source_id")


def together(business: Any) -> dict[str, ColumnElement[Any]]:
    """Their name, sources and credits of all, each once; of the other facts those that no two say differently."""
    named = {"name": _one_name(business.name)}
    named |= {name: _each_once(getattr(business, name)) for name in _NAMED_TOGETHER}
    return named | {name: _agreed(getattr(business, name)) for name in _AGREED_ON}


def _one_name(name: Any) -> ColumnElement[Any]:
    """Of branches what their names begin with, before a town or a street; of others the first two."""
    names = _distinct(name)
    count, written = func.cardinality(names), func.array_to_string(names[1:_FEW], "; ")
    brand = func.substring(func.array_to_string(func.array_append(names[1:MOST_NAMED], names[count]), _NEXT), _BRAND)
    return case(
        (and_(count > 1, brand.is_not(None)), func.concat(brand, " (", func.count(name), " branches)")),
        (count > _FEW, func.concat(written, " and ", count - _FEW, " more")),
        else_=written,
    )


def _distinct(value: Any) -> Any:
    return func.array_agg(aggregate_order_by(value.distinct(), value), type_=ARRAY(Text)).filter(value.is_not(None))


def _each_once(value: Any) -> ColumnElement[Any]:
    """So many that a cell has room for them; that there are more is told by an ellipsis."""
    distinct = _distinct(value)
    more = case((func.cardinality(distinct) > MOST_NAMED, literal("; …")), else_=literal(""))
    return func.array_to_string(distinct[1:MOST_NAMED], "; ") + more


def _agreed(value: Any) -> ColumnElement[Any]:
    return case((func.min(value) == func.max(value), func.min(value)))


def business_of_contact(key: str, *, after: str) -> ComputedColumn:
    """For a grid: the name of the contact's business, else those of its domain, by which it is also found."""
    own = select(LocalBusiness.name).where(LocalBusiness.id == Contact.local_business_id)
    shared = select(together(LocalBusiness)["name"]).where(LocalBusiness.domain_id == Contact.domain_id)
    name = func.coalesce(*(each.correlate(Contact).scalar_subquery() for each in (own, shared)))
    found = LookedUp(Contact.domain_id, LocalBusiness, LocalBusiness.name, named_by=LocalBusiness.domain_id)
    return ComputedColumn(key, name, after, found)
