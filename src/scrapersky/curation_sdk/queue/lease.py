"""A worker process's lease: one row, extended while the event loop is alive."""

import asyncio
import logging
import os
import socket
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Self
from uuid import UUID, uuid4

from sqlalchemy import delete, func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, PROTOCOL, Worker, noted, sqlstate_of
from scrapersky.curation_sdk.errors import CurationError

log = logging.getLogger(__name__)

_OTHER_PROTOCOL = "SKY01"


class OtherProtocol(CurationError):
    """The database was changed by a version whose workers treat rows otherwise."""

    message = (
        f"Workers of this version speak protocol {PROTOCOL} of the queue, and the database another: a different"
        " version has changed it. Nothing was taken. Install that version here."
    )


class Lease:
    """Tells others that this process lives. If it lapsed and the worker is still known, it is renewed; rows that others
    took meanwhile are recognised by their claims. A worker that was forgotten starts anew, as another.
    """

    def __init__(self, engine: AsyncEngine, seconds: float = 30) -> None:
        self.seconds = seconds
        self.worker: UUID = uuid4()
        self._extended_at = self._unbroken_since = float("-inf")
        self._promises: dict[str, float] = {}
        self.claims = True
        self.lapsed: Callable[[], None] = lambda: None
        self.next_ticks: Callable[[], Mapping[str, datetime | None]] = dict
        self._promising = asyncio.Lock()
        self._holding: dict[object, tuple[str, float]] = {}
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    def _until(self) -> object:
        return func.now() + func.make_interval(0, 0, 0, 0, 0, 0, self.seconds)

    async def acquire(self) -> UUID:
        """Register this process under a new identity."""
        try:
            async with self._engine.connect() as connection:
                return await self._acquire(connection)
        except DBAPIError as error:
            raise (OtherProtocol() if sqlstate_of(error) == _OTHER_PROTOCOL else error) from error

    async def _acquire(self, connection: AsyncConnection) -> UUID:
        worker = uuid4()
        values = {"id": worker, "host": socket.gethostname(), "pid": os.getpid(), "promises": self._promises}
        values |= {"claims": self.claims, "next_ticks": self._ticks(), "protocol": PROTOCOL}
        await connection.execute(insert(Worker).values(**values, lease_until=self._until()))
        self.worker, self._extended_at = worker, time.monotonic()
        return worker

    def _ticks(self) -> dict[str, str | None]:
        return {workflow: moment.isoformat() if moment else None for workflow, moment in self.next_ticks().items()}

    @property
    def is_over(self) -> bool:
        return time.monotonic() - self._extended_at > self.seconds

    @property
    def is_unbroken(self) -> bool:
        """Whether it was kept without a gap lately. After an outage everyone had one: each renews before it rescues."""
        return not self.is_over and time.monotonic() - self._unbroken_since > self.seconds / 2

    @asynccontextmanager
    async def promising(self, workflow: str, seconds: float) -> AsyncIterator[None]:
        """Say, before rows of a workflow are taken, how long each may be kept: whoever rescues goes by that.

        While a loop with an older and longer promise has rows in hand, that one stands.
        """
        loop = object()
        self._holding[loop] = workflow, seconds
        try:
            await self._promise(workflow)
            yield
        finally:
            del self._holding[loop]

    async def _promise(self, workflow: str) -> None:
        """One after the other: on two connections, the shorter of two promises could come last and stand."""
        async with self._promising:
            longest = max(seconds for name, seconds in self._holding.values() if name == workflow)
            if self._promises.get(workflow) == longest:
                return
            self._promises[workflow] = longest
            try:
                await self._store_promise(workflow, longest)
            except BaseException:
                self._promises.pop(workflow)  # not known to have been heard: said again next time
                raise

    async def _store_promise(self, workflow: str, seconds: float) -> None:
        promised = Worker.promises.op("||")(literal({workflow: seconds}, JSONB))
        async with AsyncSession(self._engine) as session:
            await session.execute(update(Worker).where(Worker.id == self.worker).values(promises=promised))

    async def extend(self, connection: AsyncConnection) -> bool:
        """Whether the worker is still known, and so lives for longer now."""
        extended = await connection.execute(
            update(Worker)
            .where(Worker.id == self.worker)
            .values(lease_until=self._until(), next_ticks=self._ticks())
            .returning(Worker.id)
        )
        if extended.first() is None:
            return False
        if self.is_over:
            log.warning("lease of worker %s was over and is live again", self.worker)
            self.lapsed()
            self._unbroken_since = time.monotonic()
        self._extended_at = time.monotonic()
        return True

    async def revive(self) -> None:
        """Extend it now if it is over, for results that waited longer than it lasts."""
        if self.is_over:
            await self.renew()

    async def renew(self) -> None:
        async with self._engine.connect() as connection:
            await self.extend(connection)

    async def release(self) -> None:
        async with AsyncSession(self._engine) as session:
            await session.execute(delete(Worker).where(Worker.id == self.worker))

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Self]:
        """Taken, kept for as long as this lasts, and given up."""
        await self.acquire()
        keeping = asyncio.create_task(self.keep(), name="lease")
        try:
            yield self
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            await self.release()

    async def keep(self) -> None:
        """Extend until cancelled; a database that is away is asked again, a lost lease is taken anew."""
        while True:
            try:
                await self._keep_on_one_connection()
            except DATABASE_TROUBLE as error:
                log.warning("could not extend the lease: %s", error, extra=noted(error))
                await asyncio.sleep(self.seconds / 10)

    async def _keep_on_one_connection(self) -> None:
        """A connection of its own: a busy process may have none to spare when the heartbeat is due.

        A new one is used at once, since the beat before it may have taken its time to fail.
        """
        async with self._engine.connect() as connection:
            while True:
                async with asyncio.timeout(self.seconds / 3):
                    is_known = await self.extend(connection)
                if not is_known:
                    lost = self.worker
                    self.lapsed()
                    await self._acquire(connection)
                    log.warning("worker %s was forgotten; going on as %s", lost, self.worker)
                await asyncio.sleep(self.seconds / 3)


async def next_ticks(session: AsyncSession, now: datetime) -> dict[str, datetime]:
    """When a living process, whichever it is, next looks at each workflow's queue by itself."""
    promised = await session.scalars(select(Worker.next_ticks).where(Worker.lease_until > now))
    moments = [
        (workflow, datetime.fromisoformat(moment)) for ticks in promised for workflow, moment in ticks.items() if moment
    ]
    latest_first = sorted(moments, key=lambda each: each[1], reverse=True)
    return {workflow: moment for workflow, moment in latest_first if moment > now}
