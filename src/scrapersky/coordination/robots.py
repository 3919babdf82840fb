"""robots.txt, read once for all workers."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.clients.fetching.robots import RobotsRecord
from scrapersky.curation_sdk.declaring import and_updated_at
from scrapersky.models.host import OriginRobots


class DatabaseRobotsMemory:
    """Expired records come back too: they may be needed when the host does not answer."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def recall(self, origin: str) -> RobotsRecord | None:
        async with AsyncSession(self._engine) as session:
            known = await session.get(OriginRobots, origin)
        return RobotsRecord(origin, known.body, known.why, known.expires_at) if known else None

    async def keep(self, record: RobotsRecord) -> None:
        values = {"body": record.body, "why": record.why, "expires_at": record.expires_at}
        statement = insert(OriginRobots).values(origin=record.origin, **values)
        async with AsyncSession(self._engine) as session:
            await session.execute(
                statement.on_conflict_do_update(index_elements=[OriginRobots.origin], set_=and_updated_at(values))
            )
