"""What of paid sources a tenant used, what it may spend on them, and how much was handed over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, earliest_id
from scrapersky.errors import ScraperSkyError
from scrapersky.models import ApiCall, Budget, Delivery

MOST_ENTRIES = 200


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


@dataclass(frozen=True, slots=True)
class BudgetLimit:
    source: str | None
    per: str
    most_micros: int | None
    most_calls: int | None


class BudgetsChanged(ScraperSkyError):
    """Somebody else changed the budgets after they were read; nothing is set."""

    http_status = 409

    def __init__(self, people: Sequence[str]) -> None:
        by = f" by {' and '.join(people)}" if people else ""
        super().__init__(
            f"The budgets were changed{by} since you read them. Yours are not saved. Look at theirs, then save again."
        )


async def set_budgets(
    session: AsyncSession, actor: Actor, wishes: Sequence[BudgetLimit], *, before: Sequence[BudgetLimit] | None = None
) -> None:
    """These and no others from now on; where it is said what they were `before`, only if they still are."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"budgets {actor.tenant_id}", 0))))
    if before is not None:
        _refuse_changed(await budgets_of(session, actor.tenant_id), before)
    await session.execute(delete(Budget).where(Budget.tenant_id == actor.tenant_id))
    rows: list[dict[str, Any]] = [
        {
            "tenant_id": actor.tenant_id,
            "changed_by": actor.name,
            "source": wish.source,
            "per": wish.per,
            "most_micros": wish.most_micros,
            "most_calls": wish.most_calls,
        }
        for wish in wishes
    ]
    if rows:
        await session.execute(insert(Budget), rows)


def _refuse_changed(kept: Sequence[Budget], before: Sequence[BudgetLimit]) -> None:
    others = [each for each in kept if _wish(each) not in before]
    if others or len(kept) != len(before):
        raise BudgetsChanged(sorted({each.changed_by for each in others}))


def _wish(budget: Budget) -> BudgetLimit:
    return BudgetLimit(budget.source, budget.per, budget.most_micros, budget.most_calls)


async def budgets_of(session: AsyncSession, tenant_id: UUID) -> list[Budget]:
    mine = select(Budget).where(Budget.tenant_id == tenant_id).order_by(Budget.per, Budget.source.nulls_first())
    return list(await session.scalars(mine))


async def ledger_of(session: AsyncSession, tenant_id: UUID, before: UUID | None) -> list[ApiCall]:
    """The newest first."""
    mine = select(ApiCall).where(ApiCall.tenant_id == tenant_id).order_by(ApiCall.id.desc()).limit(MOST_ENTRIES)
    return list(await session.scalars(mine if before is None else mine.where(ApiCall.id < before)))
