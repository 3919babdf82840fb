"""When a page last changed: fixed by its path, and written in the forms in use."""

from datetime import UTC, date, datetime
from email.utils import format_datetime
from typing import Literal
from zlib import crc32

DateStyle = Literal["none", "day", "utc", "offset", "fraction", "month", "mail", "mixed"]

_LATEST = date(2026, 10, 31).toordinal()
_DAYS = 3_000
_CYCLE: tuple[DateStyle, ...] = ("day", "utc", "offset", "month", "fraction", "none", "mail")


def modified_at(salt: int, path: str) -> datetime:
    mark = crc32(path.encode()) + salt
    second = (mark >> 4) % 86_400
    day = date.fromordinal(_LATEST - mark % _DAYS)
    return datetime(day.year, day.month, day.day, second // 3600, second // 60 % 60, second % 60, tzinfo=UTC)


def http_date(moment: datetime) -> str:
    return format_datetime(moment, usegmt=True)


def written_date(style: DateStyle, moment: datetime, position: int) -> str:  # noqa: PLR0911
    """The date as one sitemap would write it; empty where it writes none."""
    if style == "mixed":
        style = _CYCLE[position % len(_CYCLE)]
    match style:
        case "day":
            return f"{moment:%Y-%m-%d}"
        case "utc":
            return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
        case "offset":
            return f"{moment:%Y-%m-%dT%H:%M:%S}+01:00"
        case "fraction":
            return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"
        case "month":
            return f"{moment:%Y-%m}"
        case "mail":
            return http_date(moment)
        case _:
            return ""
