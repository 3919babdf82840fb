"""Opening hours: seven days of intervals, from structured data and from text."""

from scrapersky.extract.opening_hours.extraction import (
    opening_hours_from_fields,
    opening_hours_in,
)
from scrapersky.extract.opening_hours.hours import Interval, OpeningHours, is_always_open
from scrapersky.extract.opening_hours.parsing import parse_opening_hours

__all__ = [
    "Interval",
    "OpeningHours",
    "is_always_open",
    "opening_hours_from_fields",
    "opening_hours_in",
    "parse_opening_hours",
]
