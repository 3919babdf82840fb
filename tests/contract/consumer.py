"""What an author who knows only the specification writes: an endpoint, a scheduler, a job. Type checks are strict."""

from typing import Annotated, assert_type
from uuid import UUID

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import APIRouter, Depends
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contract import (
    UserInToken,
    get_background_session,
    get_current_active_user,
    get_session_dependency,
    process_domain_extraction_queue,
    process_single_local_business_for_domain_extraction,
    setup_domain_extraction_scheduler,
    update_local_business_status_batch,
)
from scrapersky.models.local_business import (
    DomainExtractionCurationStatus,
    DomainExtractionProcessingStatus,
    LocalBusiness,
)
from scrapersky.schemas.domain_extraction import (
    DomainExtractionBatchStatusUpdateRequest,
    DomainExtractionBatchStatusUpdateResponse,
)

router = APIRouter()


@router.put("/mine/status", response_model=DomainExtractionBatchStatusUpdateResponse)
async def decide(
    request: DomainExtractionBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> DomainExtractionBatchStatusUpdateResponse:
    assert not session.in_transaction()
    assert UUID(current_user.sub).version == 7
    return await update_local_business_status_batch(request, session, current_user)


router.put("/mine/as-it-is")(update_local_business_status_batch)


def queueing(ids: list[UUID]) -> DomainExtractionBatchStatusUpdateRequest:
    return DomainExtractionBatchStatusUpdateRequest(ids=ids, status=DomainExtractionCurationStatus.Queued)


async def decide_here(ids: list[UUID], session: AsyncSession, user: UserInToken) -> int:
    answer = await update_local_business_status_batch(queueing(ids), session, user)
    assert_type(answer.updated_ids, list[UUID])
    return answer.updated_count


def schedule(scheduler: AsyncIOScheduler) -> None:
    setup_domain_extraction_scheduler(scheduler)


async def work_through() -> None:
    await process_domain_extraction_queue()


async def work_on(record_id: UUID) -> None:
    session = await get_background_session()
    try:
        await process_single_local_business_for_domain_extraction(session, record_id)
    finally:
        await session.close()


async def count_businesses() -> int:
    async with get_background_session() as session:
        return await session.scalar(select(func.count()).select_from(LocalBusiness)) or 0


DONE: DomainExtractionProcessingStatus = DomainExtractionProcessingStatus.Complete
