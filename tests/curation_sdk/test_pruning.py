"""History that is older than wanted goes, in parts; what is younger, running, or wanted for ever stays."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import Workshop, at_once, eventually, runtime

from scrapersky.curation_sdk.declaring.columns import earliest_id
from scrapersky.curation_sdk.declaring.tables import Batch, BatchRow, Change, Run
from scrapersky.curation_sdk.queue import chores
from scrapersky.curation_sdk.queue.chores import Chore, prune_history
from scrapersky.curation_sdk.queue.schedulers import Schedulers

NOW = datetime(2026, 11, 15, tzinfo=UTC)
OLD, YOUNG = NOW - timedelta(days=91), NOW - timedelta(days=89)
TENANT = uuid4()


def id_at(moment: datetime) -> UUID:
    return UUID(int=earliest_id(moment).int | uuid4().int >> 64)


async def add_history(engine: AsyncEngine, moment: datetime, *, state: str = "done", rows: int = 3) -> None:
    common: dict[str, Any] = {"tenant_id": TENANT}
    run = common | {"workflow": "w", "attempt": 1, "ending": "complete", "started_at": moment, "ended_at": moment}
    change = common | {"table_name": "t", "field": "f", "made_by": "ana"}
    former = {"curation_status": "New", "priority": 0, "attempts": 0, "run_again": False}
    batch_id = id_at(moment)
    async with AsyncSession(engine) as session, session.begin():
        ids = [uuid4() for _ in range(rows)]
        await session.execute(insert(Run), [{"id": id_at(moment), "row_id": row_id, **run} for row_id in ids])
        await session.execute(insert(Change), [{"id": id_at(moment), "row_id": row_id, **change} for row_id in ids])
        batch = {"id": batch_id, "workflow": "w", "status": "Queued", "made_by": "ana", "state": state}
        await session.execute(insert(Batch).values(common | batch))
        await session.execute(insert(BatchRow), [{"batch_id": batch_id, "row_id": row_id, **former} for row_id in ids])


async def counts(engine: AsyncEngine) -> list[int]:
    async with AsyncSession(engine) as session:
        tables = (Run, Change, Batch, BatchRow)
        return [await session.scalar(select(func.count()).select_from(table)) or 0 for table in tables]


async def test_what_is_older_goes_and_what_is_younger_stays(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores, "ROWS_AT_ONCE", 2)
    await add_history(widgets, OLD, rows=5)
    await add_history(widgets, YOUNG)
    assert await prune_history(widgets, 90, NOW) == 16
    assert await counts(widgets) == [3, 3, 1, 3]
    assert await prune_history(widgets, 90, NOW) == 0


async def test_a_batch_that_still_runs_keeps_its_rows(widgets: AsyncEngine) -> None:
    await add_history(widgets, OLD, state="running")
    await prune_history(widgets, 90, NOW)
    assert await counts(widgets) == [0, 0, 1, 3]


async def test_no_days_keep_everything(widgets: AsyncEngine) -> None:
    await add_history(widgets, OLD)
    assert await prune_history(widgets, 0, NOW) == 0
    assert await counts(widgets) == [3, 3, 1, 3]


async def test_rows_that_another_process_deletes_are_left_to_it(widgets: AsyncEngine) -> None:
    await add_history(widgets, OLD)
    async with AsyncSession(widgets) as other, other.begin():
        await other.execute(select(Run.id).with_for_update())
        async with asyncio.timeout(50):
            await prune_history(widgets, 90, NOW)
        assert await counts(widgets) == [3, 0, 0, 0]


async def test_a_chore_is_done_soon_after_the_start(widgets: AsyncEngine) -> None:
    done: list[str] = []

    async def work() -> int:
        done.append("swept")
        return 1

    schedulers = Schedulers(await runtime(widgets, Workshop(at_once)))
    schedulers.setup_chore(Chore("sweep", work), first_after=timedelta(seconds=0.1))
    await schedulers.start()
    try:
        await eventually(is_true(lambda: done == ["swept"]))
    finally:
        await schedulers.stop()


async def test_a_chore_is_left_to_the_process_that_does_it(widgets: AsyncEngine) -> None:
    begun, ended, times = asyncio.Event(), asyncio.Event(), 0

    async def work() -> int:
        nonlocal times
        times += 1
        begun.set()
        await ended.wait()
        return 1

    sweeping = Chore("sweep", work)
    first = asyncio.create_task(sweeping.run_unless_another_does(widgets))
    await begun.wait()
    await sweeping.run_unless_another_does(widgets)
    assert times == 1
    ended.set()
    await first
    await sweeping.run_unless_another_does(widgets)
    assert times == 2, "who is done lets go of it"


def is_true(claim: Callable[[], bool]) -> Callable[[], Any]:
    async def look() -> bool:
        return claim()

    return look
