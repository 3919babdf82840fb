"""What a tenant may spend, and what of it is spent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.models.api_call import ApiCall, Budget

MOST_ENTRIES = 200


@dataclass(frozen=True, slots=True)
class BudgetWish:
    source: str | None
    per: str
    most_micros: int | None
    most_calls: int | None


async def set_budgets(session: AsyncSession, actor: Actor, wishes: Sequence[BudgetWish]) -> None:
    """These and no others from now on."""
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


async def budgets_of(session: AsyncSession, tenant_id: UUID) -> list[Budget]:
    mine = select(Budget).where(Budget.tenant_id == tenant_id).order_by(Budget.per, Budget.source.nulls_first())
    return list(await session.scalars(mine))


async def ledger_of(session: AsyncSession, tenant_id: UUID, before: UUID | None) -> list[ApiCall]:
    """The newest first."""
    mine = select(ApiCall).where(ApiCall.tenant_id == tenant_id).order_by(ApiCall.id.desc()).limit(MOST_ENTRIES)
    return list(await session.scalars(mine if before is None else mine.where(ApiCall.id < before)))
