"""Work that no row asks for: once a day, in every process, whoever comes first."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chore:
    """`work` says how many rows it dealt with. It may run in several processes at once, and must not mind."""

    name: str
    work: Callable[[], Awaitable[int]]

    async def run(self) -> None:
        if count := await self.work():
            log.info("%s: %s rows", self.name, f"{count:,}")
