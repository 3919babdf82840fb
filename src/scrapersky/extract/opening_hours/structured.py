"""Opening hours from structured data."""

from collections.abc import Iterator, Mapping, Sequence

from scrapersky.extract.opening_hours.hours import OpeningHours
from scrapersky.extract.opening_hours.parsing import parse_opening_hours


def opening_hours_from_fields(values: object) -> OpeningHours | None:
    """Return the week that schema.org `openingHours` or `openingHoursSpecification` holds, one value or many.

    >>> str(opening_hours_from_fields(["Mo-Fr 09:00-17:00", "Sa 10:00-14:00"]))
    'Mo-Fr 09:00-17:00; Sa 10:00-14:00'
    >>> str(opening_hours_from_fields({"dayOfWeek": ["schema.org/Monday"], "opens": "09:00", "closes": "17:00:00"}))
    'Mo 09:00-17:00'
    """
    rules = list(_rules(values, depth=3))[:50]
    return parse_opening_hours("; ".join(rules), days_may_lack=True) if rules else None


def _rules(values: object, depth: int) -> Iterator[str]:
    if isinstance(values, str):
        yield values[:300]
    elif isinstance(values, Mapping):
        yield from _specification(values)
    elif isinstance(values, Sequence) and depth:
        for value in values[:50]:
            yield from _rules(value, depth - 1)


def _specification(values: Mapping[str, object]) -> Iterator[str]:
    named = values.get("dayOfWeek", "")
    days = [named] if isinstance(named, str) else named if isinstance(named, Sequence) else []
    names = ", ".join(str(day)[:80].rstrip("/").rpartition("/")[2] for day in days[:7])
    opens, closes = (str(values.get(name) or "")[:8] for name in ("opens", "closes"))
    if not (opens and closes):
        return
    if opens[:5] == closes[:5]:
        yield f"{names} off"
    else:
        yield f"{names} {opens[:5]}-{'24:00' if closes[:5] in ('23:59', '00:00') else closes[:5]}"
