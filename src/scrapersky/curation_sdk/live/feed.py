"""Looks at the database once a second while somebody listens, and publishes what is new.

Workers write nothing for it: their history, batches and settings are read, each by an index. It works behind a pooler.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.live.batches import WatchedBatches
from scrapersky.curation_sdk.live.events import ResyncEvent
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.curation_sdk.live.looking import Look, Watch
from scrapersky.curation_sdk.live.rows import SECONDS_BACK, WatchedRows
from scrapersky.curation_sdk.live.switches import WatchedSwitches
from scrapersky.curation_sdk.live.ticks import Ticks
from scrapersky.curation_sdk.overview import Overviews
from scrapersky.curation_sdk.registry import Registry
from scrapersky.curation_sdk.troubles import DATABASE_TROUBLE

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0


class Feed:
    """`more` are things to watch that the product brings."""

    def __init__(
        self, engine: AsyncEngine, registry: Registry, hub: Hub, overviews: Overviews, more: Sequence[Watch] = ()
    ) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._hub = hub
        self._watches: list[Watch] = [WatchedRows(registry), WatchedBatches(), WatchedSwitches(), *more]
        self._ticks = Ticks(overviews)
        self._looked_at: float | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._look_for_ever(), name="live feed")
        self._task.add_done_callback(_say_if_it_broke)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _look_for_ever(self) -> None:
        while True:
            started = time.monotonic()
            if not self._hub.tenants():
                await self._hub.wait_for_somebody()
                self._looked_at = None
            try:
                await self.look()
            except DATABASE_TROUBLE as error:
                log.warning("the live feed waits for the database: %s", error)
            await asyncio.sleep(max(0.0, LOOK_SECONDS - (time.monotonic() - started)))

    async def look(self) -> None:
        """Once. When the last look is too long ago, browsers are told to fetch what they show."""
        tenants = self._hub.tenants()
        async with AsyncSession(self._engine) as session:
            now = (await session.scalars(select(func.clock_timestamp()))).one()
            self._tell_of_a_gap()
            busy = await self._publish_news(Look(session, now, tenants))
            for tenant_id, event in await self._ticks.news(Look(session, now, tenants), busy):
                self._hub.publish(tenant_id, event)

    async def _publish_news(self, look: Look) -> set[UUID]:
        busy = set[UUID]()
        for watch in self._watches:
            for tenant_id, event in await watch.news(look):
                self._hub.publish(tenant_id, event)
                busy.add(tenant_id)
        return busy

    def _tell_of_a_gap(self) -> None:
        before, self._looked_at = self._looked_at, time.monotonic()
        if before is not None and self._looked_at - before > SECONDS_BACK:
            self._hub.publish_to_all(ResyncEvent(reason="The database was away for a while."))


def _say_if_it_broke(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("the live feed broke; browsers see changes when they fetch", exc_info=task.exception())
