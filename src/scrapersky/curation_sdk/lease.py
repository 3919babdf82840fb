"""A worker process's lease: one row, extended while the event loop is alive."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

from sqlalchemy import delete, func, insert, literal, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession

from scrapersky.curation_sdk.tables import Worker
from scrapersky.curation_sdk.troubles import DATABASE_TROUBLE

log = logging.getLogger(__name__)


class Lease:
    """Proof of life. A worker that finds its lease over starts anew, as another: its rows are others' by then."""

    def __init__(self, engine: AsyncEngine, seconds: float = 30) -> None:
        self.seconds = seconds
        self.worker: UUID = uuid4()
        self._promises: dict[str, float] = {}
        self._holding: dict[object, tuple[str, float]] = {}
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    def _until(self) -> object:
        return func.now() + func.make_interval(0, 0, 0, 0, 0, 0, self.seconds)

    async def acquire(self) -> UUID:
        """Register this process under a new identity."""
        async with self._engine.connect() as connection:
            return await self._acquire(connection)

    async def _acquire(self, connection: AsyncConnection) -> UUID:
        self.worker = uuid4()
        values = {"id": self.worker, "host": socket.gethostname(), "pid": os.getpid(), "promises": self._promises}
        await connection.execute(insert(Worker).values(**values, lease_until=self._until()))
        return self.worker

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
        longest = max(seconds for name, seconds in self._holding.values() if name == workflow)
        if self._promises.get(workflow) == longest:
            return
        self._promises[workflow] = longest
        promised = Worker.promises.op("||")(literal({workflow: longest}, JSONB))
        try:
            async with AsyncSession(self._engine) as session:
                await session.execute(update(Worker).where(Worker.id == self.worker).values(promises=promised))
        except BaseException:
            self._promises.pop(workflow)  # not known to have been heard: said again next time
            raise

    async def extend(self, connection: AsyncConnection) -> bool:
        """Whether the lease was still live, and so is for longer now."""
        extended = await connection.execute(
            update(Worker)
            .where(Worker.id == self.worker, Worker.lease_until > func.now())
            .values(lease_until=self._until())
            .returning(Worker.id)
        )
        return extended.first() is not None

    async def release(self) -> None:
        async with AsyncSession(self._engine) as session:
            await session.execute(delete(Worker).where(Worker.id == self.worker))

    async def keep(self) -> None:
        """Extend until cancelled; a database that is away is asked again, a lost lease is taken anew."""
        while True:
            try:
                await self._keep_on_one_connection()
            except DATABASE_TROUBLE as error:
                log.warning("could not extend the lease: %s", error)
                await asyncio.sleep(self.seconds / 10)

    async def _keep_on_one_connection(self) -> None:
        """A connection of its own: a busy process may have none to spare when the heartbeat is due.

        A new one is used at once, since the beat before it may have taken its time to fail.
        """
        async with self._engine.connect() as connection:
            while True:
                async with asyncio.timeout(self.seconds / 3):
                    is_live = await self.extend(connection)
                if not is_live:
                    lost = self.worker
                    await self._acquire(connection)
                    log.warning("lease of worker %s was lost; going on as %s", lost, self.worker)
                await asyncio.sleep(self.seconds / 3)
