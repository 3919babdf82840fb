"""What is known of origins by all workers: their troubles, and their robots.txt, which is read once."""

import math
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Float, case, cast, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.clients.fetching.host_failures import Circuit, Trouble
from scrapersky.clients.fetching.robots import RobotsRecord
from scrapersky.curation_sdk.declaring import and_updated_at
from scrapersky.models import OriginRobots, OriginTrouble

CALM_SECONDS = 2.0
MOST_CALM = 10_000


class DatabaseHostMemory:
    """A host that is down costs a cluster a few time-outs, not a few for each worker.

    That an origin has no troubles is remembered for a moment, and for as long as nobody else can ask its host anything,
    as `held_since` says. Of those nothing is there to be forgotten.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        circuit: Circuit | None = None,
        clock: Callable[[], float] = time.monotonic,
        held_since: Callable[[str], float] = lambda _: math.inf,
    ) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._circuit, self._clock, self._held_since = circuit or Circuit(), clock, held_since
        self._calm: dict[str, float] = {}

    async def trouble(self, origin: str) -> Trouble | None:
        """None lets the caller through. When a circuit's pause is over, one goes through and the rest wait for it."""
        if self._is_calm(origin):
            return None
        asked = self._clock()
        async with AsyncSession(self._engine) as session:
            known = (await session.execute(_trouble(origin))).first()
            if known is None:
                self._remember_calm(origin, asked)
                return None
            self._calm.pop(origin, None)
            if known.paused_for > 0:
                return Trouble(known.reason, 0, known.paused_for)
            if known.closed_for > 0:
                return Trouble(known.reason, known.failures, known.closed_for)
            if known.failures < self._circuit.failures:
                return None
            goes_first = (await session.execute(self._trial(origin))).first() is not None
        return None if goes_first else Trouble(known.reason, known.failures, self._circuit.trial)

    def _is_calm(self, origin: str) -> bool:
        seen = self._calm.get(origin)
        if seen is None:
            return False
        host = urlsplit(origin).hostname or ""
        return self._clock() - seen < CALM_SECONDS or seen >= self._held_since(host)

    def _remember_calm(self, origin: str, asked: float) -> None:
        if len(self._calm) >= MOST_CALM:
            self._calm.clear()
        self._calm[origin] = asked

    def _trial(self, origin: str) -> Any:
        closed = OriginTrouble.closed_until
        return (
            update(OriginTrouble)
            .where(OriginTrouble.origin == origin, or_(closed.is_(None), closed <= func.now()))
            .values(closed_until=func.now() + timedelta(seconds=self._circuit.trial))
            .returning(OriginTrouble.origin)
        )

    async def failed(self, origin: str, reason: str) -> None:
        statement = insert(OriginTrouble).values(
            origin=origin, reason=reason, failures=1, closed_until=func.now() + self._pause(1)
        )
        failures = OriginTrouble.failures + 1
        pauses = [(failures == each, self._pause(each)) for each in range(1, self._circuit.failures + 12)]
        pause = case(*pauses, else_=timedelta(seconds=self._circuit.longest))
        raised = statement.on_conflict_do_update(
            index_elements=[OriginTrouble.origin],
            set_=and_updated_at({"reason": reason, "failures": failures, "closed_until": func.now() + pause}),
        )
        self._calm.pop(origin, None)
        async with AsyncSession(self._engine) as session:
            await session.execute(raised)

    def _pause(self, failures: int) -> timedelta:
        return timedelta(seconds=self._circuit.pause_after(failures))

    async def answered(self, origin: str) -> None:
        """Forget the failures; a pause that was asked for stays."""
        if origin in self._calm:
            return
        paused = OriginTrouble.paused_until
        async with AsyncSession(self._engine) as session:
            await session.execute(
                delete(OriginTrouble).where(OriginTrouble.origin == origin, or_(paused.is_(None), paused <= func.now()))
            )

    async def asked_for_pause(self, origin: str, reason: str, seconds: float) -> None:
        values = {
            "reason": reason,
            "failures": 0,
            "closed_until": None,
            "paused_until": func.now() + timedelta(seconds=seconds),
        }
        statement = insert(OriginTrouble).values(origin=origin, **values)
        self._calm.pop(origin, None)
        async with AsyncSession(self._engine) as session:
            await session.execute(
                statement.on_conflict_do_update(index_elements=[OriginTrouble.origin], set_=and_updated_at(values))
            )


def _trouble(origin: str) -> Any:
    def lasts(moment: Any) -> Any:
        return func.coalesce(cast(func.extract("epoch", moment - func.now()), Float), 0.0)

    return select(
        OriginTrouble.reason,
        OriginTrouble.failures,
        lasts(OriginTrouble.paused_until).label("paused_for"),
        lasts(OriginTrouble.closed_until).label("closed_for"),
    ).where(OriginTrouble.origin == origin)


class DatabaseRobotsMemory:
    """Expired records come back too: they may be needed when the host does not answer."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def recall(self, origin: str) -> RobotsRecord | None:
        async with AsyncSession(self._engine) as session:
            known = await session.get(OriginRobots, origin)
        return RobotsRecord(origin, known.body, known.why, known.expires_at) if known else None

    async def keep(self, record: RobotsRecord) -> None:
        values = {"body": record.body, "why": record.why, "expires_at": record.expires_at}
        statement = insert(OriginRobots).values(origin=record.origin, **values)
        async with AsyncSession(self._engine) as session:
            await session.execute(
                statement.on_conflict_do_update(index_elements=[OriginRobots.origin], set_=and_updated_at(values))
            )
