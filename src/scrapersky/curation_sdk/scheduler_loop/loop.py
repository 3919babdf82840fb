"""Claim a batch, call the function for each row, settle what it wrote together with its claim, until nothing is due."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, event, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import Session, SessionTransaction

from scrapersky.curation_sdk import declaring
from scrapersky.curation_sdk.errors import DeclarationError
from scrapersky.curation_sdk.queue import Drained, Lease, unbind
from scrapersky.curation_sdk.scheduler_loop.claims import JobTable, Statuses

log = logging.getLogger(__name__)

ProcessingFunction = Callable[[Any, AsyncSession], Awaitable[object]]


async def run_job_loop(
    *,
    model: type[Any],
    status_enum: type[Enum],
    queued_status: Enum,
    processing_status: Enum,
    completed_status: Enum,
    failed_status: Enum,
    processing_function: ProcessingFunction,
    batch_size: int,
    order_by_column: Any,
    status_field_name: str,
    error_field_name: str,
    engine: AsyncEngine,
    lease_seconds: float = 30,
    timeout_seconds: float = 600,
) -> Drained:
    """Work off what is queued, row by row, and say what was done.

    All that the function does with its session is one transaction, whatever it begins and commits within: it holds from
    the first statement until the function returns, is committed with the row's status, and is undone where the claim
    was lost meanwhile. Where the function leaves the status alone, the row is completed.
    """
    statuses = Statuses(queued_status, processing_status, completed_status, failed_status)
    for status in (queued_status, processing_status, completed_status, failed_status):
        if not isinstance(status, status_enum):
            raise DeclarationError(f"{status!r} is no {status_enum.__name__}; the table keeps no other values.")
    table = JobTable(model, statuses, status_field_name, error_field_name, order_by_column)
    await table.rescue(engine)
    async with Lease(engine, lease_seconds).held() as lease:
        loop = _Loop(table, processing_function, engine, timeout_seconds)
        return await loop.drain(lease, batch_size)


class _Loop:
    def __init__(
        self, table: JobTable, function: ProcessingFunction, engine: AsyncEngine, timeout_seconds: float
    ) -> None:
        self._table, self._function, self._engine, self._timeout = table, function, engine, timeout_seconds
        self.drained = Drained()

    async def drain(self, lease: Lease, batch_size: int) -> Drained:
        """A row that comes round again in the same run, since the function put it back, waits for the next."""
        seen: set[Any] = set()
        again: set[Any] = set()
        while True:
            token, ids = await self._table.claim(self._engine, lease.worker, batch_size, again)
            fresh = [item_id for item_id in ids if item_id not in seen]
            try:
                await self._process_all(fresh, token)
            finally:
                await self._table.put_back(self._engine, declaring.JobClaim.claim == token)
            again.update(seen.intersection(ids))
            seen.update(fresh)
            if not ids:
                return self.drained

    async def _process_all(self, ids: list[Any], token: UUID) -> None:
        if ids:
            log.info("run_job_loop on %s took up: %s", self._table.name, ", ".join(map(str, ids)))
        for item_id in ids:
            self.drained.claimed += 1
            if await self._table.begin(self._engine, item_id, token):
                await self._process(item_id, token)
            else:
                self.drained.lost += 1

    async def _process(self, item_id: Any, token: UUID) -> None:
        try:
            async with asyncio.timeout(self._timeout):
                ended = await self._call(item_id, token)
            if ended == self._table.statuses.failed:
                self.drained.failed += 1
            else:
                self.drained.complete += 1
        except ClaimLost:
            log.warning("%s %s was another's before it was done; nothing was written", self._table.name, item_id)
            self.drained.lost += 1
        except BaseException as error:
            if declaring.means_the_process(error):
                raise
            log.warning("%s %s failed", self._table.name, item_id, exc_info=error)
            if declaring.is_of_database(error) and declaring.will_pass(error) and not declaring.was_cut_off(error):
                self.drained.put_back += 1  # with what else of the batch is not settled, at its end
                return
            await self._fail(item_id, token, declaring.readable(error))

    async def _call(self, item_id: Any, token: UUID) -> Any:
        """How it ended. What the function commits is a savepoint; the transaction around it is ours."""
        patience = f"{self._timeout * 1000:.0f}"
        guard = select(
            func.set_config("idle_in_transaction_session_timeout", patience, literal_column("true")),
            self._table.is_held(item_id, token).label("is_held"),
        )
        async with self._engine.connect() as connection, connection.begin():
            await self._table.bind_to_tenant(connection, item_id)
            session = AsyncSession(
                connection,
                sync_session_class=ItemSession,
                join_transaction_mode="create_savepoint",
                expire_on_commit=False,
                info={"guard": guard},
            )
            async with session:
                await self._function(item_id, session)
                await session.commit()
            await connection.run_sync(unbind)
            ended = await self._table.settle(connection, item_id, token)
            if ended is None:
                raise ClaimLost
            return ended

    async def _fail(self, item_id: Any, token: UUID, message: str) -> None:
        async with self._engine.connect() as connection, connection.begin() as transaction:
            if await self._table.settle(connection, item_id, token, message) is not None:
                self.drained.failed += 1
            else:
                await transaction.rollback()
                self.drained.lost += 1


class ClaimLost(Exception):
    """Somebody else has the row by now; nothing may be written for it."""


class ItemSession(Session):
    """What a processing function is given: it does not begin on a row that is another's by now."""


@event.listens_for(ItemSession, "after_begin")
def look_at_the_claim(session: Session, _: SessionTransaction, connection: Connection) -> None:
    """And let the server wait for a function that asks others within its transaction, as long as it may take."""
    if not connection.execute(session.info["guard"]).one().is_held:
        raise ClaimLost
