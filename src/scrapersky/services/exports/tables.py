"""What an export of each table has in it: columns in a person's order, where each fact is from, whom to credit."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Any, Self
from uuid import UUID

from sqlalchemy import Boolean, ColumnElement, DateTime, Float, Integer, ScalarSelect, Select, Text, func, select, true
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import aliased

from scrapersky.contact_fields import ABSENCE_COLUMNS, FieldKind, declared_fields, fields_of_kind
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists import mark_columns, shown_values
from scrapersky.extract.people.parts import first_and_last
from scrapersky.extract.submitted.headings import OWN_EXTRA
from scrapersky.models import Contact, Domain, LocalBusiness, Page, SitemapFile
from scrapersky.services.businesses.together import together
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.origins import Join, origins_of_business, origins_of_domain
from scrapersky.services.suppression.marks import REACHABLE_FIELDS

# Columns of a table and expressions over others: SQLAlchemy has no common class for them that knows its own type.
Columns = Mapping[str, Any]
PHONES = frozenset(fields_of_kind(FieldKind.PHONE))
Joins = tuple[tuple[Any, Any], ...]
EXTRA_FIELDS = "extra_fields"
PERSON = "person"
MOST_EXTRA_COLUMNS = 50


class CellKind(StrEnum):
    """What a cell holds, and so how each format writes it."""

    TEXT = "text"
    PHONE = "phone"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    MOMENT = "moment"
    LIST = "list"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class ExportTable:
    """`columns` are known by their names; their order is for people: who, how to reach them, where, how sure, our own.

    `reached_by` is read with each row and not written: by it a row is found on the suppression list. `sources` are our
    own names of columns that have other headings, and `reads` make of a column's value what is written.
    """

    name: str
    model: type[Any]
    columns: Columns
    joins: Joins = ()
    reached_by: Columns = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    reads: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    together: tuple[Any, ...] = ()

    def statement(self, tenant_id: UUID) -> Select[Any]:
        """Rows of a tenant in the order of their creation, that of their ids; `together` comes before it."""
        chosen = [value.label(f"column_{place}") for place, value in enumerate(self.columns.values())]
        chosen += [value.label(f"reached_by_{name}") for name, value in self.reached_by.items()]
        statement = select(*chosen).select_from(self.model).where(self.model.tenant_id == tenant_id)
        for joined, condition in self.joins:
            statement = statement.outerjoin(joined, condition)
        return statement.order_by(*self.together, self.model.id)

    @property
    def kinds(self) -> dict[str, CellKind]:
        return {name: _kind(self.sources.get(name, name), value.type) for name, value in self.columns.items()}

    def with_extra(self, headings: Sequence[str]) -> Self:
        """What files said beside our columns, each in a column of its own; what is left without one stays as JSON."""
        columns = dict(self.columns)
        whole = columns[EXTRA_FIELDS]
        if len(headings) <= MOST_EXTRA_COLUMNS:
            del columns[EXTRA_FIELDS]
        named = {f"{OWN_EXTRA}{heading}": whole[heading].astext for heading in headings[:MOST_EXTRA_COLUMNS]}
        return replace(self, columns={**columns, **named})

    def read(self, rows: Sequence[Any]) -> Sequence[Any]:
        """Rows as they are written."""
        if not self.reads:
            return rows
        reads = [self.reads.get(name) for name in self.columns]
        return [[read(value) if read else value for read, value in zip(reads, row, strict=True)] for row in rows]


def _kind(name: str, column_type: Any) -> CellKind:
    known = (
        (ARRAY, CellKind.LIST),
        (JSONB, CellKind.JSON),
        (Boolean, CellKind.BOOLEAN),
        (Float, CellKind.NUMBER),
        (Integer, CellKind.INTEGER),
        (DateTime, CellKind.MOMENT),
    )
    text = CellKind.PHONE if name in PHONES else CellKind.TEXT
    return next((kind for sort, kind in known if isinstance(column_type, sort)), text)


def contacts() -> ExportTable:
    """Where several businesses share the domain, nobody knows whose a contact is: it is told of all of them."""
    business, other, domain = aliased(LocalBusiness), aliased(LocalBusiness), aliased(Domain)
    is_shared = Contact.local_business_id.is_(None), other.domain_id == Contact.domain_id
    shared = select(*(value.label(name) for name, value in together(other).items())).where(*is_shared).lateral()
    origins = origins_of_domain(Contact.domain_id)

    def of_business(name: str) -> ColumnElement[Any]:
        return func.coalesce(getattr(business, name), shared.c[name])

    where = ("street", "city", "region", "postal_code", "country", "category")
    checked = ("verification", "verified_level", "verified_at", "confidence", "sightings", "source_url")
    said = _named(Contact, tuple(declared_fields()))
    columns: Columns = {
        "name": said.pop("name"),
        "first_name": Contact.name,
        "last_name": Contact.name,
        **{name: said.pop(name) for name in ("role", "email", "phone")},
        "business": of_business("name"),
        **{f"business_{name}": of_business(name) for name in where},
        "domain": domain.name,
        **said,
        **_named(Contact, (*checked, "owner", *ABSENCE_COLUMNS.values())),
        **mark_columns(Contact),
        **_named_origins(origins),
        "state": Contact.contact_delivery.state,
        "outcome": Contact.contact_delivery.outcome,
        **_named(Contact, ("delivered_to", "delivered_at")),
        **{name: of_business(name) for name in ("source", "source_id", "attribution")},
        **_named(Contact, ("created_at", "id", "extra_fields")),
    }
    joins: Joins = (
        (domain, domain.id == Contact.domain_id),
        (business, business.id == Contact.local_business_id),
        (shared, true()),
        origins,
    )
    return ExportTable(
        Exportable.CONTACTS,
        Contact,
        columns,
        joins,
        reached_by(Contact, domain=domain.name),
        reads={
            "first_name": lambda name: first_and_last(name)[0] or None,
            "last_name": lambda name: first_and_last(name)[1] or None,
        },
    )


def reached_by(model: type[Any], **more: Any) -> Columns:
    """The columns of a table that hold what can be on the suppression list, and the name of its rows' domain.

    People are on it by their names at where they work.
    """
    own = _named(model, tuple(way for way in REACHABLE_FIELDS if hasattr(model, way)))
    own |= {PERSON: Contact.name} if model is Contact else {}
    if "domain" not in more and hasattr(model, "domain_id"):
        own["domain"] = select(Domain.name).where(Domain.id == model.domain_id).scalar_subquery()
    return {**own, **more}


def businesses() -> ExportTable:
    domain, origins = aliased(Domain), origins_of_business(LocalBusiness.id)
    own = ("name", "website", "phone", "street", "city", "region", "postal_code", "country", "category", "categories")
    more = ("latitude", "longitude", "opening_hours", "business_status", "rating", "reviews")
    columns: Columns = {
        **_named(LocalBusiness, own),
        **_named(LocalBusiness, more),
        "domain": domain.name,
        **_named(LocalBusiness, ("source", "source_id", "provenance", "attribution", "expires_at")),
        "state": LocalBusiness.domain_extraction.state,
        "outcome": LocalBusiness.domain_extraction.outcome,
        **_named_origins(origins),
        **mark_columns(LocalBusiness),
        **_named(LocalBusiness, ("created_at", "id", "extra_fields")),
    }
    joins: Joins = ((domain, domain.id == LocalBusiness.domain_id), origins)
    return ExportTable(
        Exportable.BUSINESSES, LocalBusiness, columns, joins, reached_by(LocalBusiness, domain=domain.name)
    )


def domains() -> ExportTable:
    business, origins = aliased(LocalBusiness), origins_of_domain(Domain.id)
    own = ("name", "home_url", "final_url", "http_status", "title", "description", "language", "cms", "technologies")
    columns: Columns = {
        **_named(Domain, own),
        **_named(Domain, ("robots_state", "parked", "checked_at")),
        "businesses": _of_businesses(business, func.count()),
        "sources": _of_businesses(business, func.array_agg(business.source.distinct(), type_=ARRAY(Text))),
        "attribution": _of_businesses(business, func.string_agg(business.attribution.distinct(), "; ")),
        "state": Domain.domain_curation.state,
        "outcome": Domain.domain_curation.outcome,
        **_named_origins(origins),
        **mark_columns(Domain),
        **_named(Domain, ("created_at", "id")),
    }
    return ExportTable(Exportable.DOMAINS, Domain, columns, (origins,), reached_by(Domain, domain=Domain.name))


def _of_businesses(business: Any, value: Any) -> ScalarSelect[Any]:
    return select(value).select_from(business).where(business.domain_id == Domain.id).scalar_subquery()


def pages() -> ExportTable:
    domain, sitemap, origins = aliased(Domain), aliased(SitemapFile), origins_of_domain(Page.domain_id)
    columns: Columns = {
        "domain": domain.name,
        **_named(Page, ("url", "kind", "score", "changed_at", "title", "words", "contacts")),
        "source_url": sitemap.url,
        "state": Page.page_curation.state,
        "outcome": Page.page_curation.outcome,
        **_named_origins(origins),
        **mark_columns(Page),
        **_named(Page, ("created_at", "id")),
    }
    joins: Joins = ((domain, domain.id == Page.domain_id), (sitemap, sitemap.id == Page.sitemap_file_id), origins)
    return ExportTable(Exportable.PAGES, Page, columns, joins, reached_by(Page, domain=domain.name))


def _named_origins(origins: Join) -> Columns:
    joined, _ = origins
    return {name: joined.c[name] for name in ("searches", "lists")}


def _named(model: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(model, name) for name in names}


_TABLES = {
    Exportable.CONTACTS: contacts,
    Exportable.BUSINESSES: businesses,
    Exportable.DOMAINS: domains,
    Exportable.PAGES: pages,
}


def workflow_table(workflow: AnyWorkflow, chosen: Sequence[str] | None = None) -> ExportTable:
    """What an export of a workflow's tab has in it: what is promised for its table, else what the tab shows.

    Columns can be chosen from both. State and outcome are the workflow's own.
    """
    table, shown = _whole_table(workflow), _shown(workflow)
    endings = {name: shown[name] for name in ("state", "outcome")}
    if chosen is None:
        return replace(table, columns={**table.columns, **endings})
    known = {**table.columns, **shown}
    unknown = [name for name in chosen if name not in known]
    if unknown or not chosen:
        wrong = f"has no column {', '.join(unknown)[:200]}" if unknown else "needs at least one column"
        raise BadRequest(f"{workflow.title} {wrong}; there are: {', '.join(known)}.")
    return replace(table, columns={name: known[name] for name in chosen})


def labels_of_columns(workflow: AnyWorkflow) -> dict[str, str]:
    """What people call the columns among which they choose: as its tab does, where it has them."""
    of_tab = {column.key: column.label for column in workflow.columns}
    names = {**_whole_table(workflow).columns, **_shown(workflow)}
    return {name: of_tab.get(name) or _label(name) for name in names}


def _label(name: str) -> str:
    """
    >>> _label("business_postal_code"), _label("source_id")
    ('Business postal code', 'Source ID')
    """
    words = re.sub(r"\b(id|url)\b", lambda found: found[0].upper(), name.replace("_", " "))
    return words[:1].upper() + words[1:]


def _whole_table(workflow: AnyWorkflow) -> ExportTable:
    promised = next((table for table in map(export_table, _TABLES) if table.model is workflow.model), None)
    own = reached_by(workflow.model)
    return promised or ExportTable(workflow.names.table, workflow.model, _shown(workflow), reached_by=own)


def _shown(workflow: AnyWorkflow) -> dict[str, Any]:
    curation = workflow.curation
    return {
        "id": curation.id,
        **shown_values(workflow),
        "state": curation.state,
        "outcome": curation.outcome,
        "error": curation.processing_error,
        "updated_at": curation.updated_at,
        "created_at": workflow.model.created_at,
        **mark_columns(workflow.model),
    }


@cache
def export_table(name: Exportable) -> ExportTable:
    """Made once: of the time that a small export takes, most would go into its statement."""
    return _TABLES[name]()
