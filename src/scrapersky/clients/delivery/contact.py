"""A contact as it leaves the house, and what it says by path, such as `business.city` or `extra.VIP`, or in a text."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

import orjson

from scrapersky.contact_fields import ContactFields
from scrapersky.extract.people.parts import first_and_last

_PLACEHOLDER = re.compile(r"\{([a-zA-Z_][\w. ]{0,100})\}")


@dataclass(frozen=True, slots=True)
class OutgoingBusiness:
    """The business a contact belongs to, and who must be named as the source of these facts."""

    name: str
    website: str | None = None
    phone: str | None = None
    street: str | None = None
    city: str | None = None
    region: str | None = None
    postal_code: str | None = None
    country: str | None = None
    category: str | None = None
    source: str | None = None
    source_id: str | None = None
    attribution: str | None = None


@dataclass(frozen=True, slots=True)
class OutgoingContact(ContactFields):
    """What targets get. Two with the same values have the same version."""

    id: UUID
    domain: str
    source_url: str | None = None
    verification: str | None = None
    business: OutgoingBusiness | None = None

    def to_json(self) -> bytes:
        return orjson.dumps(asdict(self), default=str, option=orjson.OPT_SORT_KEYS)

    @property
    def version(self) -> str:
        return hashlib.sha256(self.to_json()).hexdigest()

    @property
    def names(self) -> tuple[str, str]:
        """First and last name, as customer databases want them.

        >>> from uuid import UUID
        >>> OutgoingContact(UUID(int=1), "acme.example", name="Ana Maria Lopez").names
        ('Ana Maria', 'Lopez')
        """
        return first_and_last(self.name)


def facts_of(contact: OutgoingContact) -> dict[str, Any]:
    first, last = contact.names
    return {**asdict(contact), "id": str(contact.id), "first_name": first, "last_name": last}


def value_at(facts: Mapping[str, Any], path: str) -> Any:
    """None where there is nothing.

    >>> value_at({"business": {"city": "Austin"}}, "business.city"), value_at({"business": None}, "business.city")
    ('Austin', None)
    """
    found: Any = facts
    for name in path.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def values_at(contact: OutgoingContact, fields: Mapping[str, str]) -> dict[str, str]:
    """What each of these is given; an empty one would erase what is there, so it is left out."""
    facts = facts_of(contact)
    found = {name: value_at(facts, path) for name, path in fields.items()}
    return {name: str(value) for name, value in found.items() if value not in (None, "", {}, [])}


def filled(template: Any, facts: Mapping[str, Any], quoted: Callable[[str], str] = str) -> Any:
    """The template with every `{path}` in its texts replaced. What comes to nothing is left out.

    >>> facts = {"email": "a@b.example", "n": 2, "business": None}
    >>> filled({"mail": "{email}", "n": "{n}", "to": "<{email}>", "city": "{business.city}", "on": True}, facts)
    {'mail': 'a@b.example', 'n': 2, 'to': '<a@b.example>', 'on': True}
    """
    if isinstance(template, Mapping):
        made = {name: filled(each, facts, quoted) for name, each in template.items()}
        return {name: each for name, each in made.items() if each not in (None, "", {})}
    if isinstance(template, list):
        return [each for each in (filled(one, facts, quoted) for one in template) if each not in (None, "")]
    if not isinstance(template, str):
        return template
    whole = _PLACEHOLDER.fullmatch(template)
    if whole and quoted is str:
        return value_at(facts, whole[1])
    return _PLACEHOLDER.sub(lambda found: quoted(_text(value_at(facts, found[1]))), template)


def without_constants(template: Any) -> Any:
    """The template with what is the same for every contact left out.

    >>> without_constants({"key": "s3cret", "mail": "{email}", "more": {"on": True}, "to": ["{name}", "x"]})
    {'key': '…', 'mail': '{email}', 'more': {'on': '…'}, 'to': ['{name}', '…']}
    """
    if isinstance(template, Mapping):
        return {name: without_constants(each) for name, each in template.items()}
    if isinstance(template, list):
        return [without_constants(each) for each in template]
    return template if isinstance(template, str) and _PLACEHOLDER.search(template) else "…"


def _text(value: Any) -> str:
    return "" if value is None else str(value)
