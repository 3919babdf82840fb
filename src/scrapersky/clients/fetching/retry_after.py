"""The Retry-After header: seconds, or a date."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

LONGEST_PAUSE = timedelta(days=1)


def pause_asked_for(retry_after: str | None, now: datetime) -> timedelta | None:
    """How long the site wants to be left alone; never more than a day, None when it did not say.

    >>> pause_asked_for("120", datetime(2026, 1, 1, tzinfo=UTC))
    datetime.timedelta(seconds=120)
    >>> pause_asked_for("Thu, 01 Jan 2026 00:01:00 GMT", datetime(2026, 1, 1, tzinfo=UTC))
    datetime.timedelta(seconds=60)
    """
    text = (retry_after or "").strip()[:64]
    if text.isascii() and text.isdigit():
        return LONGEST_PAUSE if len(text) > 6 else min(timedelta(seconds=int(text)), LONGEST_PAUSE)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return min(max(moment - now, timedelta(0)), LONGEST_PAUSE)
