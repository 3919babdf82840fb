"""How many rows are in which state, per workflow: for status displays that ask every second."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, State
from scrapersky.curation_sdk.lists import MOST_COUNTED, Filter, Total, capped_count, guessed_rows, where
from scrapersky.curation_sdk.queue import paused_workflows

SECONDS_KEPT = 1.0
MOST_KEPT = 1000


@dataclass(frozen=True, slots=True)
class WorkflowCounts:
    """`estimated` names the states whose number is a guess."""

    workflow: str
    code: str
    title: str
    paused: bool
    counts: dict[State, int]
    estimated: list[State]


@dataclass(slots=True)
class Overviews:
    """Counts of all workflows, kept for a second per tenant however many ask."""

    registry: Registry
    clock: Callable[[], float] = time.monotonic
    _kept: dict[UUID, tuple[float, list[WorkflowCounts]]] = field(default_factory=dict)

    async def of(self, session: AsyncSession, tenant_id: UUID) -> list[WorkflowCounts]:
        made, counts = self._kept.get(tenant_id, (float("-inf"), []))
        return counts if self.clock() - made <= SECONDS_KEPT else await self.count(session, tenant_id)

    async def count(self, session: AsyncSession, tenant_id: UUID) -> list[WorkflowCounts]:
        """Now, whatever is kept."""
        paused, began = await paused_workflows(session), self.clock()
        counts = [
            await _count(session, workflow, tenant_id, paused=workflow.name in paused) for workflow in self.registry
        ]
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[tenant_id] = (began, counts)
        return counts


async def _count(session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, *, paused: bool) -> WorkflowCounts:
    filters = {state: Filter(states=(state,)) for state in State}
    counted = [
        capped_count(workflow, where(workflow, tenant_id, wanted), MOST_COUNTED).scalar_subquery()
        for wanted in filters.values()
    ]
    row = (await session.execute(select(*counted))).one()
    totals = {state: Total(number) for state, number in zip(State, row, strict=True)}
    for state, total in totals.items():
        if total.rows > MOST_COUNTED:
            matching = select(workflow.curation.id).where(*where(workflow, tenant_id, filters[state]))
            totals[state] = Total(max(total.rows, await guessed_rows(session, matching)), is_estimate=True)
    return WorkflowCounts(
        workflow=workflow.name,
        code=workflow.code,
        title=workflow.title,
        paused=paused,
        counts={state: total.rows for state, total in totals.items()},
        estimated=[state for state, total in totals.items() if total.is_estimate],
    )
