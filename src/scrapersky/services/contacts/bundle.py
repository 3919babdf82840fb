"""What all contacts of a business have in common, chosen from what its pages show."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scrapersky.contact_fields import declared_fields
from scrapersky.services.contacts.profile import BUSINESS, SHARED_KINDS, Profile, Value


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
