"""The phone book (generated; change a declaration and run `scrapersky generate`).

Each Python name that the specification promises, where a search finds it. Without a running ScraperSky in this process,
a call opens what it needs by the settings and closes it again; `async with opened()` keeps it open.
"""

from typing import Annotated
from uuid import UUID

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.app.calls import add_job, process_queue, process_record, run_job_loop, update_status_batch
from scrapersky.app.dependencies import (
    UserInToken,
    get_background_session,
    get_current_active_user,
    get_session_dependency,
)
from scrapersky.app.shared_product import opened
from scrapersky.models.statuses import (
    ContactCurationCurationStatus,
    ContactCurationProcessingStatus,
    ContactDeliveryCurationStatus,
    ContactDeliveryProcessingStatus,
    DeepScanCurationStatus,
    DeepScanProcessingStatus,
    DomainCurationCurationStatus,
    DomainCurationProcessingStatus,
    DomainExtractionCurationStatus,
    DomainExtractionProcessingStatus,
    PageCurationCurationStatus,
    PageCurationProcessingStatus,
    SingleSearchCurationStatus,
    SingleSearchProcessingStatus,
    SitemapCurationCurationStatus,
    SitemapCurationProcessingStatus,
    SitemapImportCurationStatus,
    SitemapImportProcessingStatus,
)
from scrapersky.schemas.contact_curation import (
    ContactCurationBatchStatusUpdateRequest,
    ContactCurationBatchStatusUpdateResponse,
)
from scrapersky.schemas.contact_delivery import (
    ContactDeliveryBatchStatusUpdateRequest,
    ContactDeliveryBatchStatusUpdateResponse,
)
from scrapersky.schemas.deep_scan import DeepScanBatchStatusUpdateRequest, DeepScanBatchStatusUpdateResponse
from scrapersky.schemas.domain_curation import (
    DomainCurationBatchStatusUpdateRequest,
    DomainCurationBatchStatusUpdateResponse,
)
from scrapersky.schemas.domain_extraction import (
    DomainExtractionBatchStatusUpdateRequest,
    DomainExtractionBatchStatusUpdateResponse,
)
from scrapersky.schemas.page_curation import PageCurationBatchStatusUpdateRequest, PageCurationBatchStatusUpdateResponse
from scrapersky.schemas.single_search import SingleSearchBatchStatusUpdateRequest, SingleSearchBatchStatusUpdateResponse
from scrapersky.schemas.sitemap_curation import (
    SitemapCurationBatchStatusUpdateRequest,
    SitemapCurationBatchStatusUpdateResponse,
)
from scrapersky.schemas.sitemap_import import (
    SitemapImportBatchStatusUpdateRequest,
    SitemapImportBatchStatusUpdateResponse,
)
from scrapersky.workflows.wf1_single_search import single_search
from scrapersky.workflows.wf2_deep_scan import deep_scan
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf4_domain_curation import domain_curation
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf8_contact_curation import contact_curation
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

