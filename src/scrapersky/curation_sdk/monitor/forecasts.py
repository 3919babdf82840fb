"""What queueing so many rows means: how long it takes at the pace measured, and what it costs."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, State
from scrapersky.curation_sdk.lists import Filter, count_rows, state_is
from scrapersky.curation_sdk.monitor.rates import Rate, rates_of
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import paused_workflows

ROWS_MEASURED = 200


class Forecast(BaseModel):
    rows: int
    per_minute: float | None = Field(description="Nothing while no pace is known.")
    queue_ahead: int = Field(description="Rows that wait already.")
    drained_in_seconds: int | None = Field(description="Until these rows are done too.")
    cost_micros: int | None = Field(description="Millionths of a dollar; nothing where such rows are never paid for.")
    cost_is_most: bool = Field(description="No such row was paid for yet: it costs so much at most.")
    time_words: str
    cost_words: str | None
    words: str = Field(description="Both in one.")


async def forecast(session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, rows: int) -> Forecast:
    now = (await session.scalars(select(func.clock_timestamp()))).one()
    rate = (await rates_of(session, tenant_id, now)).get(workflow.name, Rate())
    ahead = (await count_rows(session, workflow, tenant_id, Filter(states=(State.QUEUED,)))).rows
    is_paused = workflow.name in await paused_workflows(session, tenant_id)
    seconds = None if is_paused else rate.seconds_for(rows + ahead)
    cost = await _cost(session, workflow, tenant_id, rows)
    time_words = ". ".join(_time(rate, ahead, seconds, is_paused=is_paused)) + "."
    cost_words = cost.in_words() if cost else None
    return Forecast(
        rows=rows,
        per_minute=rate.per_minute or None,
        queue_ahead=ahead,
        drained_in_seconds=seconds,
        cost_micros=cost.micros if cost else None,
        cost_is_most=cost.is_most if cost else False,
        time_words=time_words,
        cost_words=cost_words,
        words=f"{time_words} {cost_words}" if cost_words else time_words,
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """Measured, or the most that was declared for a row."""

    micros: int
    is_most: bool

    def in_words(self) -> str:
        dollars = f"${self.micros / 1_000_000:,.2f}"
        if self.is_most:
            return f"This costs at most {dollars} by the price list: no such row was done yet."
        if self.micros == 0:
            return "Such rows cost nothing lately."
        return f"By what such rows cost lately, this costs about {dollars}."


async def _cost(session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, rows: int) -> Cost | None:
    """By what the latest rows cost, where the table keeps that; before there are any, by what one costs at most."""
    keeps_costs = "cost_micros" in workflow.model.__table__.c
    average = await session.scalar(_average_cost(workflow, tenant_id)) if keeps_costs else None
    if average is not None:
        return Cost(round(float(average) * rows), is_most=False)
    return Cost(workflow.most_cost_micros * rows, is_most=True) if workflow.most_cost_micros else None


def _average_cost(workflow: AnyWorkflow, tenant_id: UUID) -> Select[Any]:
    curation = workflow.curation
    latest = (
        select(workflow.model.cost_micros.label("cost"))
        .where(curation.tenant_id == tenant_id, state_is(workflow, State.COMPLETE))
        .order_by(curation.id.desc())
        .limit(ROWS_MEASURED)
        .subquery()
    )
    return select(func.avg(latest.c.cost))


def _time(rate: Rate, ahead: int, seconds: int | None, *, is_paused: bool) -> list[str]:
    waiting = [plural(ahead, "row waits already", "rows wait already")] if ahead else []
    if is_paused:
        return [*waiting, "The workflow is paused: nothing is worked on until it is resumed"]
    if seconds is None:
        return [*waiting, "Nothing was finished lately, so no pace is known"]
    return [*waiting, f"At {rate.per_minute:g} a minute all are done in {in_words(seconds)}"]


def in_words(seconds: float) -> str:
    """A length of time as people say it.

    >>> in_words(20), in_words(150), in_words(5400), in_words(200_000)
    ('20 s', '3 min', '1.5 h', '2.3 days')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{-(-seconds // 60):.0f} min"
    if seconds < 36 * 3600:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 86400:.1f} days"
