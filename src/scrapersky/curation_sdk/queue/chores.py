"""Work that no row asks for: once a day, by whichever process comes first."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chore:
    """`work` says how many rows it dealt with. Behind a pooler it may run in several processes at once."""

    name: str
    work: Callable[[], Awaitable[int]]

    async def run(self) -> None:
        if count := await self.work():
            log.info("%s: %s rows", self.name, f"{count:,}")

    async def run_unless_another_does(self, engine: AsyncEngine) -> None:
        """A lock of the session says who: it ends with its holder. Behind a pooler it would stay with a stranger."""
        key = func.hashtextextended(f"chore {self.name}", 0)
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            if not await connection.scalar(select(func.pg_try_advisory_lock(key))):
                return
            try:
                await self.run()
            finally:
                await connection.execute(select(func.pg_advisory_unlock(key)))
