"""How far along the queue's order a worker begins to look for its next rows."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, DateTime, Integer, Uuid, bindparam, tuple_

from scrapersky.curation_sdk.declaring import Curation

SECONDS = 1.0
_FRONT: dict[str, Any] = {
    "from_priority": -(2**31),
    "from_time": datetime(1970, 1, 1, tzinfo=UTC),
    "from_id": UUID(int=0),
}


def is_not_before_the_mark(curation: Curation) -> ColumnElement[bool]:
    """Said so that an index scan begins there. Whatever is more urgent was queued later, else the last claim had it."""
    priority = bindparam("from_priority", _FRONT["from_priority"], Integer)
    queued = bindparam("from_time", _FRONT["from_time"], DateTime(timezone=True))
    row_id = bindparam("from_id", _FRONT["from_id"], Uuid)
    behind = tuple_(curation.queue_order, curation.id) > tuple_(queued, row_id)
    return (curation.priority >= priority) & behind


class LowWaterMark:
    """Before it nothing waits that a claim has not seen, but for what came back or was committed late.

    Rows that were taken up stay in the index until vacuum takes them away, which an old transaction forbids: a claim
    from the front steps over all of them. For what stands before the mark, claims begin at the front once a second,
    and as soon as there is too little behind it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.place: dict[str, Any] = _FRONT
        self._clock, self._stands_until = clock, 0.0

    @property
    def is_set(self) -> bool:
        return self.place is not _FRONT

    def take_away_in_time(self) -> None:
        if self._clock() > self._stands_until:
            self.take_away()

    def take_away(self) -> None:
        self.place = _FRONT

    def move_to(self, priority: int, queued: datetime, row_id: UUID) -> None:
        if not self.is_set:
            self._stands_until = self._clock() + SECONDS
        self.place = dict(zip(_FRONT, (priority, queued, row_id), strict=True))
