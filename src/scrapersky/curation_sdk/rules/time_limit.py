"""How long rules may take: what finding rows by them may cost the database, and whoever waits for it."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sqlalchemy import func, literal, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import was_cut_off
from scrapersky.curation_sdk.errors import CurationError


class RuleTooSlow(CurationError):
    """Finding its rows took longer than a rule may take."""

    http_status = 422

    def __init__(self, seconds: float) -> None:
        super().__init__(f"It took longer than {seconds:g} s to find its rows. Make its condition narrower.")


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """So many seconds for all statements together, from now on."""

    seconds: float
    _began: float = field(default_factory=time.monotonic)

    @asynccontextmanager
    async def over(self, session: AsyncSession) -> AsyncIterator[None]:
        """What is asked meanwhile has what is left of it; afterwards the session's own limit holds again."""
        left = self.seconds - (time.monotonic() - self._began)
        if left <= 0:
            raise RuleTooSlow(self.seconds)
        before = await session.scalar(select(func.current_setting("statement_timeout")))
        await _limit(session, f"{max(1, left * 1000):.0f}")
        try:
            yield
        except DBAPIError as error:
            if not was_cut_off(error):
                raise
            raise RuleTooSlow(self.seconds) from error
        await _limit(session, before or "0")


async def _limit(session: AsyncSession, milliseconds: str) -> None:
    await session.execute(select(func.set_config("statement_timeout", milliseconds, literal(value=True))))
