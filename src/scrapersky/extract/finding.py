"""What extractors return: each value, where it was seen, and why it was taken or was not; and all of a page."""

from dataclasses import dataclass
from enum import StrEnum

from scrapersky.contact_fields import Absence


class Kind(StrEnum):
    EMAIL = "email"
    PHONE = "phone"
    FAX = "fax"
    WHATSAPP = "whatsapp"
    SOCIAL = "social"
    ADDRESS = "address"
    PERSON = "person"
    OPENING_HOURS = "opening_hours"


class Way(StrEnum):
    """How a value was written on the page; the order is the order of trust."""

    LINK = "link"
    STRUCTURED = "structured"
    PROTECTED = "protected"
    TEXT = "text"
    ATTRIBUTE = "attribute"
    INLINE = "inline"
    SPELLED_OUT = "spelled_out"


class Owner(StrEnum):
    BUSINESS = "business"
    PERSON = "person"
    WEB_DESIGNER = "web_designer"
    OTHER_FIRM = "other_firm"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """One value on one page with its evidence.

    `facts` are further words about the value, sorted by name:

    >>> phone = Finding(Kind.PHONE, "+15125550100", "(512) 555-0100", Way.LINK, 0.95, "Call us: (512) 555-0100",
    ...                 Owner.BUSINESS, facts=(("line", "fixed"),))
    >>> phone.fact("line"), phone.fact("network"), phone.identity
    ('fixed', None, '+15125550100')
    """

    kind: Kind
    value: str
    raw: str
    way: Way
    confidence: float
    snippet: str
    owner: Owner
    reason: str = ""
    key: str = ""
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def identity(self) -> str:
        """What two sightings of the same contact share: a mail host may ignore dots and case."""
        return self.key or self.value

    def fact(self, name: str) -> str | None:
        for key, value in self.facts:
            if key == name:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was looked at and not taken, with the reason a person reads.

    `is_unusable` when a visitor takes it for a contact and it is none: a placeholder, a mailbox that nobody reads.
    """

    kind: Kind
    raw: str
    way: Way
    reason: str
    snippet: str = ""
    is_unusable: bool = False


@dataclass(frozen=True, slots=True)
class Extraction:
    """`region` is the country that the page says it is in; `shortened` says what of an oversized page was not read.

    `absences` say why it shows no address or number of the business.
    """

    findings: tuple[Finding, ...]
    rejected: tuple[Rejected, ...]
    region: str | None = None
    shortened: tuple[str, ...] = ()
    absences: tuple[tuple[Kind, Absence], ...] = ()

    def values(self, kind: Kind) -> list[str]:
        return [finding.value for finding in self.findings if finding.kind is kind]
