"""Turns at a host that hold across all workers: a process holds the host for a while and hands its turns out itself."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self
from uuid import UUID, uuid4

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.clients.fetching.pacing import LocalPacing, Pace, Turn
from scrapersky.coordination.turn_statements import let_go, prolong, take, want, wanted

log = logging.getLogger(__name__)

HELD_SECONDS = 30.0  # what a process that died leaves is free again after this
IDLE_SECONDS = 5.0
LOOK_SECONDS = 0.5  # so soon a holder sees that others want its host
SHORTEST_POLL, LONGEST_POLL = 0.1, 2.0


@dataclass(slots=True)
class _Hold:
    """A host in this process's hands. One that is `wanted` by others gives out no further turn."""

    token: UUID
    since: float
    until: float
    used: float
    requests: int = 0
    wanted: bool = False


class DatabasePacing:
    """Pacing for the processes of a cluster. Open it in the event loop that uses it, and close it: that frees hosts."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._clock, self._process = clock, uuid4()
        self._local = LocalPacing(clock)
        self._holds: dict[str, _Hold] = {}
        self._refused_until: dict[str, float] = {}
        self._asking: dict[str, asyncio.Lock] = {}
        self._tidying: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        try:
            await self._let_go(list(self._holds))
        except (SQLAlchemyError, OSError) as error:
            log.warning("hosts are free again only in %g seconds: %s", HELD_SECONDS, error)

    async def turn(self, host: str, pace: Pace, patience: float) -> Turn:
        """Reserve the host's next free turn, unless it is more than `patience` seconds away."""
        if not self._may_hand_out(host):
            async with self._asking.setdefault(host, asyncio.Lock()):
                refused = None if self._may_hand_out(host) else await self._ask(host, pace, patience)
            if refused is not None:
                return refused
        turn = await self._local.turn(host, pace, patience)
        hold = self._holds.get(host)
        if hold is not None:
            hold.used = self._clock()
            hold.requests += turn.ticket is not None
        return turn

    async def done(self, host: str, pace: Pace, ticket: str) -> None:
        """Give the turn back; the next begins `pace.interval` later at the earliest. Expired tickets are no error."""
        await self._local.done(host, pace, ticket)
        hold = self._holds.get(host)
        if hold is not None:
            hold.requests, hold.used = max(0, hold.requests - 1), self._clock()
            if hold.wanted and not hold.requests:
                await self._let_go([host])

    def _may_hand_out(self, host: str) -> bool:
        hold, now = self._holds.get(host), self._clock()
        return hold is not None and not hold.wanted and now < hold.until

    def held_since(self, host: str) -> float:
        """By the clock: from then on nobody else had anything from this host. Infinite where it is not held."""
        hold = self._holds.get(host)
        return hold.since if hold is not None and self._clock() < hold.until else math.inf

    async def _ask(self, host: str, pace: Pace, patience: float) -> Turn | None:
        """None where the host is ours from now on. After a refusal, nobody of this process asks before its time."""
        now = self._clock()
        if (refused_for := self._refused_until.get(host, 0.0) - now) > 0:
            return Turn(refused_for, None)
        hold = self._holds.get(host)
        token = hold.token if hold else uuid4()
        async with AsyncSession(self._engine) as session:
            taken = (await session.execute(take(host, token, self._process, HELD_SECONDS))).first()
            if taken is None:
                return await self._refusal(session, host, pace, patience)
        if hold is None:
            self._local.resume(host, taken.free_in)
            hold = self._holds[host] = _Hold(token, self._clock(), 0.0, now)
        hold.until, hold.wanted = now + HELD_SECONDS, False
        self._refused_until.pop(host, None)
        if self._tidying is None or self._tidying.done():
            self._tidying = asyncio.create_task(self._tidy())
        return None

    async def _refusal(self, session: AsyncSession, host: str, pace: Pace, patience: float) -> Turn:
        """Others have it, or want it after us: it goes to them once what we have open there has ended."""
        poll = min(max(pace.interval, SHORTEST_POLL), LONGEST_POLL)
        refused = (await session.execute(want(host, self._process, 3 * poll + 1, pace.interval))).one()
        hold = self._holds.get(host)
        if hold is not None:
            hold.wanted = True
            if not hold.requests:
                await self._let_go([host])
        self._refused_until[host] = self._clock() + poll
        return Turn(poll if poll <= patience else max(refused.promised_in, poll), None)

    async def _tidy(self) -> None:
        """While any host is held: let go of those that nobody uses or others want, and keep those in use."""
        while self._holds:
            await asyncio.sleep(LOOK_SECONDS)
            now = self._clock()
            try:
                await self._note_wanted()
                await self._let_go([host for host, hold in self._holds.items() if _may_go(hold, now)])
                await self._prolong([host for host, hold in self._holds.items() if hold.until - now < HELD_SECONDS / 2])
            except (SQLAlchemyError, OSError) as error:
                log.warning("%d hosts are held until the database is back: %s", len(self._holds), error)
                self._drop([host for host, hold in self._holds.items() if hold.until <= now])
        self._refused_until = {host: until for host, until in self._refused_until.items() if until > self._clock()}
        self._asking = {host: lock for host, lock in self._asking.items() if lock.locked()}

    async def _note_wanted(self) -> None:
        tokens = [hold.token for hold in self._holds.values()]
        async with AsyncSession(self._engine) as session:
            for host in await session.scalars(wanted(tokens)):
                if host in self._holds:
                    self._holds[host].wanted = True

    async def _let_go(self, hosts: Sequence[str]) -> None:
        """Taken out of our hands first: who asks meanwhile has to ask the database."""
        if not hosts:
            return
        tokens = [self._holds.pop(host).token for host in hosts]
        free_in = [self._local.forget(host) for host in hosts]
        async with AsyncSession(self._engine) as session:
            await session.execute(let_go(), {"hosts": list(hosts), "tokens": tokens, "free_in": free_in})

    async def _prolong(self, hosts: Sequence[str]) -> None:
        if not hosts:
            return
        now = self._clock()
        async with AsyncSession(self._engine) as session:
            tokens = [self._holds[host].token for host in hosts]
            kept = set(await session.scalars(prolong(hosts, tokens, HELD_SECONDS)))
        for host in kept.intersection(self._holds):
            self._holds[host].until = now + HELD_SECONDS
        self._drop(set(hosts) - kept)

    def _drop(self, hosts: Iterable[str]) -> None:
        for host in hosts:
            self._holds.pop(host, None)
            self._local.forget(host)


def _may_go(hold: _Hold, now: float) -> bool:
    return not hold.requests and (hold.wanted or now - hold.used > IDLE_SECONDS)
