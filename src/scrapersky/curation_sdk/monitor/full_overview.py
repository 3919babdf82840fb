"""The first page of the product: where every workflow stands, how fast it goes, and what needs a person."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Registry, State, StateCounts
from scrapersky.curation_sdk.monitor.attention import Need, needs_of, ruled_workflows
from scrapersky.curation_sdk.monitor.kept_answers import KeptAnswers
from scrapersky.curation_sdk.monitor.overview import SECONDS_KEPT, Overviews
from scrapersky.curation_sdk.monitor.rates import shares_that_went_on
from scrapersky.curation_sdk.monitor.workflow_status import Standing, TenantStandings
from scrapersky.curation_sdk.queue import failing_parts, next_ticks

SECONDS_SHARES_ARE_KEPT = 60.0


class WorkflowOverview(BaseModel):
    name: str
    code: str
    title: str
    paused: bool
    counts: StateCounts
    estimated: list[State] = Field(description="States whose number is a guess.")
    fell_short: int = Field(description="How many of the Complete rows did not come to what they were queued for.")
    oldest_waiting_seconds: float | None
    errors_last_hour: int
    finished_last_hour: int
    per_minute: float = Field(description="Rows finished, well or not, in the last minutes.")
    drained_in_seconds: int | None = Field(description="Nothing when nobody works on the queue.")
    next_tick_at: datetime | None
    went_on: float | None = Field(description="Share of finished rows that produced something for the next stage.")
    error_rate: float | None = Field(description="Of the last hour.")
    too_many_errors: bool


class Overview(BaseModel):
    at: datetime
    totals: StateCounts
    finished_last_hour: int
    errors_last_hour: int
    workflows: list[WorkflowOverview]
    needs: list[Need] = Field(description="At most five, the most pressing first.")
    is_empty: bool = Field(description="Nothing was ever searched for or imported.")


@dataclass(slots=True)
class FullOverviews:
    """Kept for a second per tenant however many ask; the shares, which take reading a day of history, for a minute.

    `refused` says why a workflow does not run.
    """

    registry: Registry
    overviews: Overviews
    refused: Mapping[str, str] = field(default_factory=dict)
    clock: Callable[[], float] = time.monotonic
    _kept: KeptAnswers[Overview] = field(init=False)
    _shares: KeptAnswers[dict[str, float]] = field(init=False)

    def __post_init__(self) -> None:
        self._kept = KeptAnswers(SECONDS_KEPT, self.clock)
        self._shares = KeptAnswers(SECONDS_SHARES_ARE_KEPT, self.clock)

    async def of(self, session: AsyncSession, tenant_id: UUID, hours: int) -> Overview:
        return await self._kept.get((tenant_id, hours), partial(self._make, session, tenant_id, hours))

    async def _make(self, session: AsyncSession, tenant_id: UUID, hours: int) -> Overview:
        now = (await session.scalars(select(func.clock_timestamp()))).one()
        standings = await TenantStandings(session, tenant_id, now).of(self.registry, self.overviews)
        shares = await self._shares.get(
            (tenant_id, hours), partial(shares_that_went_on, session, tenant_id, now, timedelta(hours=hours))
        )
        ticks = await next_ticks(session, now)
        ruled = await ruled_workflows(session, tenant_id)
        return Overview(
            at=now,
            totals={state: sum(standing.rows(state) for standing in standings) for state in State},
            finished_last_hour=sum(standing.rate.finished for standing in standings),
            errors_last_hour=sum(standing.rate.failed for standing in standings),
            workflows=[_workflow_overview(standing, shares, ticks) for standing in standings],
            needs=needs_of(standings, self.refused, now, await failing_parts(session, now), ruled),
            is_empty=not any(standing.rows(*State) for standing in standings),
        )


def _workflow_overview(
    standing: Standing, shares: Mapping[str, float], ticks: Mapping[str, datetime]
) -> WorkflowOverview:
    counts, rate, name = standing.counts, standing.rate, standing.workflow.name
    return WorkflowOverview(
        name=name,
        code=standing.workflow.code,
        title=standing.workflow.title,
        paused=counts.paused,
        counts=counts.counts,
        estimated=counts.estimated,
        fell_short=counts.fell_short,
        oldest_waiting_seconds=standing.oldest_waiting,
        errors_last_hour=rate.failed,
        finished_last_hour=rate.finished,
        per_minute=rate.per_minute,
        drained_in_seconds=None if counts.paused else rate.seconds_for(standing.rows(State.QUEUED)),
        next_tick_at=ticks.get(name),
        went_on=shares.get(name),
        error_rate=rate.error_rate,
        too_many_errors=rate.too_many_errors,
    )
