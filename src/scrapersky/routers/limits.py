"""What was asked of paid sources and handed over today."""

from collections.abc import Sequence

from fastapi import APIRouter
from pydantic import BaseModel, Field
from sqlalchemy import func, select

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.source import Terms
from scrapersky.routers.access import Session, Viewer
from scrapersky.routers.application import RunningClients
from scrapersky.services.api_usage import Usage, delivered_today, paid_today
from scrapersky.services.delivery_targets.store import target_names


class LimitItem(BaseModel):
    name: str
    title: str
    used_today: int = Field(description="Since midnight, UTC; where there is a limit by all tenants, who share it.")
    most_per_day: int | None = Field(description="Nothing where no limit is set.")
    unit: str
    cost_micros: int | None = Field(description="Millionths of a dollar today; nothing where it costs nothing.")


class Limits(BaseModel):
    items: list[LimitItem]


router = APIRouter(prefix="/api/v3/limits", tags=["Settings"])


@router.get("", operation_id="get_limits", summary="Paid requests and hand-overs of today")
async def limits(clients: RunningClients, actor: Viewer, session: Session) -> Limits:
    now = (await session.scalars(select(func.clock_timestamp()))).one()
    paid = await paid_today(session, actor.tenant_id, now)
    delivered = await delivered_today(session, actor.tenant_id, now)
    known = await target_names(session, actor.tenant_id, clients.targets if clients else ())
    return Limits(items=[*paid_sources(clients, paid), *_targets(known, delivered)])


def paid_sources(clients: Clients | None, used: dict[str, Usage]) -> list[LimitItem]:
    known = clients.places.by_name if clients and clients.places else {}
    paid = {name: source.terms for name, source in known.items() if source.terms.page_cost_micros}
    own = [name for name, usage in used.items() if usage.calls]
    return [
        usage_of_source(name, paid.get(name), used.get(name, Usage(name, 0, 0)))
        for name in dict.fromkeys([*paid, *own])
    ]


def usage_of_source(name: str, terms: Terms | None, used: Usage) -> LimitItem:
    most = terms.most_per_day if terms else None
    return LimitItem(
        name=name,
        title=terms.title if terms else name,
        used_today=used.calls if most is None else used.calls_of_all,
        most_per_day=most,
        unit="requests",
        cost_micros=used.cost_micros,
    )


def _targets(known: Sequence[str], used: dict[str, Usage]) -> list[LimitItem]:
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
