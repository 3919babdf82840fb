"""How many rows were finished when: read from the history by its key, which is a time."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.outcomes import Ending
from scrapersky.curation_sdk.tables import Run
from scrapersky.curation_sdk.timed_ids import id_ago

FINISHED = (Ending.COMPLETE.value, Ending.ERROR.value)


async def finished_since(session: AsyncSession, tenant_id: UUID, now: datetime, *, seconds: float) -> dict[str, int]:
    """Rows that are done, well or not, by workflow."""
    counted = (
        select(Run.workflow, func.count())
        .where(Run.id > id_ago(now, seconds), Run.tenant_id == tenant_id, Run.ending.in_(FINISHED))
        .group_by(Run.workflow)
    )
    return dict((await session.execute(counted)).all())
