"""How much one export may take, so that none keeps others waiting: each bound says what to do instead."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import sqlstate_of
from scrapersky.db.silence import SilentDatabase
from scrapersky.errors import ScraperSkyError

LONGEST_STATEMENT = timedelta(minutes=2)
_CANCELLED = "57014"
GIGABYTE = 1_000_000_000


class ExportTooSlow(ScraperSkyError):
    """No index answers the filter, or the database has too much to do."""

    http_status = 503

    def __init__(self) -> None:
        seconds = LONGEST_STATEMENT.total_seconds()
        super().__init__(
            f"Finding the next rows took longer than {seconds:g} s. Narrow the filter, or try again later."
        )


class ExportTooLarge(ScraperSkyError):
    def __init__(self, found: str, most: str) -> None:
        super().__init__(
            f"This export has more than {most} ({found} so far). Narrow the filter and export it in parts,"
            " or run scrapersky export, which has no limit."
        )


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of one export that a runner writes for somebody; how long it takes counts from when these were made."""

    rows: int = 5_000_000
    bytes: int = 4 * GIGABYTE
    duration: timedelta = timedelta(hours=1)
    began: float = field(default_factory=time.monotonic)

    def refuse_more(self, rows: int, size: int) -> None:
        if rows > self.rows:
            raise ExportTooLarge(f"{rows:,}", f"{self.rows:,} rows")
        if size > self.bytes:
            raise ExportTooLarge(f"{size / GIGABYTE:.1f}", f"{self.bytes / GIGABYTE:g} GB")
        took = time.monotonic() - self.began
        if took > self.duration.total_seconds():
            raise ExportTooLarge(f"{rows:,} rows", f"can be written in {self.duration.total_seconds() / 60:g} minutes")


@asynccontextmanager
async def bounded_statements(session: AsyncSession) -> AsyncIterator[None]:
    """In the transaction that begins here, no statement, and no piece fetched from a cursor, takes longer."""
    milliseconds = f"{LONGEST_STATEMENT.total_seconds() * 1000:.0f}"
    await session.execute(select(func.set_config("statement_timeout", milliseconds, True)))  # noqa: FBT003
    try:
        yield
    except TimeoutError as error:  # the driver's own, from a cursor
        raise SilentDatabase("The database did not answer in time.") from error
    except Exception as error:
        if sqlstate_of(error) == _CANCELLED:
            raise ExportTooSlow from error
        raise
