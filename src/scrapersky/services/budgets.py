"""What a tenant may spend, and what of it is spent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.errors import ScraperSkyError
from scrapersky.models.api_call import ApiCall, Budget

MOST_ENTRIES = 200


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
