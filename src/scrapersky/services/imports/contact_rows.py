"""A row of a file as a contact: what it says of the person, where they are, and of their business."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from scrapersky.clients.places.place_files import too_long
from scrapersky.contact_fields import ContactFields
from scrapersky.extract.emails.mail_hosts import is_free_mail, mail_identity
from scrapersky.extract.own_sites import NotOwnSite, website_of
from scrapersky.extract.people.person import person_key
from scrapersky.extract.phones.numbers import read_number
from scrapersky.extract.submitted.addresses import SubmittedAddress
from scrapersky.extract.submitted.csv_rows import BadRow
from scrapersky.extract.submitted.dialling import NUMBERS
from scrapersky.extract.submitted.several import Several, read_emails, read_phones
from scrapersky.services.imports.businesses import Business, as_row_id, business_of
from scrapersky.services.imports.files import SubmittedRow, remark_on

_OF_BUSINESS = ("website", "street", "city", "region", "postal_code", "country", "category")
_STAND_IN = "[not provided]"  # files for Salesforce, which demands names, have it where there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedContact(ContactFields):
    """`own_id` is that of a row of ours, as our exports give it. `facts` are what the row says of the business.

    `further` are the addresses after the first in its cell.
    """

    identity: str
    site: SubmittedAddress | None
    own_id: UUID | None
    business: Business | None
    has_website: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)
    left_out: str | None = None
    further: Sequence[str] = ()

    def each(self) -> Iterator["SubmittedContact"]:
        """Who has several addresses is a contact by each of them."""
        yield self
        for address in self.further:
            site = self.site if self.has_website else _site("", address) or self.site
            identity = f"email:{mail_identity(address)}"
            yield replace(self, email=address, identity=identity, site=site, own_id=None, left_out=None, further=())


def read_contact(row: SubmittedRow, fields: Sequence[str]) -> SubmittedContact | str:
    """The contact, or why it is none."""
    if isinstance(row, BadRow):
        return row.reason
    if refusal := too_long((*row.cells.items(), *row.extra.items())):
        return refusal
    cells = {name: "" if cell == _STAND_IN else cell for name, cell in row.cells.items()}
    given = {**cells, "name": cells.pop("business", ""), "id": "", "phone": ""}
    business = business_of(given, {}, [name for name in ("name", *_OF_BUSINESS) if name in (*fields, "name")])
    website = business.values.get("website") or ""
    read = _read(cells, cells.get("country") or row.file_country)
    said = _said(cells, read)
    identity = _identity(said)
    if identity is None:
        wrong = [each for found in read.values() for each in found.wrong]
        return " and ".join(wrong) or "has neither an e-mail address nor a number nor a name"
    facts = {name: given[name] for name in _OF_BUSINESS[1:] if given.get(name)}
    facts |= {"business": given["name"]} if given["name"] else {}
    return SubmittedContact(
        **said,
        identity=identity,
        site=_site(website, said.get("email")),
        has_website=bool(website),
        own_id=as_row_id(cells.get("id", "")),
        business=business if given["name"] else None,
        facts=facts,
        extra={**business.extra, **_extra({**cells, "website": website}, read, row.extra)},
        left_out="; ".join(filter(None, (business.left_out, *_remarks(read)))) or None,
        further=read["email"].others,
    )


def _read(cells: Mapping[str, str], country: str | None) -> dict[str, Several]:
    numbers = {name: read_phones(cells.get(name, ""), country) for name in NUMBERS}
    return {"email": read_emails(cells.get("email", "")), **numbers}


def _remarks(read: Mapping[str, Several]) -> Iterator[str | None]:
    for name, found in read.items():
        yield remark_on(name, found, "also contacts" if name == "email" else "kept beside the first")


def _said(cells: Mapping[str, str], read: Mapping[str, Several]) -> dict[str, Any]:
    said: dict[str, Any] = {name: found.first for name, found in read.items()}
    said |= {"name": _name(cells), "role": cells.get("role") or None}
    mobile = said.pop("mobile")
    said["phone"] = said["phone"] or mobile
    number = read_number(said["phone"], None) if said["phone"] else None
    said["phone_kind"] = number.line if number else None
    return said


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


def _extra(cells: Mapping[str, str], read: Mapping[str, Several], extra: Mapping[str, str]) -> dict[str, str]:
    """More numbers, a website that is nobody's own, and a file's own ids stay beside the contact."""
    beside = {"mobile": cells.get("mobile") if read["phone"].values else None}
    website = cells.get("website", "")
    beside["website"] = website if website and isinstance(website_of(website), NotOwnSite) else None
    beside["id"] = cells.get("id") if not as_row_id(cells.get("id", "")) else None
    for name in NUMBERS:
        beside |= read[name].beside(name)
    return {**{name: value for name, value in beside.items() if value}, **extra}
