"""History does not grow for ever: runs, batches and changes that are older than an installation wants are deleted.

Ids are UUIDs of version 7, which begin with their time: what is old is the beginning of each primary key, and needs no
index of its own.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import Batch, BatchRow, Change, Run
from scrapersky.curation_sdk.queue.lost_rows import single_statements

ROWS_AT_ONCE = 5_000


def first_id_at(moment: datetime) -> UUID:
    """The smallest id that could be made at this time.

    >>> from datetime import UTC
    >>> first_id_at(datetime(2026, 1, 1, tzinfo=UTC))
    UUID('019b76da-a800-0000-0000-000000000000')
    """
    return UUID(int=int(moment.timestamp() * 1_000) << 80)


async def prune_history(engine: AsyncEngine, days: int, now: datetime) -> int:
    """Delete what is older, a few thousand rows a statement, each its own transaction. 0 days: keep all."""
    if not days:
        return 0
    before = first_id_at(now - timedelta(days=days))
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
