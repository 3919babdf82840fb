"""What a contact says, declared once; whatever keeps, shows, sends or holds back contacts derives from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any


class FieldKind(StrEnum):
    """How a value is written in files, corrected by hand, and looked up on the suppression list."""

    LINE = "line"
    EMAIL = "email"
    PHONE = "phone"
    STRUCTURE = "structure"


class Absence(StrEnum):
    """Why a contact has no value of a field. Of several pages' reasons the first in this order is told."""

    ANOTHER_CONTACT = "another_contact"
    SUPPRESSED = "suppressed"
    REMOVED = "removed"
    IMAGE = "image"
    FORM = "form"
    UNUSABLE = "unusable"
    OTHER_OWNER = "other_owner"
    SCRIPTS = "scripts"
    NONE = "none"
    NOT_LOOKED_FOR = "not_looked_for"

    @property
    def in_words(self) -> str:
        return _ABSENCE_IN_WORDS[self]


_ABSENCE_IN_WORDS = {
    Absence.ANOTHER_CONTACT: "Other contacts of the business have one; this one has none of its own",
    Absence.SUPPRESSED: "One was seen, and it is on the suppression list",
    Absence.REMOVED: "There was one, and somebody took it out",
    Absence.IMAGE: "Only a picture shows one",
    Absence.FORM: "There is only a form to write in",
    Absence.UNUSABLE: "There are only placeholders, masked ones or ones that nobody reads",
    Absence.OTHER_OWNER: "There are only others', such as the web designer's",
    Absence.SCRIPTS: "Scripts build the pages; without a browser there is little to read",
    Absence.NONE: "There is none on the pages that were read",
    Absence.NOT_LOOKED_FOR: "No page of the website was looked at for one",
}
# The fields whose absence is told, each in a column of its own.
ABSENCE_COLUMNS = {"email": "email_absence", "phone": "phone_absence"}


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """One field.

    `facts` are what a person on a page is known with, of which the first that is there is taken. `shared` is the kind
    of finding of which the best is every contact's of the business. `hubspot` is that CRM's own name for it.
    """

    meaning: str
    kind: FieldKind = FieldKind.LINE
    facts: tuple[str, ...] = ()
    shared: str | None = None
    hubspot: str | None = None
    is_in_grid: bool = False


def _says(meaning: str, kind: FieldKind = FieldKind.LINE, *, default: Callable[[], Any] = NoneType, **more: Any) -> Any:
    return field(default_factory=default, metadata={"declaration": FieldDeclaration(meaning, kind, **more)})


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactFields:
    """Add a field here, as a column in the model and in a new file of `schema/`: nothing else spells them out."""

    name: str | None = _says("The person's name, if the contact is a person.", is_in_grid=True)
    role: str | None = _says(
        "What the person does there, as the page says it, such as Owner or Dentist.",
        facts=("role_raw", "role"),
        hubspot="jobtitle",
        is_in_grid=True,
    )
    email: str | None = _says("The e-mail address, in lower case.", FieldKind.EMAIL, hubspot="email", is_in_grid=True)
    phone: str | None = _says(
        "The phone number, international: in CSV and XLSX with spaces, as +49 89 9017238, else in E.164.",
        FieldKind.PHONE,
        hubspot="phone",
        is_in_grid=True,
    )
    phone_kind: str | None = _says("What kind of line that is: fixed, mobile, fixed_or_mobile, toll_free and so on.")
    fax: str | None = _says("The business's fax number, international.", FieldKind.PHONE, shared="fax", hubspot="fax")
    whatsapp: str | None = _says("The WhatsApp number, international.", FieldKind.PHONE, shared="whatsapp")
    socials: Mapping[str, Any] = _says(
        "Profiles of the business by network, as JSON.", FieldKind.STRUCTURE, shared="social", default=dict
    )
    address: Mapping[str, Any] | None = _says(
        "The postal address as the website gives it, as JSON: the whole text and its parts.",
        FieldKind.STRUCTURE,
        shared="address",
    )


@cache
def declared_fields() -> Mapping[str, FieldDeclaration]:
    """By name, in their order."""
    return {one.name: one.metadata["declaration"] for one in fields(ContactFields)}


def fields_of_kind(*kinds: FieldKind) -> tuple[str, ...]:
    """
    >>> fields_of_kind(FieldKind.EMAIL, FieldKind.PHONE)
    ('email', 'phone', 'fax', 'whatsapp')
    """
    return tuple(name for name, one in declared_fields().items() if one.kind in kinds)


def values_of(contact: Any) -> dict[str, Any]:
    """What anything with a contact's fields says, a row of the table among others."""
    return {name: getattr(contact, name) for name in declared_fields()}
