"""Addresses, people and opening hours that a page describes to machines."""

from collections.abc import Iterable, Iterator
from dataclasses import fields

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.extraction import address_from_fields
from scrapersky.extract.finding import Finding, Kind, Owner, Way
from scrapersky.extract.html.inline_items import SYNTAX
from scrapersky.extract.opening_hours.structured import opening_hours_from_fields
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.person import person_key
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.structured_data import StructuredItem

_STREETS = ("streetAddress", "street-address", "postOfficeBoxNumber")
_LABELS = {Way.STRUCTURED: "The page names it in its own description", Way.INLINE: "It is in the page's own data"}


def way_of(item: StructuredItem) -> Way:
    return Way.INLINE if item.syntax == SYNTAX else Way.STRUCTURED


def described_addresses(items: Iterable[StructuredItem], region: str | None) -> Iterator[Finding]:
    """Each address with a street or a box; a city alone is no address."""
    for item in items:
        if any(name in item.properties for name in _STREETS):
            address = address_from_fields({name: _plain(values) for name, values in item.properties.items()}, region)
            if address is not None and not address.is_made_up:
                yield address_finding(address, way_of(item))


def _plain(values: tuple[object, ...]) -> object:
    first = values[0] if values else ""
    return {"name": first.text("name") or ""} if isinstance(first, StructuredItem) else first


def address_finding(address: Address, way: Way) -> Finding:
    parts = {part.name: getattr(address, part.name) for part in fields(address)}
    return Finding(
        kind=Kind.ADDRESS,
        value=address.one_line,
        raw=address.one_line,
        way=way,
        confidence=0.95 if way is Way.STRUCTURED else 0.7,
        snippet=address.one_line,
        owner=Owner.BUSINESS,
        reason=_LABELS[way],
        key=address.key,
        facts=tuple(sorted((name, value) for name, value in parts.items() if value)),
    )


def described_people(items: Iterable[StructuredItem]) -> Iterator[Finding]:
    """People with a name that reads like one; role, mail and phone are facts."""
    for item in items:
        name = name_of(item.text("name") or "") if "Person" in item.types else None
        if name is None:
            continue
        written = item.text("jobTitle") or item.text("role") or ""
        email = (item.text("email") or "").removeprefix("mailto:").strip()
        facts = {
            "email": email.lower(),
            "family": name.family,
            "given": name.given,
            "phone": (item.text("telephone") or "").removeprefix("tel:").strip(),
            "role": role_in(written) or written.strip()[:80].lower(),
            "role_raw": written.strip()[:80],
            "title": name.title,
        }
        way = way_of(item)
        yield Finding(
            kind=Kind.PERSON,
            value=name.full,
            raw=(item.text("name") or "")[:100],
            way=way,
            confidence=0.9 if way is Way.STRUCTURED else 0.7,
            snippet=", ".join(part for part in (name.full, written.strip()[:80]) if part),
            owner=Owner.PERSON,
            reason=_LABELS[way],
            key=person_key(name.full),
            facts=tuple((fact, value) for fact, value in facts.items() if value),
        )


def described_hours(items: Iterable[StructuredItem]) -> Iterator[Finding]:
    """Each week that a described thing has."""
    for item in items:
        rules = [
            _rule(value)
            for name in ("openingHours", "openingHoursSpecification")
            for value in item.properties.get(name, ())
        ]
        hours = opening_hours_from_fields(rules) if rules else None
        if hours is not None and any(hours.days):
            week = str(hours)
            yield Finding(
                Kind.OPENING_HOURS, week, week, way_of(item), 0.95, week, Owner.BUSINESS, _LABELS[way_of(item)]
            )


def _rule(value: object) -> object:
    if not isinstance(value, StructuredItem):
        return value
    days = [
        day if isinstance(day, str) else day.identifier or day.text("name") or ""
        for day in value.properties.get("dayOfWeek", ())
    ]
    return {"dayOfWeek": days, "opens": value.text("opens") or "", "closes": value.text("closes") or ""}
