"""A contact as pages show it, and what all contacts of a business have in common."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from scrapersky.contact_fields import ContactFields, declared_fields, values_of
from scrapersky.extract.pages.kinds import classify_page

SHARED_KINDS = ("phone", *(one.shared for one in declared_fields().values() if one.shared))
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
class Profile(ContactFields):
    """One contact. `values` are its sightings on the page in hand, by kind and value.

    `absences` are the columns that say why it has no address or number.
    """

    identity: str
    owner: str
    confidence: float
    source: SourcePage
    values: tuple[tuple[str, str], ...] = ()
    absences: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def without_sightings(self) -> "Profile":
        return replace(self, values=()) if self.values else self

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


def seen_again(there: Value | None, here: Value) -> Value:
    """As the database tells of several sightings: the surest, and of those the older page's."""
    if there is None:
        return here
    best = min(there, here, key=lambda one: (-one.confidence, one.source.page_content_id))
    return replace(best, pages=there.pages + 1)


def _worth(source: SourcePage) -> int:
    return _score(source.url) if source.url else 0


@lru_cache(maxsize=4_096)
def _score(url: str) -> int:
    """Kept, because each value on a page is weighed against the same few others."""
    return classify_page(url).score


def merged(known: Profile | None, one: Profile) -> Profile:
    """What is known stays; what a page adds fills gaps. The role is the one that the source page shows."""
    if known is None:
        return one
    is_source = _is_source(one, known)
    added = values_of(one)
    kept = {name: value or added[name] for name, value in values_of(known).items()}
    if is_source and one.role:
        kept["role"] = one.role
    return replace(
        known,
        owner=PERSON if PERSON in (one.owner, known.owner) else known.owner,
        confidence=max(one.confidence, known.confidence),
        source=one.source if is_source else known.source,
        values=(*known.values, *one.values),
        **kept,
    )


def _is_source(one: Profile, known: Profile) -> bool:
    """A page that names the role shows the contact better than one that does not, however sure that one is."""
    if bool(one.role) != bool(known.role):
        return bool(one.role)
    return shows_better(one, known)


@dataclass(frozen=True, slots=True)
class Bundle:
    """What every contact of the business has in common, by field; `others` are its further numbers."""

    phone: Value | None = None
    others: tuple[Value, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)


def bundle_of(values: Iterable[Value], listed_phone: str | None = None) -> Bundle:
    """The best of each kind: the number the business is listed with, else what most pages show, else the surest."""
    ordered = sorted(values, key=lambda one: (one.value != listed_phone, -one.pages, -one.confidence, one.value))
    by_kind: dict[str, list[Value]] = {kind: [] for kind in SHARED_KINDS}
    for one in ordered:
        by_kind[one.kind].append(one)
    phones = by_kind["phone"]
    shared = {name: one.shared for name, one in declared_fields().items() if one.shared}
    chosen = {name: _CHOICES.get(kind, _first)(by_kind[kind]) for name, kind in shared.items()}
    return Bundle(phones[0] if phones else None, tuple(phones[1:]), chosen)


def _first(values: Sequence[Value]) -> str | None:
    return values[0].value if values else None


def _by_network(values: Sequence[Value]) -> dict[str, str]:
    """The best profile on each."""
    socials: dict[str, str] = {}
    for one in values:
        socials.setdefault(one.facts.get("network", "other"), one.value)
    return dict(sorted(socials.items()))


def _most_complete(values: Sequence[Value]) -> dict[str, str] | None:
    complete = [one for one in values if one.facts.get("postal_code")] or values
    return {"text": complete[0].value, **complete[0].facts} if complete else None


_CHOICES: Mapping[str, Callable[[Sequence[Value]], Any]] = {"social": _by_network, "address": _most_complete}


def with_bundle(one: Profile, bundle: Bundle) -> Profile:
    if one.owner != BUSINESS:
        return one
    common, main = dict(bundle.fields), bundle.phone
    if main is not None and not one.identity.startswith("phone:"):
        common |= {"phone": main.value, "phone_kind": main.facts.get("line")}
    # To make a contact anew takes longer than to see that most pages change nothing of it.
    has_all = all(getattr(one, name) == value for name, value in common.items())
    return one if has_all else replace(one, **common)
