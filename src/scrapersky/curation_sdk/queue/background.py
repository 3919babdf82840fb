"""Parts of a process that go on whatever happens: what fails is logged, told to the operator, and tried again later."""

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import (
    BACK,
    BackgroundFault,
    and_updated_at,
    is_database_short,
    means_the_process,
    noted,
    readable,
    was_cut_off,
    will_pass,
)
from scrapersky.curation_sdk.errors import CurationError

log = logging.getLogger(__name__)

SHORTEST_WAIT = 1.0
LONGEST_WAIT = 60.0
STILL_FAILING = timedelta(seconds=2 * LONGEST_WAIT)
ENDED_TOLD = timedelta(days=1)
KEPT = timedelta(days=7)

Step = Callable[[], Awaitable[object]]
Sessions = async_sessionmaker[AsyncSession]


class CancelledWithin(Exception):
    """Something was cancelled that was not this task; it must not end for that."""


class EndedByItself(CurationError):
    message = "It ended, though nobody told it to. Start the process anew."


class Background:
    """One such part. A failing one waits longer and longer; one whose database is away asks again each second."""

    def __init__(self, part: str, sessions: Sessions, *, longest_wait: float = LONGEST_WAIT) -> None:
        self.part, self._sessions, self._longest_wait = part, sessions, longest_wait
        self._failures, self._waits = 0, False

    def start(self, step: Step, pause: float) -> asyncio.Task[None]:
        return self.started(partial(self.run, step, pause))

    def started(self, run: Step) -> asyncio.Task[None]:
        """Should it ever end without being told to, the operator reads so for as long as the process lives."""
        return asyncio.create_task(self._until_cancelled(run), name=self.part)

    async def _until_cancelled(self, run: Step) -> None:
        try:
            await run()
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            await self._tell_end(error)
            raise
        await self._tell_end(EndedByItself())

    async def _tell_end(self, error: BaseException) -> None:
        log.critical("%s ended and is not tried again", self.part, exc_info=error)
        await self.note(error, has_ended=True)

    async def run(self, step: Step, pause: float) -> None:
        """Until cancelled, also where a library that a step uses forgot that it was."""
        while True:
            wait = await self.attempt(step)
            if (task := asyncio.current_task()) and task.cancelling():
                raise asyncio.CancelledError
            await asyncio.sleep(pause if wait is None else wait)

    async def attempt(self, step: Step) -> float | None:
        """Once. None when it went well, else how many seconds to wait before the next time."""
        try:
            await uncancelled(step)
        except BaseException as error:  # whatever else it is, this part goes on
            if means_the_process(error):
                raise
            return await self._after(error)
        self._failures = 0
        if self._waits:
            self._waits = False
            log.warning("The database is back.", extra=BACK)
        return None

    async def _after(self, error: BaseException) -> float:
        passes = will_pass(error) and not was_cut_off(error)  # what is cut off each time asks for too much
        is_noted = (not passes or is_database_short(error)) and await self.note(error)
        if passes or not is_noted:
            log.warning("%s waits for the database: %s", self.part, error, extra=noted(error))
            self._waits = True
            return min(SHORTEST_WAIT, self._longest_wait)
        self._failures += 1
        wait = min(SHORTEST_WAIT * 2.0 ** min(self._failures - 1, 10), self._longest_wait)
        log.error("%s failed and goes on in %g s", self.part, wait, exc_info=error)
        return wait

    async def note(self, error: BaseException, *, has_ended: bool = False) -> bool:
        """Whether the operator can read it."""
        try:
            async with self._sessions.begin() as session:
                await session.execute(_noted(self.part, readable(error), has_ended=has_ended))
        except BaseException as another:
            if means_the_process(another):
                raise
            return False
        return True


class Repeating:
    """A step that is done again and again, until it is stopped."""

    def __init__(self, part: str, engine: AsyncEngine, step: Step, pause: float = 10.0) -> None:
        self._background, self._step, self._pause = Background(part, sessions_of(engine)), step, pause
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = self._background.started(partial(self._background.run, self._step, self._pause))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task


def sessions_of(engine: AsyncEngine) -> Sessions:
    return async_sessionmaker(engine)


async def uncancelled(step: Step) -> None:
    """Only who cancels this task cancels the step; a cancellation from within is an error like others."""
    try:
        await step()
    except asyncio.CancelledError as error:
        if means_the_process(error):
            raise
        raise CancelledWithin("Something it waited for was cancelled.") from error


def _noted(part: str, message: str, *, has_ended: bool) -> Any:
    values = {"message": message, "has_ended": has_ended}
    first = insert(BackgroundFault).values(host=socket.gethostname(), pid=os.getpid(), part=part, **values)
    again = {**values, "times": BackgroundFault.times + 1, "last_at": func.now()}
    key = [BackgroundFault.host, BackgroundFault.pid, BackgroundFault.part]
    return first.on_conflict_do_update(index_elements=key, set_=and_updated_at(again))


async def recent_faults(session: AsyncSession, since: datetime) -> list[BackgroundFault]:
    """The latest first."""
    found = select(BackgroundFault).where(BackgroundFault.last_at > since).order_by(BackgroundFault.last_at.desc())
    return list(await session.scalars(found.limit(100)))


async def failing_parts(session: AsyncSession, now: datetime) -> list[str]:
    """Each once, however many processes have it."""
    faults = await recent_faults(session, now - ENDED_TOLD)
    return sorted({each.part for each in faults if each.has_ended or each.last_at > now - STILL_FAILING})


async def forget_old_faults(engine: AsyncEngine) -> None:
    async with sessions_of(engine).begin() as session:
        await session.execute(delete(BackgroundFault).where(BackgroundFault.last_at < func.now() - KEPT))
