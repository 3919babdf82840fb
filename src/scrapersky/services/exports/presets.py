"""Contacts under the headings by which other programs know them, so that they import a file without being told more."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.extract.people.parts import first_and_last
from scrapersky.services.exports.choices import Exportable, Preset
from scrapersky.services.exports.tables import ExportTable

NOT_PROVIDED = "[not provided]"  # what Salesforce writes itself where a name that it demands is missing


def _first(name: str | None) -> str | None:
    return first_and_last(name)[0] or None


def _last(name: str | None) -> str | None:
    return first_and_last(name)[1] or None


def _last_or_stand_in(name: str | None) -> str:
    return _last(name) or NOT_PROVIDED


def _site(domain: str | None) -> str | None:
    return f"https://{domain}/" if domain else None


def _company(business: str | None) -> str:
    return business or NOT_PROVIDED


@dataclass(frozen=True, slots=True)
class Column:
    """From which of our columns, and how it is read."""

    source: str
    read: Callable[[Any], Any] | None = None


FIRST, LAST, SITE = Column("name", _first), Column("name", _last), Column("domain", _site)
_PERSON = {"First Name": FIRST, "Last Name": LAST}

COLUMNS: Mapping[Preset, Mapping[str, Column]] = {
    Preset.PLAIN: {
        **_PERSON,
        "Role": Column("role"),
        "E-mail": Column("email"),
        "Phone": Column("phone"),
        "Business": Column("business"),
        "Website": SITE,
        "Street": Column("business_street"),
        "Postal Code": Column("business_postal_code"),
        "City": Column("business_city"),
        "Region": Column("business_region"),
        "Country": Column("business_country"),
        "Category": Column("business_category"),
        "Fax": Column("fax"),
        "WhatsApp": Column("whatsapp"),
        "Verification": Column("verification"),
        "Confidence": Column("confidence"),
        "Found On": Column("source_url"),
    },
    Preset.HUBSPOT: {
        **_PERSON,
        "Email": Column("email"),
        "Phone Number": Column("phone"),
        "Job Title": Column("role"),
        "Company Name": Column("business"),
        "Website URL": SITE,
        "Street Address": Column("business_street"),
        "City": Column("business_city"),
        "State/Region": Column("business_region"),
        "Postal Code": Column("business_postal_code"),
        "Country/Region": Column("business_country"),
        "Fax Number": Column("fax"),
        "WhatsApp Phone Number": Column("whatsapp"),
    },
    Preset.SALESFORCE: {
        "First Name": FIRST,
        "Last Name": Column("name", _last_or_stand_in),
        "Company": Column("business", _company),
        "Title": Column("role"),
        "Email": Column("email"),
        "Phone": Column("phone"),
        "Fax": Column("fax"),
        "Website": SITE,
        "Street": Column("business_street"),
        "City": Column("business_city"),
        "State/Province": Column("business_region"),
        "Zip/Postal Code": Column("business_postal_code"),
        "Country": Column("business_country"),
        "Industry": Column("business_category"),
    },
    Preset.GOOGLE_CONTACTS: {
        **_PERSON,
        "Organization Name": Column("business"),
        "Organization Title": Column("role"),
        "E-mail 1 - Value": Column("email"),
        "Phone 1 - Value": Column("phone"),
        "Website 1 - Value": SITE,
        "Address 1 - Street": Column("business_street"),
        "Address 1 - City": Column("business_city"),
        "Address 1 - Region": Column("business_region"),
        "Address 1 - Postal Code": Column("business_postal_code"),
        "Address 1 - Country": Column("business_country"),
    },
    Preset.MAILCHIMP: {
        "Email Address": Column("email"),
        **_PERSON,
        "Phone Number": Column("phone"),
        "Company": Column("business"),
        "Website": SITE,
        "City": Column("business_city"),
        "Country": Column("business_country"),
    },
}


def with_preset(table: ExportTable, preset: Preset | None) -> ExportTable:
    """The same rows under that program's headings."""
    if preset is None:
        return table
    if table.name != Exportable.CONTACTS:
        raise BadRequest(f"The preset {preset} is for contacts; {table.name} are exported with their own columns.")
    chosen = COLUMNS[preset]
    return replace(
        table,
        columns={heading: table.columns[each.source] for heading, each in chosen.items()},
        sources={heading: each.source for heading, each in chosen.items()},
        reads={heading: each.read for heading, each in chosen.items() if each.read},
    )
