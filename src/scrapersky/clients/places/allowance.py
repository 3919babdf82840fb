"""How many paid requests a source may still be sent today."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from scrapersky.clients.places.errors import QuotaExhausted
from scrapersky.clients.places.payer import PaidCalls, payer_now
from scrapersky.clients.places.source import Terms

SECONDS_BETWEEN_LOOKS = 5.0


class Allowance:
    """Asked before each paid request. What this process asked for and did not write down yet counts as well."""

    def __init__(
        self,
        terms: Terms,
        paid: PaidCalls | None,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._terms, self._paid, self._now, self._clock = terms, paid, now, clock
        self._day: datetime | None = None
        self._at_first = self._written = self._asked = 0
        self._looked_at = float("-inf")

    async def take(self, cost_micros: int = 0) -> None:
        """One request, written down before it is sent; or QuotaExhausted until the next day, or BudgetUsedUp."""
        if self._paid is None:
            return
        if self._terms.most_per_day is not None:
            await self._take_of_day(self._paid, self._terms.most_per_day)
        payer = payer_now()
        if payer is not None:
            await self._paid.pay(payer, cost_micros)
            payer.calls, payer.micros = payer.calls + 1, payer.micros + cost_micros

    async def _take_of_day(self, paid: PaidCalls, most: int) -> None:
        now = self._now().astimezone(UTC)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        await self._refresh(paid, midnight)
        if max(self._written, self._at_first + self._asked) >= most:
            raise QuotaExhausted(self._terms.title, "day", f"{most:,}", now, midnight + timedelta(days=1))
        self._asked += 1

    async def _refresh(self, paid: PaidCalls, midnight: datetime) -> None:
        is_new_day = self._day != midnight
        if is_new_day or self._clock() - self._looked_at > SECONDS_BETWEEN_LOOKS:
            self._looked_at = self._clock()
            self._written = await paid.since(self._terms.name, midnight)
        if is_new_day:
            self._day, self._at_first, self._asked = midnight, self._written, 0