__all__ = [
    "ContactCurationBatchStatusUpdateRequest",
    "ContactCurationBatchStatusUpdateResponse",
    "ContactCurationCurationStatus",
    "ContactCurationProcessingStatus",
    "ContactDeliveryBatchStatusUpdateRequest",
    "ContactDeliveryBatchStatusUpdateResponse",
    "ContactDeliveryCurationStatus",
    "ContactDeliveryProcessingStatus",
    "DeepScanBatchStatusUpdateRequest",
    "DeepScanBatchStatusUpdateResponse",
    "DeepScanCurationStatus",
    "DeepScanProcessingStatus",
    "DomainCurationBatchStatusUpdateRequest",
    "DomainCurationBatchStatusUpdateResponse",
    "DomainCurationCurationStatus",
    "DomainCurationProcessingStatus",
    "DomainExtractionBatchStatusUpdateRequest",
    "DomainExtractionBatchStatusUpdateResponse",
    "DomainExtractionCurationStatus",
    "DomainExtractionProcessingStatus",
    "PageCurationBatchStatusUpdateRequest",
    "PageCurationBatchStatusUpdateResponse",
    "PageCurationCurationStatus",
    "PageCurationProcessingStatus",
    "SingleSearchBatchStatusUpdateRequest",
    "SingleSearchBatchStatusUpdateResponse",
    "SingleSearchCurationStatus",
    "SingleSearchProcessingStatus",
    "SitemapCurationBatchStatusUpdateRequest",
    "SitemapCurationBatchStatusUpdateResponse",
    "SitemapCurationCurationStatus",
    "SitemapCurationProcessingStatus",
    "SitemapImportBatchStatusUpdateRequest",
    "SitemapImportBatchStatusUpdateResponse",
    "SitemapImportCurationStatus",
    "SitemapImportProcessingStatus",
    "UserInToken",
    "get_background_session",
    "get_current_active_user",
    "get_session_dependency",
    "opened",
    "process_contact_curation_queue",
    "process_contact_delivery_queue",
    "process_deep_scan_queue",
    "process_domain_curation_queue",
    "process_domain_extraction_queue",
    "process_page_curation_queue",
    "process_single_contact_for_contact_delivery",
    "process_single_domain_for_domain_curation",
    "process_single_local_business_for_domain_extraction",
    "process_single_page_content_for_contact_curation",
    "process_single_page_for_page_curation",
    "process_single_place_for_deep_scan",
    "process_single_place_search_for_single_search",
    "process_single_search_queue",
    "process_single_sitemap_file_for_sitemap_curation",
    "process_single_sitemap_file_for_sitemap_import",
    "process_sitemap_curation_queue",
    "process_sitemap_import_queue",
    "run_job_loop",
    "setup_contact_curation_scheduler",
    "setup_contact_delivery_scheduler",
    "setup_deep_scan_scheduler",
    "setup_domain_curation_scheduler",
    "setup_domain_extraction_scheduler",
    "setup_page_curation_scheduler",
    "setup_single_search_scheduler",
    "setup_sitemap_curation_scheduler",
    "setup_sitemap_import_scheduler",
    "update_contact_status_batch",
    "update_domain_status_batch",
    "update_local_business_status_batch",
    "update_page_content_status_batch",
    "update_page_status_batch",
    "update_place_search_status_batch",
    "update_place_status_batch",
    "update_sitemap_file_status_batch",
    "update_sitemap_import_status_batch",
]


async def process_single_search_queue() -> None:
    """Work off what is queued for single_search."""
    await process_queue(single_search)


