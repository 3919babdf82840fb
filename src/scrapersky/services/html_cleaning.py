"""Removes kept HTML that no row names any more: rows are deleted without telling the folder or the bucket."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.clients.html.store import OuterHtmlStore, StoredObject
from scrapersky.models import PageContent

# A page is put on the shelf before its row is saved, and its work may be tried again for hours.
YOUNGEST = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Cleaned:
    looked_at: int = 0
    removed: int = 0


async def clean_shelf(shelf: OuterHtmlStore, sessions: async_sessionmaker[AsyncSession], now: datetime) -> Cleaned:
    """A thousand at a time, each asked for in one query; what is younger than a day stays."""
    done = Cleaned()
    async for listed in shelf.objects():
        old = [one for one in listed if now - one.changed_at > YOUNGEST]
        unnamed = await _unnamed(sessions, old)
        for place in unnamed:
            await shelf.remove(place)
        done = Cleaned(done.looked_at + len(listed), done.removed + len(unnamed))
    return done


async def _unnamed(sessions: async_sessionmaker[AsyncSession], objects: Sequence[StoredObject]) -> list[str]:
    places = [one.place for one in objects]
    if not places:
        return []
    async with sessions() as session:
        named = set(await session.scalars(select(PageContent.html_place).where(PageContent.html_place.in_(places))))
    return [place for place in places if place not in named]
