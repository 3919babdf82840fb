"""The dates that sitemaps and feeds really carry."""

import re
from datetime import UTC, datetime, timedelta, timezone

# Older dates are not dates of web pages but a program's zero: 0001-01-01, 1601-01-01, 1970-01-01.
_FIRST_YEAR = 1990

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
_ZONES = {"ut": 0, "utc": 0, "gmt": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6}
_ZONES |= {"pst": -8, "pdt": -7, "bst": 1, "cet": 1, "cest": 2, "eet": 2, "eest": 3, "msk": 3, "jst": 9}
_ISO_MONTH = re.compile(r"(\d{4})(?:[-/.](\d{1,2}))?")
_ISO_LOOSE = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]\s{0,4}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,12})?)?)?\s{0,4}"
    r"(?:\(?([A-Za-z]{1,4})\)?|(?:UTC|GMT)?\s?([+-]\d{1,2}:?\d{2}|[+-]\d{1,2}))?",
)
_RFC_822 = re.compile(
    r"(?:[A-Za-z]{3,9},?\s{1,4})?(\d{1,2})[ -]([A-Za-z]{3})[a-z]{0,6}[ -](\d{4}|\d{2})"
    r"(?:\s{1,4}(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s{0,4}(?:([A-Za-z]{1,4})|([+-]\d{2}:?\d{2}))?"
)
_MONTH_FIRST = re.compile(r"([A-Za-z]{3})[a-z]{0,6}\.?\s{1,4}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,4}(\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.\s{0,2}(\d{1,2})\.\s{0,2}(\d{4})(?:\s{1,4}(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_OF_SCRIPTS = re.compile(  # how JavaScript prints a date
    r"[A-Za-z]{3} ([A-Za-z]{3}) (\d{1,2}) (\d{4}) (\d{2}):(\d{2}):(\d{2})"
    r" (?:(GMT|UTC)(?=$|\s)|GMT([+-]\d{4}))(?: \([^)]{0,60}\))?"
)
_UNIX_TIME = re.compile(r"(\d{10})(?:\d{3})?")
_DAY_AND_MORE = re.compile(r"(\d{4})-(\d{2})-(\d{2})[T ].{1,50}")
_OFFSET = re.compile(r"([+-])(\d{1,2}):?(\d{2})?")


def parse_date(text: str) -> datetime | None:
    """Return the moment in UTC, or None for what is no date; a date without a zone is taken as UTC.

    >>> str(parse_date("2024-05-01T10:00:00+02:00")), str(parse_date("Wed, 01 May 2024 10:00:00 GMT"))
    ('2024-05-01 08:00:00+00:00', '2024-05-01 10:00:00+00:00')
    >>> str(parse_date("2024-05")), parse_date("yesterday"), parse_date("0001-01-01T00:00:00Z")
    ('2024-05-01 00:00:00+00:00', None, None)
    """
    moment: datetime | None
    try:
        moment = _read(text) if text.isdecimal() and _UNIX_TIME.fullmatch(text) else datetime.fromisoformat(text)
    except ValueError:
        moment = _read(text.strip())
    if moment is None or not _FIRST_YEAR <= moment.year < 9999:
        return None
    if moment.tzinfo is UTC:
        return moment
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _read(text: str) -> datetime | None:
    try:
        return _read_other_forms(text) if 4 <= len(text) <= 64 else None
    except (ValueError, OverflowError):
        return None


def _read_other_forms(text: str) -> datetime | None:
    for pattern, read in _FORMS:
        match = pattern.fullmatch(text)
        if match:
            return read(match)
    return None


def _from_month(match: re.Match[str]) -> datetime:
    return datetime(int(match[1]), int(match[2] or 1), 1, tzinfo=UTC)


def _from_loose_iso(match: re.Match[str]) -> datetime:
    return _moment(match, int(match[1]), int(match[2]), int(match[3]))


def _from_rfc_822(match: re.Match[str]) -> datetime | None:
    month = _MONTHS.get(match[2].lower())
    year = int(match[3])
    return _moment(match, year + 2000 if year < 100 else year, month, int(match[1])) if month else None


def _from_month_first(match: re.Match[str]) -> datetime | None:
    month = _MONTHS.get(match[1].lower())
    return datetime(int(match[3]), month, int(match[2]), tzinfo=UTC) if month else None


def _from_day_first(match: re.Match[str]) -> datetime:
    hour, minute, second = (int(part or 0) for part in match.group(4, 5, 6))
    return datetime(int(match[3]), int(match[2]), int(match[1]), hour, minute, second, tzinfo=UTC)


def _from_script(match: re.Match[str]) -> datetime | None:
    month = _MONTHS.get(match[1].lower())
    return _moment(match, int(match[3]), month, int(match[2])) if month else None


def _from_unix_time(match: re.Match[str]) -> datetime:
    return datetime.fromtimestamp(int(match[1]), UTC)


def _from_day(match: re.Match[str]) -> datetime:
    return datetime(int(match[1]), int(match[2]), int(match[3]), tzinfo=UTC)


def _moment(match: re.Match[str], year: int, month: int, day: int) -> datetime:
    hour, minute, second = (int(part or 0) for part in match.group(4, 5, 6))
    return datetime(year, month, day, hour, minute, second, tzinfo=_zone(match[7], match[8]))


def _zone(name: str | None, offset: str | None) -> timezone:
    if name:
        return timezone(timedelta(hours=_ZONES.get(name.lower(), 0)))
    match = _OFFSET.fullmatch(offset or "")
    if match is None:
        return UTC
    away = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    return timezone(-away if match[1] == "-" else away)


_FORMS = (
    (_ISO_MONTH, _from_month),
    (_ISO_LOOSE, _from_loose_iso),
    (_RFC_822, _from_rfc_822),
    (_MONTH_FIRST, _from_month_first),
    (_DAY_FIRST, _from_day_first),
    (_OF_SCRIPTS, _from_script),
    (_UNIX_TIME, _from_unix_time),
    (_DAY_AND_MORE, _from_day),
)
