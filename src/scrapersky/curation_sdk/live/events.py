"""What a stream tells: each kind of event as the browser reads it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, Protocol, Union
from uuid import UUID

from pydantic import BaseModel, Field, RootModel, create_model
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Job
from scrapersky.curation_sdk.declaring import State, StateCounts

MOST_ROWS = 200


class Event(BaseModel):
    """`kind` is also the event's name on the stream."""

    kind: str


class LiveRow(BaseModel):
    """What of a row may change while someone looks at it."""

    id: UUID
    state: State
    curation_status: State
    processing_status: State | None
    error: str | None
    outcome: str | None
    attempts: int
    updated_at: datetime
    title: str | None


class RowsEvent(Event):
    """Rows that changed, as they are now."""

    kind: Literal["rows"] = "rows"
    workflow: str
    rows: list[LiveRow] = Field(max_length=MOST_ROWS)


class BulkEvent(Event):
    """Many rows changed at once: fetch again what you show. Without a batch it was workers who were faster."""

    kind: Literal["bulk"] = "bulk"
    workflow: str
    batch_id: UUID | None
    state: str
    count: int


class TickEvent(Event):
    """Where everything stands."""

    kind: Literal["tick"] = "tick"
    at: datetime
    counts: dict[str, StateCounts]
    per_minute: dict[str, int]


class WorkflowEvent(Event):
    """A workflow was paused, resumed or set otherwise."""

    kind: Literal["workflow"] = "workflow"
    name: str
    paused: bool
    changed_by: str | None


class JobEvent(Event):
    """How far a batch is that is carried out in chunks."""

    kind: Literal["job"] = "job"
    job: Job


class ResyncEvent(Event):
    """Something may have been missed: fetch again what you show."""

    kind: Literal["resync"] = "resync"
    reason: str


class BeatEvent(Event):
    """Nothing happened for three seconds: the connection is there. It has no id, and is never told later."""

    kind: Literal["beat"] = "beat"


EVENTS: tuple[type[Event], ...] = (RowsEvent, BulkEvent, TickEvent, WorkflowEvent, JobEvent, ResyncEvent, BeatEvent)


def live_event(more: tuple[type[Event], ...] = ()) -> type[BaseModel]:
    """Any event, told apart by its kind; a product may have kinds of its own."""
    kinds: Any = Union[(*EVENTS, *more)]
    union: Any = RootModel[Annotated[kinds, Field(discriminator="kind")]]
    made: type[BaseModel] = create_model("LiveEvent", __base__=union, __doc__="One event of the stream.")
    return made


News = tuple[UUID, Event]
"""An event, and whose."""


@dataclass(frozen=True, slots=True)
class Poll:
    """`now` is the database's; `tenants` are those that somebody listens for."""

    session: AsyncSession
    now: datetime
    tenants: Sequence[UUID]


class LiveWatch(Protocol):
    """Something to look at once a second. Each statement must find what it looks for by an index, and have a limit."""

    async def news(self, look: Poll) -> Iterable[News]: ...
