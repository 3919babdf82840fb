"""Budgets and the ledger over HTTP: what may be spent, and every request that was paid for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.coordination.paid_calls import spent
from scrapersky.curation_sdk.declaring import Body, StoredText, examples
from scrapersky.models.api_call import Budget
from scrapersky.routers.access import Admin, Session, Viewer
from scrapersky.services.budgets import BudgetLimit, budgets_of, ledger_of, set_budgets

MOST_BUDGETS = 100


class BudgetItem(Body):
    """A bound in money, in requests or in both; `source` left out means all sources together."""

    source: Annotated[StoredText, Field(max_length=100)] | None = None
    per: Literal["month", "search"] = "month"
    most_micros: int | None = Field(default=None, ge=0, le=2**53, description="Millionths of a dollar.")
    most_calls: int | None = Field(default=None, ge=0, le=2**31 - 1)

    @model_validator(mode="after")
    def _bounds_something(self) -> "BudgetItem":
        if self.most_micros is None and self.most_calls is None:
            raise ValueError("say how much: most_micros, most_calls or both")
        return self


class BudgetsRequest(Body):
    model_config = examples({"budgets": [{"source": "google", "per": "month", "most_micros": 50_000_000}]})

    budgets: Annotated[list[BudgetItem], Field(max_length=MOST_BUDGETS)]
    before: Annotated[list[BudgetItem], Field(max_length=MOST_BUDGETS)] | None = Field(
        default=None, description="What they were when you read them; if others changed them since, nothing is set."
    )

    @model_validator(mode="after")
    def _are_different(self) -> "BudgetsRequest":
        keys = [(each.source, each.per) for each in self.budgets]
        if len(set(keys)) != len(keys):
            raise ValueError("two budgets are for the same source and time; leave one out")
        return self


class BudgetAnswer(BudgetItem):
    changed_by: str
    used_micros: int | None = Field(description="This month; nothing for a budget of each search.")
    used_calls: int | None


class LedgerEntry(BaseModel):
    """`row_id` is a search or a place, by its workflow."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    source: str
    calls: int
    cost_micros: int
    workflow: str | None
    row_id: UUID | None
    search_id: UUID | None
    updated_at: datetime


router = APIRouter(prefix="/api/v3/budgets", tags=["Settings"])


@router.get("", operation_id="list_budgets", summary="What may be spent, and what is")
async def list_budgets(actor: Viewer, session: Session) -> list[BudgetAnswer]:
    return [await _answer(session, budget) for budget in await budgets_of(session, actor.tenant_id)]


@router.put("", operation_id="set_budgets", summary="Replace the budgets by these")
async def replace_budgets(actor: Admin, session: Session, request: BudgetsRequest) -> list[BudgetAnswer]:
    before = None if request.before is None else _wishes(request.before)
    await set_budgets(session, actor, _wishes(request.budgets), before=before)
    return [await _answer(session, budget) for budget in await budgets_of(session, actor.tenant_id)]


@router.get("/ledger", operation_id="list_paid_calls", summary="Every request that was paid for, the newest first")
async def list_paid_calls(actor: Viewer, session: Session, after: UUID | None = None) -> list[LedgerEntry]:
    return [LedgerEntry.model_validate(each) for each in await ledger_of(session, actor.tenant_id, after)]


def _wishes(items: Sequence[BudgetItem]) -> list[BudgetLimit]:
    return [BudgetLimit(each.source, each.per, each.most_micros, each.most_calls) for each in items]


async def _answer(session: AsyncSession, budget: Budget) -> BudgetAnswer:
    used: tuple[int | None, int | None] = (None, None)
    if budget.per == "month":
        now = (await session.scalars(select(func.now()))).one()
        calls, micros = (await session.execute(spent(budget, now))).one()
        used = (calls, micros)
    facts = {name: getattr(budget, name) for name in (*BudgetItem.model_fields, "changed_by")}
    return BudgetAnswer(**facts, used_calls=used[0], used_micros=used[1])
