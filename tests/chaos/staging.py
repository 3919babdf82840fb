"""A service as the specification writes one: a table with its own columns only, and an adapter that sets the status.

`work` runs it, to be killed, stopped and woken by tests.
"""

import asyncio
import signal
from contextlib import suppress
from datetime import datetime
from enum import Enum
from multiprocessing.synchronize import Event
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import DateTime, Text, func, insert, select
from sqlalchemy.dialects.postgresql import ENUM
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.curation_sdk.queue.runtime import Drained
from scrapersky.curation_sdk.scheduler_loop import ProcessingFunction, run_job_loop
from scrapersky.db.engine import make_engine

LEASE_SECONDS = 1.5


class DeepScanStatus(str, Enum):  # noqa: UP042  as the specification spells it
    Queued = "Queued"
    Processing = "Processing"
    Completed = "Completed"
    Error = "Error"


class StagingBase(DeclarativeBase):
    pass


class StagedPlace(StagingBase):
    __tablename__ = "staged_places"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    name: Mapped[str] = mapped_column(Text)
    deep_scan_status: Mapped[DeepScanStatus | None] = mapped_column(ENUM(DeepScanStatus, name="deepscanstatus"))
    deep_scan_error: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime] = mapped_column(
        DateTime(timezone=True), server_default=func.now(), onupdate=func.now()
    )


class FoundBusiness(StagingBase):
    """Nothing keeps two of one place apart, so that what is written twice is seen."""

    __tablename__ = "found_businesses"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    place_id: Mapped[UUID]


class PlacesDeepService:
    async def process_single_deep_scan(self, session: AsyncSession, place_id: str) -> FoundBusiness | None:
        business = FoundBusiness(place_id=UUID(place_id))
        session.add(business)
        await session.flush()
        await asyncio.sleep(0)
        return business


async def process_single_deep_scan_wrapper(item_id: UUID, session: AsyncSession) -> None:
    async with session.begin():
        place = await session.get(StagedPlace, item_id)
        assert place is not None
        result = await PlacesDeepService().process_single_deep_scan(session, place_id=str(place.id))
        place.deep_scan_status = DeepScanStatus.Completed if result else DeepScanStatus.Error


async def process_deep_scan_queue(
    engine: AsyncEngine, function: ProcessingFunction = process_single_deep_scan_wrapper, **settings: Any
) -> Drained:
    as_written: dict[str, Any] = {
        "model": StagedPlace,
        "status_enum": DeepScanStatus,
        "queued_status": DeepScanStatus.Queued,
        "processing_status": DeepScanStatus.Processing,
        "completed_status": DeepScanStatus.Completed,
        "failed_status": DeepScanStatus.Error,
        "processing_function": function,
        "batch_size": 10,
        "order_by_column": StagedPlace.updated_at,
        "status_field_name": "deep_scan_status",
        "error_field_name": "deep_scan_error",
    }
    return await run_job_loop(engine=engine, **as_written | settings)


async def stage_places(engine: AsyncEngine, count: int) -> list[UUID]:
    async with engine.begin() as connection:
        await connection.run_sync(StagingBase.metadata.create_all)
    ids = [uuid4() for _ in range(count)]
    async with AsyncSession(engine) as session, session.begin():
        rows = [{"id": each, "name": str(each), "deep_scan_status": DeepScanStatus.Queued} for each in ids]
        await session.execute(insert(StagedPlace), rows)
    return ids


async def statuses(engine: AsyncEngine) -> dict[DeepScanStatus | None, int]:
    counted = select(StagedPlace.deep_scan_status, func.count()).group_by(StagedPlace.deep_scan_status)
    async with AsyncSession(engine) as session:
        return dict((await session.execute(counted)).all())


async def places_found(engine: AsyncEngine) -> list[UUID]:
    async with AsyncSession(engine) as session:
        return list(await session.scalars(select(FoundBusiness.place_id)))


def work(url: str, is_ready: Event) -> None:
    """Until SIGTERM."""
    asyncio.run(_run(url, is_ready))


async def _run(url: str, is_ready: Event) -> None:
    engine = make_engine(url, idle_transaction_seconds=LEASE_SECONDS)
    asked_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked_to_stop.set)
    is_ready.set()
    while not asked_to_stop.is_set():
        with suppress(DBAPIError):  # the server may end a stalled one's connection; a scheduler then calls again
            await process_deep_scan_queue(engine, lease_seconds=LEASE_SECONDS, timeout_seconds=2 * LEASE_SECONDS)
        await asyncio.sleep(0.05)
    await engine.dispose()
