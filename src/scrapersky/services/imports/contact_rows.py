"""A row of a file as a contact: what it says of the person, where they are, and of their business."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from scrapersky.contact_fields import ContactFields
from scrapersky.extract.corrections import read_email
from scrapersky.extract.emails.mail_hosts import is_free_mail, mail_identity
from scrapersky.extract.own_sites import NotOwnSite, website_of
from scrapersky.extract.people import person_key
from scrapersky.extract.phones.numbers import read_number
from scrapersky.extract.submitted.addresses import SubmittedAddress
from scrapersky.extract.submitted.csv_rows import BadRow
from scrapersky.services.imports.businesses import Business, as_row_id, business_of, international, too_long
from scrapersky.services.imports.files import SubmittedRow

_OF_BUSINESS = ("website", "street", "city", "region", "postal_code", "country", "category")
_NUMBERS = ("phone", "mobile", "fax", "whatsapp")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedContact(ContactFields):
    """`own_id` is that of a row of ours, as our exports give it. `facts` are what the row says of the business."""

    identity: str
    site: SubmittedAddress | None
    own_id: UUID | None
    business: Business | None
    facts: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)
    left_out: str | None = None


def read_contact(row: SubmittedRow, fields: Sequence[str]) -> SubmittedContact | str:
    """The contact, or why it is none."""
    if isinstance(row, BadRow):
        return row.reason
    if refusal := too_long(row):
        return refusal
    cells = dict(row.cells)
    given = {**cells, "name": cells.pop("business", ""), "id": "", "phone": ""}
    business = business_of(given, {}, [name for name in ("name", *_OF_BUSINESS) if name in (*fields, "name")])
    said, wrong = _said(cells)
    identity = _identity(said)
    if identity is None:
        return " and ".join(wrong) or "has neither an e-mail address nor a number nor a name"
    facts = {name: given[name] for name in _OF_BUSINESS[1:] if given.get(name)}
    facts |= {"business": given["name"]} if given["name"] else {}
    return SubmittedContact(
        **said,
        identity=identity,
        site=_site(cells.get("website", ""), said.get("email")),
        own_id=as_row_id(cells.get("id", "")),
        business=business if given["name"] else None,
        facts=facts,
        extra=_extra(cells, row.extra),
        left_out=f"is kept without a part: {' and '.join(wrong)}" if wrong else None,
    )


def _said(cells: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """What the contact says, and what of it cannot be used."""
    wrong: list[str] = []
    said: dict[str, Any] = {"name": _name(cells), "role": cells.get("role") or None}
    try:
        said["email"] = read_email(cells["email"]) if cells.get("email") else None
    except ValueError as error:
        wrong.append(str(error))
    for name in _NUMBERS:
        try:
            said[name] = international(cells[name], cells.get("country")) if cells.get(name) else None
        except ValueError as error:
            wrong.append(str(error))
    mobile = said.pop("mobile", None)
    said["phone"] = said.get("phone") or mobile
    number = read_number(said["phone"], None) if said["phone"] else None
    said["phone_kind"] = number.line if number else None
    return said, wrong


def _name(cells: Mapping[str, str]) -> str | None:
    parts = " ".join(filter(None, (cells.get("first_name"), cells.get("last_name"))))
    return " ".join((cells.get("name") or parts).split()) or None


def _identity(said: Mapping[str, Any]) -> str | None:
    """As contacts of websites are known: by address, else number, else name."""
    if said.get("email"):
        return f"email:{mail_identity(said['email'])}"
    if said.get("phone"):
        return f"phone:{said['phone']}"
    if said.get("name"):
        return f"person:{person_key(said['name'])}"
    return f"whatsapp:{said['whatsapp']}" if said.get("whatsapp") else None


def _site(website: str, email: str | None) -> SubmittedAddress | None:
    """Their website, else the one that their address is at, unless anyone can have an address there."""
    host = email.rpartition("@")[2] if email else ""
    for written in (website, "" if is_free_mail(host) else host):
        site = website_of(written) if written else None
        if site is not None and not isinstance(site, NotOwnSite):
            return SubmittedAddress(site.domain, site.home_url, site.home_url)
    return None


def _extra(cells: Mapping[str, str], extra: Mapping[str, str]) -> dict[str, str]:
    """A second number, a website that is nobody's own, and a file's own ids stay beside the contact."""
    beside = {"mobile": cells.get("mobile") if cells.get("phone") else None}
    website = cells.get("website", "")
    beside["website"] = website if website and isinstance(website_of(website), NotOwnSite) else None
    beside["id"] = cells.get("id") if not as_row_id(cells.get("id", "")) else None
    return {**{name: value for name, value in beside.items() if value}, **extra}
