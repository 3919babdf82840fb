"""Leave to ask a host something: who is down or asked for a pause is left in peace, and everybody waits their turn."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from scrapersky.clients.fetching.errors import FetchError, HostBusy, HostDown, HostUnavailable
from scrapersky.clients.fetching.guard import GuardedUrl
from scrapersky.clients.fetching.host_failures import HostMemory
from scrapersky.clients.fetching.pacing import Pace, Pacing, Pauses, Turn


class Politeness:
    def __init__(self, pacing: Pacing, memory: HostMemory, now: Callable[[], datetime], *, patience: float) -> None:
        self._pacing, self._memory, self._now, self._patience = pacing, memory, now, patience

    @asynccontextmanager
    async def turn(self, target: GuardedUrl, pace: Pace) -> AsyncIterator[None]:
        """Hold the host's turn, and remember how it went: only who answers to the last byte is in good health."""
        await self._pass_trouble(target)
        turn, ticket = await self._reserved(target, pace)
        try:
            if turn.wait > 0:
                await asyncio.sleep(turn.wait)
            yield
        except HostUnavailable as error:
            if error.url == target.href:
                await self._memory.failed(target.origin, error.reason)
            raise
        except FetchError:
            await self._memory.answered(target.origin)
            raise
        else:
            await self._memory.answered(target.origin)
        finally:
            await self._pacing.done(target.host, pace, ticket)

    async def note_pause(
        self, target: GuardedUrl, status: int, headers: Mapping[str, str], pauses: Pauses
    ) -> timedelta | None:
        """Remember the pause that an answer asks for, if any, and return it."""
        pause = pauses.after(status, headers, self._now())
        if pause:
            await self._memory.asked_for_pause(target.origin, f"http_{status}", pause.total_seconds())
        return pause

    async def _pass_trouble(self, target: GuardedUrl) -> None:
        trouble = await self._memory.trouble(target.origin)
        if trouble is None:
            return
        if trouble.failures:
            wait = timedelta(seconds=trouble.wait)
            raise HostDown(target.href, target.host, trouble.failures, trouble.reason, wait)
        if trouble.wait > self._patience:
            raise self._busy(target, trouble.wait, "it asked for a pause")
        await asyncio.sleep(trouble.wait)

    async def _reserved(self, target: GuardedUrl, pace: Pace) -> tuple[Turn, str]:
        patience = self._patience
        while True:
            turn = await self._pacing.turn(target.host, pace, patience)
            if turn.ticket is not None:
                return turn, turn.ticket
            if turn.wait > patience:
                raise self._busy(target, turn.wait, "others are waiting for their turn there")
            await asyncio.sleep(turn.wait)
            patience -= turn.wait

    def _busy(self, target: GuardedUrl, seconds: float, why: str) -> HostBusy:
        wait = timedelta(seconds=seconds)
        return HostBusy(target.href, target.host, self._now() + wait, wait, why)
