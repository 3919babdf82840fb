"""What the functions of the specification do, whichever workflow they are named after."""

import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, TypeVar
from uuid import UUID

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import Engine, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.app.dependencies import UserInToken
from scrapersky.app.product import ENV_FILE
from scrapersky.app.shared_product import SharedProduct, opened
from scrapersky.curation_sdk import Schedule, scheduler_loop
from scrapersky.curation_sdk.decisions import BatchStatusUpdateRequest, BatchStatusUpdateResponse, RowDecisions
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, read_schedule
from scrapersky.curation_sdk.queue import Drained, Lease, Runtime, overlaid, process_single, rescue, stored_schedules
from scrapersky.curation_sdk.queue import run_job_loop as drain_queue
from scrapersky.errors import ScraperSkyError

log = logging.getLogger(__name__)

Answered = TypeVar("Answered", bound=BatchStatusUpdateResponse)


class RecordFailed(ScraperSkyError):
    """The row says the same as its error."""


class UnsuitableSession(ScraperSkyError):
    """What is claimed inside another's transaction, no other worker could see."""

    message = "The session stands on a connection. Give one that was made with an engine."


async def process_queue(workflow: AnyWorkflow) -> None:
    """Until nothing is due; rows whose worker is gone come first. A workflow that is switched off is left alone."""
    async with opened() as shared:
        schedule = await _schedule_of(workflow, shared)
        if schedule.enabled:
            await rescue(workflow, schedule, shared.product.engine)
            drained = await drain_queue(workflow, schedule, shared.runtime)
            log.info("%s: %s", workflow.names.process_queue, drained.in_words())


async def _schedule_of(workflow: AnyWorkflow, shared: SharedProduct) -> Schedule:
    """As the environment says, with what an operator stored over it."""
    product = shared.product
    sound = product.registry[workflow.name]
    if sound not in product.schedules:
        raise ScraperSkyError(f"{sound.title} is set wrongly: {product.faults.get(sound.name)}")
    async with AsyncSession(product.engine) as session:
        stored = await stored_schedules(session)
    return overlaid(product.schedules[sound], stored.get(sound.name, {}), sound.name)


async def process_record(workflow: AnyWorkflow, session: AsyncSession, record_id: UUID) -> None:
    """In transactions of its own on the session's engine: others see the claim at once, and no network is waited for.

    A row that waits is taken; so is one that is marked as in work while no living worker holds it. Any other is left.
    """
    bind = session.get_bind()
    if not isinstance(bind, Engine):
        raise UnsuitableSession
    engine = AsyncEngine(bind)
    async with opened() as shared, Lease(engine, shared.product.settings.worker_lease_seconds).held() as lease:
        schedule = await _schedule_of(workflow, shared)
        await rescue(workflow, schedule, engine)
        drained = await process_single(workflow, schedule, Runtime(engine, shared.runtime.clients, lease), record_id)
    name = workflow.names.process_single
    log.info("%s %s: %s", name, record_id, drained.in_words())
    if not drained.claimed:
        log.warning("%s: %s does not wait, or another worker is on it; left as it is", name, record_id)
    if drained.failed:
        raise RecordFailed(await _error_of(workflow, engine, record_id))


async def _error_of(workflow: AnyWorkflow, engine: AsyncEngine, record_id: UUID) -> str:
    async with AsyncSession(engine) as session:
        curation = workflow.curation
        return str(await session.scalar(select(curation.processing_error).where(curation.id == record_id)))


def add_job(workflow: AnyWorkflow, process: Callable[[], Awaitable[None]], scheduler: AsyncIOScheduler) -> None:
    """As the settings say: interval and how many runs at once."""
    schedule = read_schedule(workflow.names, workflow.schedule, ENV_FILE)
    scheduler.add_job(
        process,
        trigger="interval",
        minutes=schedule.interval_minutes,
        id=workflow.names.job_id,
        name=workflow.names.process_queue,
        replace_existing=True,
        max_instances=schedule.max_instances,
        coalesce=True,
        misfire_grace_time=None,
    )
    log.info("%s runs every %g minutes", workflow.names.job_id, schedule.interval_minutes)


async def update_status_batch(
    workflow: AnyWorkflow,
    answer: type[Answered],
    request: BatchStatusUpdateRequest,
    session: AsyncSession,
    current_user: Actor,
) -> Answered:
    """In the caller's transaction where there is one, else in its own."""
    if isinstance(current_user, UserInToken):
        current_user.refuse_unless_curator()
    if session.in_transaction():
        decided = await RowDecisions(session, workflow, current_user).decide_by_ids(request)
    else:
        async with session.begin():
            decided = await RowDecisions(session, workflow, current_user).decide_by_ids(request)
    return answer.model_validate(decided.model_dump())


async def run_job_loop(
    *,
    model: type[Any],
    status_enum: type[Enum],
    queued_status: Enum,
    processing_status: Enum,
    completed_status: Enum,
    failed_status: Enum,
    processing_function: scheduler_loop.ProcessingFunction,
    batch_size: int,
    order_by_column: Any,
    status_field_name: str,
    error_field_name: str,
) -> Drained:
    """A service of its own on a table of its own; see docs/explanation/two-job-loops.md."""
    async with opened() as shared:
        return await scheduler_loop.run_job_loop(
            model=model,
            status_enum=status_enum,
            queued_status=queued_status,
            processing_status=processing_status,
            completed_status=completed_status,
            failed_status=failed_status,
            processing_function=processing_function,
            batch_size=batch_size,
            order_by_column=order_by_column,
            status_field_name=status_field_name,
            error_field_name=error_field_name,
            engine=shared.product.engine,
            lease_seconds=shared.product.settings.worker_lease_seconds,
        )
