"""`run_job_loop` on a table without a column of ours: claims, fences and failures."""

import asyncio
import logging
from uuid import UUID, uuid4

import pytest
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import ENUM
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import Mapped, mapped_column
from tests.chaos.staging import (
    DeepScanStatus,
    FoundBusiness,
    StagedPlace,
    StagingBase,
    places_found,
    process_deep_scan_queue,
    process_single_deep_scan_wrapper,
    stage_places,
    statuses,
)

from scrapersky.curation_sdk import DeclarationError
from scrapersky.curation_sdk.declaring.statuses import State
from scrapersky.curation_sdk.declaring.tables import JobClaim, Worker
from scrapersky.curation_sdk.queue import TENANT_SETTINGS
from scrapersky.curation_sdk.queue.runtime import Drained
from scrapersky.curation_sdk.scheduler_loop.claims import LOST, MOST_ATTEMPTS
from scrapersky.db.schema import guard_tenants
from scrapersky.db.second_line import find_second_line
from scrapersky.db.silence import SilentDatabase


async def end_every_lease(engine: AsyncEngine) -> None:
    """As if the worker had stalled."""
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(Worker).values(lease_until=func.now()))


async def taken_over(engine: AsyncEngine) -> Drained:
    """By another worker, once the first's lease has ended and no beat of its heart came in between."""
    while True:
        await end_every_lease(engine)
        drained = await process_deep_scan_queue(engine)
        if drained.ended:
            return drained


async def claims(engine: AsyncEngine) -> int:
    async with AsyncSession(engine) as session:
        return await session.scalar(select(func.count()).select_from(JobClaim)) or 0


async def errors(engine: AsyncEngine) -> list[str | None]:
    async with AsyncSession(engine) as session:
        return list(await session.scalars(select(StagedPlace.deep_scan_error)))


