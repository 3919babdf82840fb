"""Addresses of a page as findings, and addresses from structured data."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from scrapersky.extract.addresses.address import Address, is_number_first
from scrapersky.extract.addresses.parsing import StreetParts, parse_address, split_street
from scrapersky.extract.addresses.places import normal_code
from scrapersky.extract.addresses.search import find_addresses
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.addresses.vocabulary import COUNTRIES
from scrapersky.extract.finding import Finding, Kind, Owner, Way
from scrapersky.extract.folding import fold_space
from scrapersky.extract.pages.lines import Line

_MAX_FIELD = 200
_FIELD_NAMES = {
    "street": ("streetAddress", "street-address", "street"),
    "unit": ("extendedAddress", "extended-address"),
    "po_box": ("postOfficeBoxNumber", "post-office-box"),
    "city": ("addressLocality", "locality", "city"),
    "region": ("addressRegion", "region"),
    "postal_code": ("postalCode", "postal-code"),
    "country": ("addressCountry", "country-name", "country"),
}


def addresses_in(lines: Sequence[Line], region: str | None = None) -> list[Finding]:
    """Return the postal addresses among lines that were read already."""
    return [_finding(sighting, lines) for sighting in find_addresses(lines, region)]


def address_from_fields(values: Mapping[str, object], country: str | None = None) -> Address | None:
    """Return the address that schema.org or microformats fields hold; one `name` or `label` line is parsed.

    >>> address_from_fields({"streetAddress": "12 High Street", "addressLocality": "Leeds", "postalCode": "ls14ab",
    ...                      "addressCountry": {"name": "United Kingdom"}}).one_line
    '12 High Street, Leeds LS1 4AB, GB'
    """
    parts = {part: _field(values, names) for part, names in _FIELD_NAMES.items()}
    if not (parts["street"] or parts["po_box"] or parts["postal_code"] or parts["city"]):
        written = _field(values, ("label", "name", "address"))
        return parse_address(written, country) if written else None
    code = COUNTRIES.get(parts["country"].lower(), parts["country"].upper() if len(parts["country"]) == 2 else "")
    land = code or (country or "").upper()
    street = split_street(parts["street"], land)
    if not (street.house_number or street.po_box or is_number_first(land)):
        street = StreetParts(street=parts["street"])
    return Address(
        street.building,
        street.house_number,
        street.street,
        ", ".join(part for part in (street.unit, parts["unit"]) if part),
        parts["po_box"] or street.po_box,
        parts["city"],
        parts["region"],
        normal_code(parts["postal_code"], land) if parts["postal_code"] else "",
        land,
    )


def _field(values: Mapping[str, object], names: tuple[str, ...]) -> str:
    for name in names:
        text = _text(values.get(name))
        if text:
            return text
    return ""


def _text(value: object) -> str:
    if isinstance(value, str):
        return fold_space(value[: _MAX_FIELD * 2])[:_MAX_FIELD].strip(" ,")
    if isinstance(value, Mapping):
        inner = value.get("name")
        return _text(inner) if isinstance(inner, str) else ""
    if isinstance(value, Sequence) and value:
        return _text(value[0]) if isinstance(value[0], str) else ""
    return ""


def _finding(sighting: AddressSighting, lines: Sequence[Line]) -> Finding:
    address = sighting.address
    facts = tuple(
        sorted((part.name, getattr(address, part.name)) for part in fields(address) if getattr(address, part.name))
    )
    snippet = " / ".join(lines[index].text for index in sighting.lines)
    return Finding(
        Kind.ADDRESS,
        address.one_line,
        sighting.raw,
        Way.TEXT,
        _confidence(sighting),
        snippet[:300],
        Owner.UNKNOWN,
        reason=_reason(sighting),
        key=address.key,
        facts=facts,
    )


def _confidence(sighting: AddressSighting) -> float:
    address = sighting.address
    base = 0.85 if address.postal_code else 0.6
    return base + (0.1 if sighting.in_element else 0.0)


def _reason(sighting: AddressSighting) -> str:
    if sighting.in_element:
        return "in an address element"
    return "a street with a postal code" if sighting.address.postal_code else "a street on its own"
