"""A contact as pages show it, and the values of the business as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from scrapersky.extract.pages.kinds import classify_page

SHARED_KINDS = ("phone", "fax", "whatsapp", "social", "address")
# Who has neither address nor number is one contact by the first of these.
STAND_INS = ("whatsapp", "social")
BUSINESS = "business"
PERSON = "person"


@dataclass(frozen=True, slots=True)
class SourcePage:
    """The page that shows a value best."""

    page_content_id: UUID | None
    url: str | None


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the business as a whole, and on how many pages it was seen."""

    kind: str
    value: str
    facts: Mapping[str, str]
    confidence: float
    pages: int
    source: SourcePage


@dataclass(frozen=True, slots=True)
class Profile:
    """One contact. `values` are its sightings on the page in hand, by kind and value."""

    identity: str
    owner: str
    confidence: float
    source: SourcePage
    name: str | None = None
    role: str | None = None
    email: str | None = None
    phone: str | None = None
    phone_kind: str | None = None
    fax: str | None = None
    whatsapp: str | None = None
    socials: Mapping[str, str] = field(default_factory=dict)
    address: Mapping[str, str] | None = None
    values: tuple[tuple[str, str], ...] = ()

    @property
    def is_name_only(self) -> bool:
        return self.identity.startswith("person:")

    @property
    def is_stand_in(self) -> bool:
        return self.identity.partition(":")[0] in STAND_INS


def shows_better(one: Value | Profile, other: Value | Profile) -> bool:
    """Surer, or as sure and on a page that is better evidence by its address: a contact page, not a post."""
    if one.confidence != other.confidence:
        return one.confidence > other.confidence
    return _worth(one.source) > _worth(other.source)


def _worth(source: SourcePage) -> int:
    return classify_page(source.url).score if source.url else 0


def merged(known: Profile | None, one: Profile) -> Profile:
    """What is known stays; what a page adds fills gaps."""
    if known is None:
        return one
    is_better = shows_better(one, known)
    return replace(
        known,
        owner=PERSON if PERSON in (one.owner, known.owner) else known.owner,
        confidence=max(one.confidence, known.confidence),
        source=one.source if is_better else known.source,
        name=known.name or one.name,
        role=known.role or one.role,
        email=known.email or one.email,
        phone=known.phone or one.phone,
        phone_kind=known.phone_kind or one.phone_kind,
        values=(*known.values, *one.values),
    )
