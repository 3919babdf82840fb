"""Rows that wait for a worker, and rows that have been with one for too long."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Select, func, select

from scrapersky.curation_sdk.declaring import Curation
from scrapersky.curation_sdk.queue import PROCESSING, QUEUED

STUCK_MINUTES = 15
MOST_READ = 5000


def oldest_waiting(curation: Curation, tenant_id: UUID | None) -> Select[Any]:
    """Since when the next row, of a tenant or of all, has waited, if it is among the first in the queue."""
    first = (
        select(curation.tenant_id.label("tenant_id"), curation.queue_order.label("since"))
        .where(curation.processing_status == QUEUED)
        .order_by(curation.priority.desc(), curation.queue_order, curation.id)
        .limit(MOST_READ)
        .subquery()
    )
    return select(func.min(first.c.since)).where(*([first.c.tenant_id == tenant_id] if tenant_id else []))


def stuck(curation: Curation, tenant_id: UUID | None, now: datetime) -> Select[Any]:
    """How many rows a worker has had for longer than any should take."""
    held = (
        select(curation.id)
        .where(
            curation.processing_status == PROCESSING,
            *([curation.tenant_id == tenant_id] if tenant_id else []),
            curation.claimed_at < now - timedelta(minutes=STUCK_MINUTES),
        )
        .limit(MOST_READ)
        .subquery()
    )
    return select(func.count()).select_from(held)
