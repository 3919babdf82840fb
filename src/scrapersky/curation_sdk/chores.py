"""Work that no row asks for: once a day, in every process, whoever comes first."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from scrapersky.curation_sdk.troubles import DATABASE_TROUBLE, will_pass

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chore:
    """`work` says how many rows it dealt with. It may run in several processes at once, and must not mind."""

    name: str
    work: Callable[[], Awaitable[int]]

    async def run(self) -> None:
        """While the database is away a chore waits until tomorrow; whatever else stops it is the operator's to know."""
        try:
            count = await self.work()
        except DATABASE_TROUBLE as error:
            if not will_pass(error):
                raise
            log.warning("%s was cut: %s", self.name, error)
            return
        if count:
            log.info("%s: %s rows", self.name, f"{count:,}")
