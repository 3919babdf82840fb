"""What queueing so many rows means: how long it takes at the pace measured, and what it costs.

By when a queue is drained at that pace, and which setting would halve it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import Float, ScalarResult, Select, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Ending, Names, Run, Schedule, State, Worker, id_ago
from scrapersky.curation_sdk.lists import Filter, count_rows, state_is
from scrapersky.curation_sdk.monitor.rates import MINUTES_MEASURED, Rate, rates_of
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import paused_workflows

ROWS_MEASURED = 200
# Slots that are in use for so much of the time are what rows wait for.
FULL = 0.7
MOST_CONCURRENCY = 1000
_ENDED = (Ending.COMPLETE.value, Ending.ERROR.value)


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


@dataclass(frozen=True, slots=True)
class Measured:
    """Of the last minutes: attempts that ended, attempts put off until later, and seconds that work took in all."""

    ended: int = 0
    put_off: int = 0
    busy_seconds: float = 0.0

    @property
    def per_minute(self) -> float:
        return self.ended / MINUTES_MEASURED

    @property
    def rows_at_once(self) -> float:
        """On average."""
        return self.busy_seconds / (60 * MINUTES_MEASURED)


async def measure(session: AsyncSession, now: datetime, tenant_id: UUID | None = None) -> dict[str, Measured]:
    """Of one tenant's rows, or of all."""
    lately = Run.id > id_ago(now, 60 * MINUTES_MEASURED)
    seconds = cast(func.extract("epoch", Run.ended_at - Run.started_at), Float)
    found = await session.execute(
        select(
            Run.workflow,
            func.count().filter(Run.ending.in_(_ENDED)),
            func.count().filter(Run.ending == Ending.DEFERRED.value, Run.produced == 0),
            func.sum(seconds),
        )
        .where(lately, *([Run.tenant_id == tenant_id] if tenant_id else []))
        .group_by(Run.workflow)
    )
    return {workflow: Measured(ended, put_off, busy or 0.0) for workflow, ended, put_off, busy in found}


async def live_workers(session: AsyncSession) -> ScalarResult[Worker]:
    """Processes that take up rows."""
    return await session.scalars(select(Worker).where(Worker.lease_until > func.now(), Worker.claims))


@dataclass(frozen=True, slots=True)
class Drain:
    """One queue: how many rows wait, what was measured, and who works on it by which schedule."""

    names: Names
    schedule: Schedule
    waiting: int
    measured: Measured
    processes: int
    is_paused: bool

    @property
    def seconds(self) -> int | None:
        """Nothing while nobody works on it, or no pace is known."""
        if not self.waiting:
            return 0
        if self.is_paused or not self.processes or not self.measured.ended:
            return None
        return round(self.waiting / self.measured.per_minute * 60)

    @property
    def advice(self) -> str | None:
        """Which setting would halve it, where there is something to halve."""
        if not self.waiting or not self.schedule.enabled:
            return None
        if self.is_paused:
            return "it is paused: nothing is worked on until it is resumed"
        if not self.processes:
            return "no process works on it: start scrapersky worker"
        if not self.measured.ended + self.measured.put_off:
            return f"nothing ended in the last {MINUTES_MEASURED} minutes, so no pace is known"
        return self._what_would_halve()

    def _what_would_halve(self) -> str:
        slots = self.schedule.concurrency * self.schedule.max_instances * self.processes
        in_use = f"{self.measured.rows_at_once:.1f} of {plural(slots, 'slot')} in use"
        if self.measured.rows_at_once >= FULL * slots:
            return f"{in_use}: {self._twice_the_slots()} would halve that, where the machine has processors left"
        if self.measured.put_off > self.measured.ended:
            return (
                f"{in_use}, and {plural(self.measured.put_off, 'attempt was', 'attempts were')} put off for hosts'"
                " turns: half the seconds between two requests to a host would halve that, where the sites bear it"
            )
        return f"{in_use}: rows wait for their time, such as a retry's, or for processors; more slots would not help"

    def _twice_the_slots(self) -> str:
        twice = 2 * self.schedule.concurrency
        if twice > MOST_CONCURRENCY:
            return f"{2 * self.processes} processes instead of {self.processes}"
        return f"{self.names.setting('concurrency')}={twice} instead of {self.schedule.concurrency}"

    @property
    def words(self) -> str:
        """What a person reads of it, beside how many rows wait."""
        when = f"drained in {in_words(self.seconds)}" if self.seconds else None
        return "; ".join(part for part in (when, self.advice) if part)
