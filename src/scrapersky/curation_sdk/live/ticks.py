"""Where everything stands, told every two seconds while something happens, else every fifteen."""

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from uuid import UUID

from scrapersky.curation_sdk.live.events import TickEvent
from scrapersky.curation_sdk.live.polling import News, Poll
from scrapersky.curation_sdk.monitor import Overviews, finished_since

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
