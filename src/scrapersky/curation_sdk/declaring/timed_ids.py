"""Keys that sort by time of creation: a range of time is a range of the primary key."""

from datetime import datetime, timedelta
from uuid import UUID


def earliest_id(moment: datetime) -> UUID:
    """The lowest key that a row made at this moment can have.

    >>> earliest_id(datetime.fromisoformat("2026-03-01T12:00:00Z"))
    UUID('019ca945-0a00-0000-0000-000000000000')
    """
    return UUID(int=max(0, int(moment.timestamp() * 1000)) << 80)


def id_ago(now: datetime, seconds: float) -> UUID:
    return earliest_id(now - timedelta(seconds=seconds))
