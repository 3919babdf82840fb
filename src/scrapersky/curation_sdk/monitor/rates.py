"""How fast each workflow goes, and how well: from the history of the last hours."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Ending, Run, id_ago

MINUTES_MEASURED = 5
HIGHEST_ERROR_RATE = 0.2
FEWEST_FOR_A_RATE = 20

_COMPLETE: ColumnElement[bool] = Run.ending == Ending.COMPLETE.value
_ERROR: ColumnElement[bool] = Run.ending == Ending.ERROR.value


@dataclass(frozen=True, slots=True)
class Rate:
    """`finished` and `failed` are of the last hour; `recently` is of the last minutes, both together."""

    finished: int = 0
    failed: int = 0
    half_hour: int = 0
    recently: int = 0

    @property
    def per_minute(self) -> float:
        return round(self.recently / MINUTES_MEASURED, 1)

    @property
    def error_rate(self) -> float | None:
        ended = self.finished + self.failed
        return round(self.failed / ended, 4) if ended else None

    @property
    def too_many_errors(self) -> bool:
        is_known = self.finished + self.failed >= FEWEST_FOR_A_RATE
        return is_known and (self.error_rate or 0) > HIGHEST_ERROR_RATE

    def seconds_for(self, rows: int) -> int | None:
        """How long so many rows take at this pace."""
        if not rows:
            return 0
        return round(rows / self.per_minute * 60) if self.per_minute else None


async def rates_of(session: AsyncSession, tenant_id: UUID, now: datetime) -> dict[str, Rate]:
    """One look at an hour of history, by its key."""
    ended = _COMPLETE | _ERROR
    counted = (
        select(
            Run.workflow,
            func.count().filter(_COMPLETE),
            func.count().filter(_ERROR),
            func.count().filter(ended, Run.id > id_ago(now, 1800)),
            func.count().filter(ended, Run.id > id_ago(now, MINUTES_MEASURED * 60)),
        )
        .where(Run.id > id_ago(now, 3600), Run.tenant_id == tenant_id)
        .group_by(Run.workflow)
    )
    return {name: Rate(*numbers) for name, *numbers in await session.execute(counted)}


async def shares_that_went_on(
    session: AsyncSession, tenant_id: UUID, now: datetime, span: timedelta
) -> dict[str, float]:
    """Of the rows finished, how many produced something for the next stage."""
    counted = (
        select(Run.workflow, func.count().filter(_COMPLETE, Run.produced > 0), func.count())
        .where(Run.id > id_ago(now, span.total_seconds()), Run.tenant_id == tenant_id, _COMPLETE | _ERROR)
        .group_by(Run.workflow)
    )
    return {name: round(produced / ended, 4) for name, produced, ended in await session.execute(counted)}
