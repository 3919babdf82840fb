"""How much of a paid source was used, and how much was handed over."""

from dataclasses import dataclass
from datetime import UTC, datetime, time
from uuid import UUID

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import earliest_id
from scrapersky.models.api_call import ApiCall
from scrapersky.models.delivery import Delivery


@dataclass(frozen=True, slots=True)
class Usage:
    """`calls` since midnight, UTC, of the tenant; `calls_of_all` count towards a limit, which all tenants share."""

    name: str
    calls: int
    cost_micros: int | None
    calls_of_all: int = 0


async def record_calls(session: AsyncSession, tenant_id: UUID, source: str, calls: int, cost_micros: int) -> None:
    """Inside the transaction that also keeps what was bought: what no source wrote down before it asked.

    What is bought twice is paid for twice; what cost less than was written is given back.
    """
    if calls or cost_micros:
        values = {"tenant_id": tenant_id, "source": source, "calls": calls, "cost_micros": cost_micros}
        await session.execute(insert(ApiCall).values(values))


async def paid_today(session: AsyncSession, tenant_id: UUID, now: datetime) -> dict[str, Usage]:
    """By source, those among them that only others used."""
    own, cost = (
        func.coalesce(func.sum(each).filter(ApiCall.tenant_id == tenant_id), 0)
        for each in (ApiCall.calls, ApiCall.cost_micros)
    )
    counted = (
        select(ApiCall.source, own, cost, func.sum(ApiCall.calls))
        .where(ApiCall.id >= earliest_id(midnight(now)))
        .group_by(ApiCall.source)
    )
    return {
        source: Usage(source, int(calls), int(micros), int(of_all))
        for source, calls, micros, of_all in await session.execute(counted)
    }


async def delivered_today(session: AsyncSession, tenant_id: UUID, now: datetime) -> dict[str, Usage]:
    counted = (
        select(Delivery.target, func.count())
        .where(Delivery.id >= earliest_id(midnight(now)), Delivery.tenant_id == tenant_id)
        .group_by(Delivery.target)
    )
    return {target: Usage(target, count, None) for target, count in await session.execute(counted)}


def midnight(now: datetime) -> datetime:
    return datetime.combine(now.astimezone(UTC).date(), time(), UTC)
