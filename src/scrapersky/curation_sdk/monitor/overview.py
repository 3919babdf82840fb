"""How many rows are in which state, per workflow: for status displays that ask every second."""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, State
from scrapersky.curation_sdk.lists import (
    MOST_COUNTED,
    TENANT,
    Filter,
    Total,
    ask,
    capped_count,
    guessed_rows,
    short_count,
    short_of,
    where,
)
from scrapersky.curation_sdk.monitor.kept_answers import KeptAnswers
from scrapersky.curation_sdk.queue import paused_workflows

SECONDS_KEPT = 1.0


@dataclass(slots=True)
class WorkflowCounts:
    """`estimated` names the states whose number is a guess, `fell_short` how many of Complete are a shortfall."""

    workflow: str
    paused: bool
    counts: dict[State, int]
    estimated: list[State]
    fell_short: int


@dataclass(slots=True)
class Overviews:
    """Counts of all workflows, kept for a second per tenant however many ask."""

    registry: Registry
    clock: Callable[[], float] = time.monotonic
    _kept: KeptAnswers[list[WorkflowCounts]] = field(init=False)

    def __post_init__(self) -> None:
        self._kept = KeptAnswers(SECONDS_KEPT, self.clock)

    async def of(self, session: AsyncSession, tenant_id: UUID) -> list[WorkflowCounts]:
        return await self._kept.get(tenant_id, partial(self._count, session, tenant_id))

    async def count(self, session: AsyncSession, tenant_id: UUID) -> list[WorkflowCounts]:
        """Now, whatever is kept."""
        return await self._kept.renew(tenant_id, partial(self._count, session, tenant_id))

    async def _count(self, session: AsyncSession, tenant_id: UUID) -> list[WorkflowCounts]:
        paused = await paused_workflows(session, tenant_id)
        workflows = list(self.registry)
        if not workflows:
            return []
        shape = ("counts", MOST_COUNTED, *(workflow.name for workflow in workflows))
        build = partial(_counts_statement, workflows, tenant_id)
        (row,) = await ask(session, shape, build, {TENANT: tenant_id})
        numbers = iter(row)
        counted = [
            await _counted(session, workflow, tenant_id, {state: next(numbers) for state in State}, paused)
            for workflow in workflows
        ]
        for workflow, each in zip(workflows, counted, strict=True):
            if workflow.shortfall:
                each.fell_short = short_of(each.counts[State.COMPLETE], next(numbers))
        return counted


def _counts_statement(workflows: list[AnyWorkflow], tenant_id: UUID) -> Select[Any]:
    return select(
        *(
            capped_count(workflow, where(workflow, tenant_id, Filter(states=(state,))), MOST_COUNTED).scalar_subquery()
            for workflow in workflows
            for state in State
        ),
        *(
            short_count(workflow, workflow.shortfall, where(workflow, tenant_id, Filter(states=(State.COMPLETE,))))
            for workflow in workflows
            if workflow.shortfall
        ),
    )


async def _counted(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, counted: dict[State, int], paused: Collection[str]
) -> WorkflowCounts:
    totals = {state: Total(number) for state, number in counted.items()}
    for state, total in totals.items():
        if total.rows > MOST_COUNTED:
            matching = select(workflow.curation.id).where(*where(workflow, tenant_id, Filter(states=(state,))))
            totals[state] = Total(max(total.rows, await guessed_rows(session, matching)), is_estimate=True)
    return WorkflowCounts(
        workflow=workflow.name,
        paused=workflow.name in paused,
        counts={state: total.rows for state, total in totals.items()},
        estimated=[state for state, total in totals.items() if total.is_estimate],
        fell_short=0,
    )