async def test_the_adapter_of_the_specification_runs_as_it_is_written(
    engine: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    ids = await stage_places(engine, 25)
    with caplog.at_level(logging.INFO):
        drained = await process_deep_scan_queue(engine)
    assert (drained.claimed, drained.complete) == (25, 25)
    assert await statuses(engine) == {DeepScanStatus.Completed: 25}
    assert sorted(await places_found(engine)) == sorted(ids)
    assert await claims(engine) == 0
    assert all(str(each) in caplog.text for each in ids)


class OwnedPlace(StagingBase):
    """A row that says whose it is."""

    __tablename__ = "owned_places"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    tenant_id: Mapped[UUID]
    name: Mapped[str | None]
    scan_status: Mapped[DeepScanStatus | None] = mapped_column(ENUM(DeepScanStatus, name="deepscanstatus"))
    scan_error: Mapped[str | None]


async def test_a_function_reaches_no_row_of_another_tenant(engine: AsyncEngine) -> None:
    await stage_places(engine, 1)
    await guard_tenants(engine, ["owned_places"])
    line = await find_second_line(engine)
    assert line is not None
    guarded = engine.execution_options(**{TENANT_SETTINGS: line.settings})
    ours, theirs = uuid4(), uuid4()
    async with AsyncSession(guarded) as session, session.begin():
        queued = {"scan_status": DeepScanStatus.Queued}
        session.add_all(OwnedPlace(tenant_id=each, **queued) for each in (ours, theirs))

    async def rename_all(item_id: UUID, session: AsyncSession) -> None:
        await session.execute(update(OwnedPlace).values(name=str(item_id)))

    fields = {"status_field_name": "scan_status", "error_field_name": "scan_error", "order_by_column": OwnedPlace.id}
    drained = await process_deep_scan_queue(guarded, rename_all, model=OwnedPlace, **fields)
    assert drained.complete == 2
    async with AsyncSession(guarded) as session:
        rows = list(await session.scalars(select(OwnedPlace)))
    assert [row.name for row in rows] == [str(row.id) for row in rows]


async def test_a_row_whose_status_is_left_alone_is_completed(engine: AsyncEngine) -> None:
    await stage_places(engine, 1)

    async def look_only(item_id: UUID, session: AsyncSession) -> None:
        assert not session.in_transaction()
        assert await session.get(StagedPlace, item_id) is not None

    await process_deep_scan_queue(engine, look_only)
    assert await statuses(engine) == {DeepScanStatus.Completed: 1}


async def test_a_failure_is_the_rows_own_and_nothing_of_it_stays(engine: AsyncEngine) -> None:
    ids = await stage_places(engine, 3)

    async def fail_on_the_second(item_id: UUID, session: AsyncSession) -> None:
        await process_single_deep_scan_wrapper(item_id, session)  # committed, as far as the function can see
        if item_id == ids[1]:
            raise ValueError("No such place. " * 200)

    drained = await process_deep_scan_queue(engine, fail_on_the_second)
    assert (drained.complete, drained.failed) == (2, 1)
    assert await statuses(engine) == {DeepScanStatus.Completed: 2, DeepScanStatus.Error: 1}
    (told,) = [each for each in await errors(engine) if each]
    assert told.startswith("ValueError: No such place.")
    assert len(told) == 1000
    assert sorted(await places_found(engine)) == sorted({*ids} - {ids[1]})


async def test_a_row_whose_function_met_a_silent_database_goes_back(engine: AsyncEngine) -> None:
    await stage_places(engine, 1)
    looks = 0

    async def unheard_at_first(item_id: UUID, session: AsyncSession) -> None:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise SilentDatabase("late")

    assert (await process_deep_scan_queue(engine, unheard_at_first)).failed == 0
    await process_deep_scan_queue(engine, unheard_at_first)
    assert await statuses(engine) == {DeepScanStatus.Completed: 1}


@pytest.mark.parametrize("has_begun", [False, True], ids=["before", "within"])
async def test_what_is_written_after_the_lease_was_lost_is_undone(engine: AsyncEngine, has_begun: bool) -> None:
    await stage_places(engine, 1)
    stalled, woken = asyncio.Event(), asyncio.Event()

    async def stall(item_id: UUID, session: AsyncSession) -> None:
        if has_begun:
            session.add(FoundBusiness(place_id=item_id))
            await session.flush()
        stalled.set()
        await woken.wait()
        await process_single_deep_scan_wrapper(item_id, session) if not has_begun else await session.commit()

    first = asyncio.create_task(process_deep_scan_queue(engine, stall))
    await stalled.wait()
    second = await taken_over(engine)
    woken.set()
    assert (second.complete, (await first).lost) == (1, 1)
    assert await statuses(engine) == {DeepScanStatus.Completed: 1}
    assert len(await places_found(engine)) == 1


async def test_a_row_that_ends_its_worker_every_time_fails_in_the_end(engine: AsyncEngine) -> None:
    await stage_places(engine, 1)
    for _ in range(MOST_ATTEMPTS):
        stalled = asyncio.Event()

        async def stall(item_id: UUID, session: AsyncSession, stalled: asyncio.Event = stalled) -> None:
            stalled.set()
            await asyncio.Event().wait()

        hung = asyncio.create_task(process_deep_scan_queue(engine, stall))
        await stalled.wait()
        await end_every_lease(engine)
        async with AsyncSession(engine) as session, session.begin():  # a killed process puts nothing back
            await session.execute(update(JobClaim).values(claim=func.gen_random_uuid()))
        hung.cancel()
        await asyncio.gather(hung, return_exceptions=True)
    await process_deep_scan_queue(engine)
    assert await statuses(engine) == {DeepScanStatus.Error: 1}
    assert await errors(engine) == [LOST]
    assert (await places_found(engine), await claims(engine)) == ([], 0)


async def test_a_run_that_is_cancelled_puts_back_what_it_had(engine: AsyncEngine) -> None:
    await stage_places(engine, 5)
    stalled = asyncio.Event()

    async def stall(item_id: UUID, session: AsyncSession) -> None:
        stalled.set()
        await asyncio.Event().wait()

    running = asyncio.create_task(process_deep_scan_queue(engine, stall))
    await stalled.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert await statuses(engine) == {DeepScanStatus.Queued: 5}
    assert (await process_deep_scan_queue(engine)).complete == 5


async def set_status(item_id: UUID, session: AsyncSession, status: DeepScanStatus) -> None:
    async with session.begin():
        chosen = update(StagedPlace).where(StagedPlace.id == item_id)
        await session.execute(chosen.values(deep_scan_status=status))


async def test_rows_that_their_function_puts_back_wait_for_the_next_run_and_hold_up_no_others(
    engine: AsyncEngine,
) -> None:
    """There are more of them than are taken at once, and they stand first."""
    ids = sorted(await stage_places(engine, 45))

    async def later(item_id: UUID, session: AsyncSession) -> None:
        is_last = item_id in ids[-5:]
        await set_status(item_id, session, DeepScanStatus.Completed if is_last else DeepScanStatus.Queued)

    drained = await process_deep_scan_queue(engine, later, order_by_column="id")
    assert drained.claimed == 45
    assert await statuses(engine) == {DeepScanStatus.Queued: 40, DeepScanStatus.Completed: 5}


async def test_a_failure_that_the_function_wrote_itself_counts_as_one(engine: AsyncEngine) -> None:
    await stage_places(engine, 1)

    async def fail(item_id: UUID, session: AsyncSession) -> None:
        await set_status(item_id, session, DeepScanStatus.Error)

    drained = await process_deep_scan_queue(engine, fail)
    assert (drained.complete, drained.failed) == (0, 1)


async def test_claims_of_rows_that_are_gone_are_forgotten(engine: AsyncEngine) -> None:
    await stage_places(engine, 1)
    stalled = asyncio.Event()

    async def stall(item_id: UUID, session: AsyncSession) -> None:
        stalled.set()
        await asyncio.Event().wait()

    hung = asyncio.create_task(process_deep_scan_queue(engine, stall))
    await stalled.wait()
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(delete(StagedPlace))
    hung.cancel()
    await asyncio.gather(hung, return_exceptions=True)
    assert await claims(engine) == 0


async def test_a_status_that_the_table_cannot_keep_is_refused(engine: AsyncEngine) -> None:
    with pytest.raises(DeclarationError, match="is no DeepScanStatus"):
        await process_deep_scan_queue(engine, queued_status=State.QUEUED)
