"""Looks at the database once a second while somebody listens, and publishes what is new.

Workers write nothing for it: their history, batches and settings are read, each by an index. It works behind a pooler.
Where everything stands is told every two seconds while something happens, else every fifteen.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, Actor, Registry, WorkflowSetting
from scrapersky.curation_sdk.live.batches import WatchedBatches
from scrapersky.curation_sdk.live.events import LiveWatch, News, Poll, ResyncEvent, TickEvent, WorkflowEvent
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.curation_sdk.live.rows import SECONDS_BACK, WatchedRows
from scrapersky.curation_sdk.monitor import Overviews, finished_since
from scrapersky.curation_sdk.queue import Background, sessions_of, settings_by_tenant, shown_name

LOOK_SECONDS = 1.0
LONGEST_WAIT = 15.0
BUSY_SECONDS = 2.0
QUIET_SECONDS = 15.0
# Counting may take at most this share of the time.
LARGEST_SHARE = 0.1
LONGEST_REST = 60.0  # what took longer than it should met a database that was away


@dataclass(slots=True)
class _Last:
    at: float
    cost: float
    is_stale: bool = False


@dataclass(slots=True)
class Ticks:
    overviews: Overviews
    clock: Callable[[], float] = time.monotonic
    _last: dict[UUID, _Last] = field(default_factory=dict)

    async def news(self, look: Poll, busy: Collection[UUID]) -> Iterable[News]:
        """`busy` are the tenants for whom something changed in this look."""
        self._last = {tenant_id: last for tenant_id, last in self._last.items() if tenant_id in look.tenants}
        for tenant_id in busy:
            if tenant_id in self._last:
                self._last[tenant_id].is_stale = True
        return [(tenant_id, await self._tick(look, tenant_id)) for tenant_id in look.tenants if self._is_due(tenant_id)]

    def _is_due(self, tenant_id: UUID) -> bool:
        last = self._last.get(tenant_id)
        if last is None:
            return True
        wait = BUSY_SECONDS if last.is_stale else QUIET_SECONDS
        return self.clock() - last.at >= max(wait, min(last.cost / LARGEST_SHARE, last.cost + LONGEST_REST))

    async def _tick(self, look: Poll, tenant_id: UUID) -> TickEvent:
        started = self.clock()
        counts = await self.overviews.count(look.session, tenant_id)
        finished = await finished_since(look.session, tenant_id, look.now, seconds=60)
        self._last[tenant_id] = _Last(started, self.clock() - started)
        return TickEvent(
            at=look.now,
            counts={count.workflow: count.counts for count in counts},
            per_minute={count.workflow: finished.get(count.workflow, 0) for count in counts},
        )


class Feed:
    """`more` are things to watch that the product brings; `since` is when somebody began to listen."""

    def __init__(
        self,
        engine: AsyncEngine,
        registry: Registry,
        hub: Hub,
        overviews: Overviews,
        more: Sequence[LiveWatch] = (),
        *,
        since: float | None = None,
    ) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._hub = hub
        self._watches: list[LiveWatch] = [WatchedRows(registry), WatchedBatches(), WatchedSwitches(), *more]
        self._ticks = Ticks(overviews)
        self._background = Background("live feed", sessions_of(self._engine), longest_wait=LONGEST_WAIT)
        self._looked_at = since
        self._broke_off = False

    async def run(self) -> None:
        """Until cancelled."""
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
