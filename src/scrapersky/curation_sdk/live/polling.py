"""One look at the database, and what it may bring."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.live.events import Event

News = tuple[UUID, Event]
"""An event, and whose."""


@dataclass(frozen=True, slots=True)
class Poll:
    """`now` is the database's; `tenants` are those that somebody listens for."""

    session: AsyncSession
    now: datetime
    tenants: Sequence[UUID]


class LiveWatch(Protocol):
    """Something to look at once a second. Each statement must find what it looks for by an index, and have a limit."""

    async def news(self, look: Poll) -> Iterable[News]: ...
