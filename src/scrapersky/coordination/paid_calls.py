"""What all workers have paid for, from the table that each row's requests are written to."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import earliest_id
from scrapersky.models.api_call import ApiCall


class DatabasePaidCalls:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def since(self, source: str, midnight: datetime) -> int:
        counted = select(func.sum(ApiCall.calls)).where(ApiCall.id >= earliest_id(midnight), ApiCall.source == source)
        async with AsyncSession(self._engine) as session:
            return int(await session.scalar(counted) or 0)
