"""Looks at the database once a second while somebody listens, and publishes what is new.

Workers write nothing for it: their history, batches and settings are read, each by an index. It works behind a pooler.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, Actor, Registry, WorkflowSetting
from scrapersky.curation_sdk.live.batches import WatchedBatches
from scrapersky.curation_sdk.live.events import ResyncEvent, WorkflowEvent
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.curation_sdk.live.polling import LiveWatch, News, Poll
from scrapersky.curation_sdk.live.rows import SECONDS_BACK, WatchedRows
from scrapersky.curation_sdk.live.ticks import Ticks
from scrapersky.curation_sdk.monitor import Overviews
from scrapersky.curation_sdk.queue import Background, sessions_of, settings_by_tenant, shown_name

LOOK_SECONDS = 1.0
LONGEST_WAIT = 15.0


class Feed:
    """`more` are things to watch that the product brings."""

    def __init__(
        self, engine: AsyncEngine, registry: Registry, hub: Hub, overviews: Overviews, more: Sequence[LiveWatch] = ()
    ) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._hub = hub
        self._watches: list[LiveWatch] = [WatchedRows(registry), WatchedBatches(), WatchedSwitches(), *more]
        self._ticks = Ticks(overviews)
        self._background = Background("live feed", sessions_of(self._engine), longest_wait=LONGEST_WAIT)
        self._looked_at: float | None = None
        self._broke_off = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = self._background.started(self._look_for_ever)

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
                self._looked_at, self._broke_off = None, False
            wait = await self._background.attempt(self.look)
            await asyncio.sleep(max(wait or 0.0, LOOK_SECONDS - (time.monotonic() - started)))

    async def look(self) -> None:
        """Once. When the last one broke off or is too long ago, browsers are told to fetch what they show."""
        tenants, started = self._hub.tenants(), time.monotonic()
        async with AsyncSession(self._engine) as session:
            now = (await session.scalars(select(func.clock_timestamp()))).one()
            if self._broke_off or (self._looked_at is not None and started - self._looked_at > SECONDS_BACK):
                self._hub.publish_to_all(ResyncEvent(reason="Changes could not be followed for a while."))
            self._broke_off = True
            busy = await self._publish_all(Poll(session, now, tenants))
            for tenant_id, event in await self._ticks.news(Poll(session, now, tenants), busy):
                self._hub.publish(tenant_id, event)
        self._looked_at, self._broke_off = started, False

    async def _publish_all(self, look: Poll) -> set[UUID]:
        """One watch that fails keeps no other from being told; the look has failed all the same."""
        busy, failures = set[UUID](), list[Exception]()
        for watch in self._watches:
            try:
                busy |= await self._publish(watch, look)
            except DATABASE_TROUBLE:
                raise
            except Exception as error:  # noqa: BLE001  raised below
                failures.append(error)
        if failures:
            raise failures[0]
        return busy

    async def _publish(self, watch: LiveWatch, look: Poll) -> set[UUID]:
        news = list(await watch.news(look))
        for tenant_id, event in news:
            self._hub.publish(tenant_id, event)
        return {tenant_id for tenant_id, _ in news}


_Seen = tuple[bool, datetime]


class WatchedSwitches:
    def __init__(self) -> None:
        self._seen: dict[UUID, dict[str, _Seen]] = {}

    async def news(self, look: Poll) -> Iterable[News]:
        before = self._seen
        settings = await settings_by_tenant(look.session, look.tenants)
        self._seen = {tenant_id: _seen(of_tenant) for tenant_id, of_tenant in settings.items()}
        return [
            (tenant_id, _event(name, settings[tenant_id].get(name), tenant_id))
            for tenant_id in look.tenants
            if tenant_id in before
            for name in _changed(before[tenant_id], self._seen[tenant_id])
        ]


def _seen(settings: Mapping[str, WorkflowSetting]) -> dict[str, _Seen]:
    return {name: (setting.paused, setting.changed_at) for name, setting in settings.items()}


def _changed(before: Mapping[str, _Seen], now: Mapping[str, _Seen]) -> list[str]:
    return [name for name in sorted(before.keys() | now.keys()) if before.get(name) != now.get(name)]


def _event(name: str, setting: WorkflowSetting | None, tenant_id: UUID) -> WorkflowEvent:
    if setting is None:
        return WorkflowEvent(name=name, paused=False, changed_by=None)
    who = shown_name(setting.changed_by, setting.changed_in, Actor(tenant_id, "all who listen"))
    return WorkflowEvent(name=name, paused=setting.paused, changed_by=who)
