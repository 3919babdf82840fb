"""What all contacts of a business have in common, chosen from what its pages show."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scrapersky.services.contacts.profile import BUSINESS, SHARED_KINDS, Profile, Value


@dataclass(frozen=True, slots=True)
class Bundle:
    """What every contact of the business has in common; `others` are its further numbers."""

    phone: Value | None = None
    others: tuple[Value, ...] = ()
    fax: str | None = None
    whatsapp: str | None = None
    socials: Mapping[str, str] = field(default_factory=dict)
    address: Mapping[str, str] | None = None


def bundle_of(values: Iterable[Value], listed_phone: str | None = None) -> Bundle:
    """The best of each kind: the number the business is listed with, else what most pages show, else the surest."""
    ordered = sorted(values, key=lambda one: (one.value != listed_phone, -one.pages, -one.confidence, one.value))
    by_kind: dict[str, list[Value]] = {kind: [] for kind in SHARED_KINDS}
    for one in ordered:
        by_kind[one.kind].append(one)
    socials: dict[str, str] = {}
    for one in by_kind["social"]:
        socials.setdefault(one.facts.get("network", "other"), one.value)
    phones, addresses = by_kind["phone"], by_kind["address"]
    complete = [one for one in addresses if one.facts.get("postal_code")] or addresses
    return Bundle(
        phone=phones[0] if phones else None,
        others=tuple(phones[1:]),
        fax=by_kind["fax"][0].value if by_kind["fax"] else None,
        whatsapp=by_kind["whatsapp"][0].value if by_kind["whatsapp"] else None,
        socials=dict(sorted(socials.items())),
        address={"text": complete[0].value, **complete[0].facts} if complete else None,
    )


def with_bundle(one: Profile, bundle: Bundle) -> Profile:
    if one.owner != BUSINESS:
        return one
    common = replace(one, fax=bundle.fax, whatsapp=bundle.whatsapp, socials=bundle.socials, address=bundle.address)
    main = bundle.phone
    if main is None or one.identity.startswith("phone:"):
        return common
    return replace(common, phone=main.value, phone_kind=main.facts.get("line"))
