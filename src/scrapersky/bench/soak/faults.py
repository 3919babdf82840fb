"""Doing harm: to worker processes, to their connections, and to the database."""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, Text, column, func, select, table
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.types import Integer

from scrapersky.bench.soak.crew import Crew
from scrapersky.bench.soak.errands import Errand
from scrapersky.bench.soak.kinds import LEASE_SECONDS, FaultKind
from scrapersky.bench.soak.place import LOCK_SECONDS, OWN_NAME, SoakDatabase
from scrapersky.bench.soak.proxy import ProxiedConnection, Proxy
from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE

MOST_SESSIONS = 3
CANCELLATIONS = 50
SECONDS_TO_FIND_A_VICTIM = 3.0
SECONDS_FULL = 1.5

_sessions = table(
    "pg_stat_activity",
    column("pid", Integer),
    column("datname", Text),
    column("application_name", Text),
    column("backend_type", Text),
    column("state", Text),
)


@dataclass(frozen=True, slots=True)
class Targets:
    """All that a fault can be done to."""

    place: SoakDatabase
    engine: AsyncEngine
    crew: Crew
    proxy: Proxy


class Saboteur:
    """Chooses victims by chance. What lasts, such as a suspended worker, goes on while the next fault is done."""

    def __init__(self, ground: Targets, chance: random.Random) -> None:
        self._ground, self._chance = ground, chance
        self._lasting: set[asyncio.Task[None]] = set()
        self._ways: dict[FaultKind, Callable[[], Awaitable[bool]]] = {
            FaultKind.KILL: self._kill,
            FaultKind.STOP: self._stop,
            FaultKind.SILENCE: lambda: self._to_connections(ProxiedConnection.go_silent),
            FaultKind.RESET: lambda: self._to_connections(ProxiedConnection.reset),
            FaultKind.LOCK: self._lock,
            FaultKind.CANCEL: self._cancel,
            FaultKind.TERMINATE: lambda: self._to_sessions(func.pg_terminate_backend, only_active=False),
            FaultKind.RESTART: ground.place.restart,
            FaultKind.DISK: self._fill_the_disk,
        }

    async def strike(self, kind: FaultKind) -> bool:
        """Whether somebody was hit: who looks for a query to cancel may find none for a while."""
        deadline = time.monotonic() + SECONDS_TO_FIND_A_VICTIM
        while time.monotonic() < deadline:
            try:
                if await self._ways[kind]():
                    return True
            except DATABASE_TROUBLE:  # as a consequence of other faults
                pass
            await asyncio.sleep(0.002)
        return False

    async def finish(self) -> None:
        await asyncio.gather(*self._lasting)

    def _last(self, what: Awaitable[None]) -> None:
        task = asyncio.ensure_future(what)
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)

    async def _kill(self) -> bool:
        return self._signal(signal.SIGKILL) is not None

    async def _stop(self) -> bool:
        pid = self._signal(signal.SIGSTOP)
        if pid is not None:
            self._last(self._wake(pid))
        return pid is not None

    def _signal(self, number: signal.Signals) -> int | None:
        crew = self._ground.crew
        pid = self._chance.choice(crew.pids) if crew.pids else None
        if pid is not None:
            crew.send(pid, number)
        return pid

    async def _wake(self, pid: int) -> None:
        await asyncio.sleep(1.5 * LEASE_SECONDS)
        if pid in self._ground.crew.pids:
            self._ground.crew.send(pid, signal.SIGCONT)

    async def _to_connections(self, harm: Callable[[ProxiedConnection], None]) -> bool:
        chosen = self._ground.proxy.choose(self._chance)
        for connection in chosen:
            harm(connection)
        return bool(chosen)

    async def _lock(self) -> bool:
        locked = asyncio.Event()
        holding = asyncio.ensure_future(self._hold_rows(locked))
        self._last(holding)
        noticed = asyncio.ensure_future(locked.wait())
        await asyncio.wait({holding, noticed}, return_when=asyncio.FIRST_COMPLETED)
        noticed.cancel()
        return locked.is_set()

    async def _hold_rows(self, locked: asyncio.Event) -> None:
        """Rows in work, so that whoever completes them waits for longer than may be waited for a lock."""
        curation = Errand.soak_errand
        in_work = select(Errand.id).where(curation.state == "Processing").with_for_update(skip_locked=True)
        try:
            async with AsyncSession(self._ground.engine) as session:
                if (await session.scalars(in_work)).all():
                    locked.set()
                    await asyncio.sleep(4 * LOCK_SECONDS)
        except DATABASE_TROUBLE:
            return

    async def _cancel(self) -> bool:
        """Again and again for a moment: what a worker asks takes milliseconds."""
        hits = 0
        for _ in range(CANCELLATIONS):
            hits += await self._to_sessions(func.pg_cancel_backend, only_active=True)
            await asyncio.sleep(0.01)
        return hits > 0

    async def _to_sessions(self, function: Callable[[Any], Any], *, only_active: bool) -> bool:
        victims = self._victims(only_active=only_active).subquery()
        async with AsyncSession(self._ground.engine) as session:
            return any(await session.scalars(select(function(victims.c.pid))))

    def _victims(self, *, only_active: bool) -> Select[tuple[int]]:
        workers = select(_sessions.c.pid).where(
            _sessions.c.datname == func.current_database(),
            _sessions.c.backend_type == "client backend",
            _sessions.c.application_name != OWN_NAME,
        )
        if only_active:
            workers = workers.where(_sessions.c.state == "active")
        return workers.order_by(func.random()).limit(MOST_SESSIONS)

    async def _fill_the_disk(self) -> bool:
        disk = self._ground.place.disk
        if disk is None:
            return False
        disk.fill()
        try:
            await asyncio.sleep(SECONDS_FULL)
        finally:
            disk.free()
        return True
