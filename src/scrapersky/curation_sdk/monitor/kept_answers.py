"""Answers that many ask for and that may be a moment old: made once, by whoever asks first."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

MOST_KEPT = 1000
TIMES_ITS_COST = 10

Answer = TypeVar("Answer")


@dataclass(slots=True)
class KeptAnswers(Generic[Answer]):
    """Kept for `seconds`; one that took long is kept for longer, so that making it never fills a processor."""

    seconds: float
    clock: Callable[[], float] = time.monotonic
    times_its_cost: float = TIMES_ITS_COST
    _kept: dict[Hashable, tuple[float, float, Answer]] = field(default_factory=dict)
    _turns: WeakValueDictionary[Hashable, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Answer]], since: float = float("-inf")) -> Answer:
        """One that was begun before `since` is made anew."""
        turn = self._turns.setdefault(key, asyncio.Lock())
        async with turn:
            began, until, answer = self._kept.get(key, (since, float("-inf"), None))
            if answer is None or began < since or self.clock() > until:
                answer = await self.renew(key, make)
            return answer

    async def renew(self, key: Hashable, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Made now, whatever is kept."""
        began = self.clock()
        answer = await make()
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[key] = (began, began + max(self.seconds, self.times_its_cost * (self.clock() - began)), answer)
        return answer
