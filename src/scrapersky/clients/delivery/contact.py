"""A contact as it leaves the house."""

import hashlib
from dataclasses import asdict, dataclass
from uuid import UUID

import orjson

from scrapersky.contact_fields import ContactFields
from scrapersky.extract.people.parts import first_and_last


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