async def process_single_place_search_for_single_search(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of place_searches now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(single_search, session, record_id)


def setup_single_search_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_single_search_queue at its interval."""
    add_job(single_search, process_single_search_queue, scheduler)


async def update_place_search_status_batch(
    request: SingleSearchBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> SingleSearchBatchStatusUpdateResponse:
    """Decide about rows of place_searches: both statuses change together, in one transaction."""
    answer = SingleSearchBatchStatusUpdateResponse
    return await update_status_batch(single_search, answer, request, session, current_user)


async def process_deep_scan_queue() -> None:
    """Work off what is queued for deep_scan."""
    await process_queue(deep_scan)


async def process_single_place_for_deep_scan(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of places_staging now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(deep_scan, session, record_id)


def setup_deep_scan_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_deep_scan_queue at its interval."""
    add_job(deep_scan, process_deep_scan_queue, scheduler)


async def update_place_status_batch(
    request: DeepScanBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> DeepScanBatchStatusUpdateResponse:
    """Decide about rows of places_staging: both statuses change together, in one transaction."""
    answer = DeepScanBatchStatusUpdateResponse
    return await update_status_batch(deep_scan, answer, request, session, current_user)


async def process_domain_extraction_queue() -> None:
    """Work off what is queued for domain_extraction."""
    await process_queue(domain_extraction)


async def process_single_local_business_for_domain_extraction(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of local_businesses now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(domain_extraction, session, record_id)


def setup_domain_extraction_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_domain_extraction_queue at its interval."""
    add_job(domain_extraction, process_domain_extraction_queue, scheduler)


async def update_local_business_status_batch(
    request: DomainExtractionBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> DomainExtractionBatchStatusUpdateResponse:
    """Decide about rows of local_businesses: both statuses change together, in one transaction."""
    answer = DomainExtractionBatchStatusUpdateResponse
    return await update_status_batch(domain_extraction, answer, request, session, current_user)


async def process_domain_curation_queue() -> None:
    """Work off what is queued for domain_curation."""
    await process_queue(domain_curation)


async def process_single_domain_for_domain_curation(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of domains now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(domain_curation, session, record_id)


def setup_domain_curation_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_domain_curation_queue at its interval."""
    add_job(domain_curation, process_domain_curation_queue, scheduler)


async def update_domain_status_batch(
    request: DomainCurationBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> DomainCurationBatchStatusUpdateResponse:
    """Decide about rows of domains: both statuses change together, in one transaction."""
    answer = DomainCurationBatchStatusUpdateResponse
    return await update_status_batch(domain_curation, answer, request, session, current_user)


async def process_sitemap_curation_queue() -> None:
    """Work off what is queued for sitemap_curation."""
    await process_queue(sitemap_curation)


async def process_single_sitemap_file_for_sitemap_curation(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of sitemap_files now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(sitemap_curation, session, record_id)


def setup_sitemap_curation_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_sitemap_curation_queue at its interval."""
    add_job(sitemap_curation, process_sitemap_curation_queue, scheduler)


async def update_sitemap_file_status_batch(
    request: SitemapCurationBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> SitemapCurationBatchStatusUpdateResponse:
    """Decide about rows of sitemap_files: both statuses change together, in one transaction."""
    answer = SitemapCurationBatchStatusUpdateResponse
    return await update_status_batch(sitemap_curation, answer, request, session, current_user)


async def process_sitemap_import_queue() -> None:
    """Work off what is queued for sitemap_import."""
    await process_queue(sitemap_import)


async def process_single_sitemap_file_for_sitemap_import(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of sitemap_files now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(sitemap_import, session, record_id)


def setup_sitemap_import_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_sitemap_import_queue at its interval."""
    add_job(sitemap_import, process_sitemap_import_queue, scheduler)


async def update_sitemap_import_status_batch(
    request: SitemapImportBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> SitemapImportBatchStatusUpdateResponse:
    """Decide about rows of sitemap_files: both statuses change together, in one transaction."""
    answer = SitemapImportBatchStatusUpdateResponse
    return await update_status_batch(sitemap_import, answer, request, session, current_user)


async def process_page_curation_queue() -> None:
    """Work off what is queued for page_curation."""
    await process_queue(page_curation)


async def process_single_page_for_page_curation(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of pages now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(page_curation, session, record_id)


def setup_page_curation_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_page_curation_queue at its interval."""
    add_job(page_curation, process_page_curation_queue, scheduler)


async def update_page_status_batch(
    request: PageCurationBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> PageCurationBatchStatusUpdateResponse:
    """Decide about rows of pages: both statuses change together, in one transaction."""
    answer = PageCurationBatchStatusUpdateResponse
    return await update_status_batch(page_curation, answer, request, session, current_user)


async def process_contact_curation_queue() -> None:
    """Work off what is queued for contact_curation."""
    await process_queue(contact_curation)


async def process_single_page_content_for_contact_curation(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of page_contents now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(contact_curation, session, record_id)


def setup_contact_curation_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_contact_curation_queue at its interval."""
    add_job(contact_curation, process_contact_curation_queue, scheduler)


async def update_page_content_status_batch(
    request: ContactCurationBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> ContactCurationBatchStatusUpdateResponse:
    """Decide about rows of page_contents: both statuses change together, in one transaction."""
    answer = ContactCurationBatchStatusUpdateResponse
    return await update_status_batch(contact_curation, answer, request, session, current_user)


async def process_contact_delivery_queue() -> None:
    """Work off what is queued for contact_delivery."""
    await process_queue(contact_delivery)


async def process_single_contact_for_contact_delivery(session: AsyncSession, record_id: UUID) -> None:
    """Work on one row of contacts now, if it waits or nobody is on it; raises what it failed with."""
    await process_record(contact_delivery, session, record_id)


def setup_contact_delivery_scheduler(scheduler: AsyncIOScheduler) -> None:
    """Let the scheduler call process_contact_delivery_queue at its interval."""
    add_job(contact_delivery, process_contact_delivery_queue, scheduler)


async def update_contact_status_batch(
    request: ContactDeliveryBatchStatusUpdateRequest,
    session: Annotated[AsyncSession, Depends(get_session_dependency)],
    current_user: Annotated[UserInToken, Depends(get_current_active_user)],
) -> ContactDeliveryBatchStatusUpdateResponse:
    """Decide about rows of contacts: both statuses change together, in one transaction."""
    answer = ContactDeliveryBatchStatusUpdateResponse
    return await update_status_batch(contact_delivery, answer, request, session, current_user)
