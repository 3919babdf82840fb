"""What is paid for, over HTTP: budgets, the ledger of every such request, and what was asked and handed over today."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.source import Terms
from scrapersky.coordination.paid_calls import spent
from scrapersky.curation_sdk.declaring import Body, StoredText, answer_of, examples
from scrapersky.models import Budget
from scrapersky.routers.access import Admin, RunningClients, Session, Viewer
from scrapersky.services import api_usage
from scrapersky.services.delivery_targets.store import target_names

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


router = APIRouter(prefix="/api/v3", tags=["Settings"])


@router.get("/budgets", operation_id="list_budgets", summary="What may be spent, and what is")
async def list_budgets(actor: Viewer, session: Session) -> list[BudgetAnswer]:
    return [await _answer(session, budget) for budget in await api_usage.budgets_of(session, actor.tenant_id)]


@router.put("/budgets", operation_id="set_budgets", summary="Replace the budgets by these")
async def replace_budgets(actor: Admin, session: Session, request: BudgetsRequest) -> list[BudgetAnswer]:
    before = None if request.before is None else _wishes(request.before)
    await api_usage.set_budgets(session, actor, _wishes(request.budgets), before=before)
    return [await _answer(session, budget) for budget in await api_usage.budgets_of(session, actor.tenant_id)]


@router.get(
    "/budgets/ledger", operation_id="list_paid_calls", summary="Every request that was paid for, the newest first"
)
async def list_paid_calls(actor: Viewer, session: Session, after: UUID | None = None) -> list[LedgerEntry]:
    return [LedgerEntry.model_validate(each) for each in await api_usage.ledger_of(session, actor.tenant_id, after)]


def _wishes(items: Sequence[BudgetItem]) -> list[api_usage.BudgetLimit]:
    return [api_usage.BudgetLimit(each.source, each.per, each.most_micros, each.most_calls) for each in items]


async def _answer(session: AsyncSession, budget: Budget) -> BudgetAnswer:
    used: tuple[int | None, int | None] = (None, None)
    if budget.per == "month":
        now = (await session.scalars(select(func.now()))).one()
        calls, micros = (await session.execute(spent(budget, now))).one()
        used = (calls, micros)
    return answer_of(BudgetAnswer, budget, used_calls=used[0], used_micros=used[1])


class LimitItem(BaseModel):
    name: str
    title: str
    used_today: int = Field(description="Since midnight, UTC; where there is a limit by all tenants, who share it.")
    most_per_day: int | None = Field(description="Nothing where no limit is set.")
    unit: str
    cost_micros: int | None = Field(description="Millionths of a dollar today; nothing where it costs nothing.")


class Limits(BaseModel):
    items: list[LimitItem]


@router.get("/limits", operation_id="get_limits", summary="Paid requests and hand-overs of today")
async def limits(clients: RunningClients, actor: Viewer, session: Session) -> Limits:
    now = (await session.scalars(select(func.clock_timestamp()))).one()
    paid = await api_usage.paid_today(session, actor.tenant_id, now)
    delivered = await api_usage.delivered_today(session, actor.tenant_id, now)
    known = await target_names(session, actor.tenant_id, clients.targets if clients else ())
    return Limits(items=[*paid_sources(clients, paid), *_targets(known, delivered)])


def paid_sources(clients: Clients | None, used: dict[str, api_usage.Usage]) -> list[LimitItem]:
    known = clients.places.by_name if clients and clients.places else {}
    paid = {name: source.terms for name, source in known.items() if source.terms.page_cost_micros}
    own = [name for name, usage in used.items() if usage.calls]
    return [
        usage_of_source(name, paid.get(name), used.get(name, api_usage.Usage(name, 0, 0)))
        for name in dict.fromkeys([*paid, *own])
    ]


def usage_of_source(name: str, terms: Terms | None, used: api_usage.Usage) -> LimitItem:
    most = terms.most_per_day if terms else None
    return LimitItem(
        name=name,
        title=terms.title if terms else name,
        used_today=used.calls if most is None else used.calls_of_all,
        most_per_day=most,
        unit="requests",
        cost_micros=used.cost_micros,
    )


def _targets(known: Sequence[str], used: dict[str, api_usage.Usage]) -> list[LimitItem]:
    return [
        LimitItem(
            name=name,
            title=f"Delivery to {name}",
            used_today=used[name].calls if name in used else 0,
            most_per_day=None,
            unit="contacts",
            cost_micros=None,
        )
        for name in dict.fromkeys([*known, *used])
    ]
