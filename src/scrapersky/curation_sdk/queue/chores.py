"""Work that no row asks for, once a day, by whichever process comes first; and one of it: forgetting history.

Runs, batches and changes that are older than an installation wants are deleted. Ids are UUIDs of version 7, which begin
with their time: what is old is the beginning of each primary key, and needs no index of its own.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import Batch, BatchRow, Change, Run, earliest_id
from scrapersky.curation_sdk.queue.lost_rows import single_statements

log = logging.getLogger(__name__)

ROWS_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Chore:
    """`work` says how many rows it dealt with. Behind a pooler it may run in several processes at once."""

    name: str
    work: Callable[[], Awaitable[int]]

    async def run(self) -> None:
        if count := await self.work():
            log.info("%s: %s rows", self.name, f"{count:,}")

    async def run_unless_another_does(self, engine: AsyncEngine) -> None:
        """A lock of the session says who: it ends with its holder. Behind a pooler it would stay with a stranger."""
        key = func.hashtextextended(f"chore {self.name}", 0)
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            if not await connection.scalar(select(func.pg_try_advisory_lock(key))):
                return
            try:
                await self.run()
            finally:
                await connection.execute(select(func.pg_advisory_unlock(key)))


async def prune_history(engine: AsyncEngine, days: int, now: datetime) -> int:
    """Delete what is older, a few thousand rows a statement, each its own transaction. 0 days: keep all."""
    if not days:
        return 0
    before = earliest_id(now - timedelta(days=days))
    ended = select(Batch.id).where(Batch.id < before, Batch.state.not_in(("running", "undoing")))
    batch_row = tuple_(BatchRow.batch_id, BatchRow.row_id)
    emptied = ended.where(~select(BatchRow.row_id).where(BatchRow.batch_id == Batch.id).exists())
    deleted = await _delete_all(engine, Run, Run.id, select(Run.id).where(Run.id < before))
    deleted += await _delete_all(engine, Change, Change.id, select(Change.id).where(Change.id < before))
    rows = select(BatchRow.batch_id, BatchRow.row_id).where(BatchRow.batch_id < before, BatchRow.batch_id.in_(ended))
    deleted += await _delete_all(engine, BatchRow, batch_row, rows)
    return deleted + await _delete_all(engine, Batch, Batch.id, emptied)


async def _delete_all(engine: AsyncEngine, table: type[Any], key: Any, old: Any) -> int:
    """Rows that another process is deleting are left to it."""
    chunk = old.order_by(*old.selected_columns).limit(ROWS_AT_ONCE).with_for_update(skip_locked=True, of=table)
    statement = delete(table).where(key.in_(chunk)).execution_options(synchronize_session=False)
    deleted = 0
    async with AsyncSession(single_statements(engine)) as session:
        while count := (await session.execute(statement)).rowcount:  # type: ignore[attr-defined]  # a DELETE has one
            deleted += count
    return deleted
