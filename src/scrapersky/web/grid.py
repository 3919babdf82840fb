"""What a workflow's page shows: chips, rows, and the way to the next page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from sqlalchemy import ColumnElement, RowMapping, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.filters import Filter, where_in_any_state
from scrapersky.curation_sdk.links import Link
from scrapersky.curation_sdk.listing import Paging, list_rows
from scrapersky.curation_sdk.origins import WrittenOrigin
from scrapersky.curation_sdk.statuses import State
from scrapersky.curation_sdk.switching import paused_workflows
from scrapersky.curation_sdk.workflow import AnyWorkflow

PAGE_SIZE = 50
BUSY = (State.QUEUED, State.PROCESSING)

# Never colour alone: each state has its shape, and its word stands beside it.
SHAPES = {
    State.NEW: "○",
    State.QUEUED: "●",
    State.PROCESSING: "◉",
    State.COMPLETE: "✔",
    State.ERROR: "▲",
    State.SKIPPED: "■",
}


class View(BaseModel):
    """What of a workflow is looked at; all of it is in the address, so that a link can be sent."""

    model_config = ConfigDict(frozen=True)

    status: Annotated[State | None, BeforeValidator(lambda given: given or None)] = None
    search: str = Field(default="", max_length=500)
    origin: Annotated[WrittenOrigin | None, BeforeValidator(lambda given: given or None)] = None
    page: int = Field(default=1, ge=1, le=2_000)

    def link(self, **changes: object) -> str:
        """The query of this view with something changed; a new filter starts at its first page."""
        wanted = {"status": self.status, "search": self.search, "origin": self.origin, "page": 1, **changes}
        parts = {name: value for name, value in wanted.items() if value not in (None, "", 1)}
        return "?" + urlencode(parts)


@dataclass(frozen=True, slots=True)
class Chip:
    """A state with its count, and the way to see only it."""

    word: str
    shape: str
    count: int
    link: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """One page of one workflow."""

    workflow: AnyWorkflow
    view: View
    chips: Sequence[Chip]
    rows: Sequence[RowMapping]
    total: int
    total_is_estimate: bool
    is_paused: bool

    def name_of(self, row: RowMapping) -> object:
        """What a row is called for those who hear the page: the first of its columns that is filled."""
        return next((row[each.key] for each in self.workflow.columns if row[each.key]), row["id"])

    @property
    def is_busy(self) -> bool:
        return any(chip.count for chip in self.chips if chip.word in BUSY)

    @property
    def first(self) -> int:
        return (self.view.page - 1) * PAGE_SIZE + 1

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1

    @property
    def previous_link(self) -> str | None:
        return self.view.link(page=self.view.page - 1) if self.view.page > 1 else None

    @property
    def next_link(self) -> str | None:
        return self.view.link(page=self.view.page + 1) if self.total > self.view.page * PAGE_SIZE else None


async def read_grid(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, view: View, links: Sequence[Link] = ()
) -> Grid:
    wanted = Filter(states=(view.status,) if view.status else (), search=view.search, origin=view.origin)
    page = await list_rows(session, workflow, tenant_id, wanted, Paging(view.page, PAGE_SIZE), links=links)
    same_origin = where_in_any_state(workflow, tenant_id, Filter(origin=view.origin), links)
    counts = await count_states(session, workflow, same_origin)
    total = page.total
    return Grid(
        workflow,
        view,
        _chips(view, counts),
        page.items,
        total.rows if total else 0,
        total.is_estimate if total else False,
        workflow.name in await paused_workflows(session),
    )


async def count_states(
    session: AsyncSession, workflow: AnyWorkflow, conditions: Sequence[ColumnElement[bool]] = ()
) -> dict[State, int]:
    """How many rows are in each state, of all tenants unless told otherwise."""
    curation = workflow.curation
    counting = select(curation.state, func.count()).where(*conditions).group_by(curation.state)
    counted: dict[Any, int] = dict((await session.execute(counting)).all())
    return {state: counted.get(state.value, 0) for state in State}


def _chips(view: View, counts: Mapping[State, int]) -> list[Chip]:
    everything = Chip("All", "", sum(counts.values()), view.link(status=None), view.status is None)
    return [
        everything,
        *(
            Chip(state.value, SHAPES[state], count, view.link(status=state.value), view.status is state)
            for state, count in counts.items()
        ),
    ]
