"""What every workflow's endpoints take and answer."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from scrapersky.curation_sdk.columns import Moment, StoredText
from scrapersky.curation_sdk.filters import Filter
from scrapersky.curation_sdk.origins import WrittenOrigin
from scrapersky.curation_sdk.outcomes import Ending
from scrapersky.curation_sdk.search_text import LONGEST_SEARCH
from scrapersky.curation_sdk.shown_columns import ColumnKind
from scrapersky.curation_sdk.statuses import Settable, State
from scrapersky.curation_sdk.workflow import NEWEST_FIRST

MOST_IDS = 50_000
MOST_AT_ONCE = 10_000
LONGEST_UNDO_SECONDS = 3600
LONGEST_SPREAD_SECONDS = 86_400

# The first bad one is told: fifty thousand complaints would keep the server busy for seconds.
SomeIds = Annotated[list[UUID], Field(max_length=MOST_IDS, fail_fast=True)]
Ids = Annotated[
    list[UUID],
    Field(min_length=1, max_length=MOST_IDS, fail_fast=True, description=f"One or many rows, at most {MOST_IDS:,}."),
]


class Body(BaseModel):
    """A field that no one knows is a mistake to be told, not to be dropped."""

    model_config = ConfigDict(extra="forbid")


class Answer(BaseModel):
    """Its validators are made with the first answer: a start makes hundreds of endpoints, and few are asked."""

    model_config = ConfigDict(defer_build=True)


class Deciding(Body):
    """A person's decision, whatever the rows."""

    status: Settable = Field(description="What the rows become: New, Queued or Skipped.")
    undo_seconds: float = Field(
        0, ge=0, le=LONGEST_UNDO_SECONDS, allow_inf_nan=False, description="Workers wait so long, for undo's sake."
    )
    priority: int = Field(0, ge=-10, le=10, description="Higher goes first.")
    spread_seconds: float = Field(
        0,
        ge=0,
        le=LONGEST_SPREAD_SECONDS,
        allow_inf_nan=False,
        description="Queued rows become due one after the other over this time, so that no host is hit by all at once.",
    )


class BatchStatusUpdateRequest(Deciding):
    """Rows named one by one."""

    ids: Ids


class FilterStatusUpdateRequest(Deciding):
    """Every row that matches, as many as the person saw."""

    filter: Filter = Field(default_factory=Filter)
    exclude_ids: SomeIds = Field(default_factory=list)
    expected_count: int | None = Field(
        default=None, ge=0, description="How many rows the person saw; required to change any."
    )
    limit: int | None = Field(default=None, ge=1, le=MOST_IDS, description="Change only so many, the newest first.")
    dry_run: bool = Field(default=False, description="Only count.")


class Job(Answer):
    """A batch that is carried out in chunks."""

    id: UUID
    workflow: str
    status: str
    state: str = Field(description="running, done, cancelled, failed, undoing, undone or partly undone")
    total: int
    done: int
    restored: int = 0
    failure: str | None = None
    made_by: str
    made_at: datetime
    undone_at: datetime | None = None
    filter_in_words: str | None = None


class BatchStatusUpdateResponse(Answer):
    """What was done, and what was not."""

    message: str
    updated_ids: list[UUID] = Field(default_factory=list)
    updated_count: int = 0
    queued_count: int = 0
    not_found: list[UUID] = Field(default_factory=list, description="Unknown, or another tenant's.")
    in_work: list[UUID] = Field(default_factory=list, description="Rows that a worker holds: they finish first.")
    batch_id: UUID | None = None
    undo_token: str | None = None
    matching_count: int | None = Field(default=None, description="How many rows match the filter now.")
    filter_in_words: str | None = None
    job: Job | None = Field(default=None, description="With answer 202: the job that carries the batch out.")


class ListQuery(Body):
    """The list's parameters; each shown column is one more."""

    status_filter: list[State] = Field(default_factory=list, max_length=20, description="States; may be repeated.")
    search: str = Field(
        "",
        max_length=LONGEST_SEARCH,
        description="Beginnings of words that all occur, and tokens that all hold:"
        ' name:value, name:"two words", name:~part, score:>80, score:40..80, name:none, -name:value, since:2h.',
    )
    batch: UUID | None = Field(default=None, description="Only the rows of this batch.")
    outcome: StoredText | None = Field(default=None, description="Only rows with this outcome.")
    updated_since: Moment | None = Field(default=None, description="Only rows whose status changed since.")
    origin: WrittenOrigin | None = Field(
        default=None, description="Only rows that come from this row of a table upstream, written table:uuid."
    )
    page: int = Field(1, ge=1, le=2**31 - 1)
    size: int = Field(50, ge=1, le=100)
    sort: str = Field(NEWEST_FIRST, max_length=100, description="A sortable column, downwards with - before it.")
    after: str | None = Field(default=None, max_length=60_000, description="`next` or `previous` of another page.")
    with_total: bool = Field(default=True, description="false spares the count.")


class Item(Answer):
    """A row of a list: what the workflow shows of it, its statuses and its state."""

    id: UUID
    created_at: datetime
    curation_status: State
    processing_status: State | None
    state: State
    error: str | None
    outcome: str | None
    attempts: int
    updated_at: datetime


class ItemPage(Answer):
    """A page of a list."""

    total: int | None
    total_is_estimate: bool
    page: int
    size: int
    next: str | None = Field(description="The cursor of the page after this one; send it as `after`.")
    previous: str | None = Field(description="The cursor of the page before this one; send it as `after`.")


class Detail(BaseModel):
    """One row: the item of the list, and everything else that can be read."""

    row: dict[str, Any] = Field(description="Every column but the machinery's.")
    states: dict[str, State] = Field(description="The row's state in each workflow on the table.")
    edited_fields: list[str] = Field(description="Values that a person corrected; workers leave them alone.")


class RunPayload(Answer):
    """One attempt at one row."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    workflow: str
    attempt: int
    worker: UUID | None
    ending: Ending
    outcome: str | None
    message: str | None
    produced: int
    started_at: datetime
    ended_at: datetime


class ChangePayload(Answer):
    """A value that a person corrected."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    field: str
    before: str | None
    after: str | None
    made_by: str
    made_at: datetime


class RemovalPayload(Answer):
    """What goes, or went, with a deleted row."""

    message: str
    dry_run: bool
    total: int = Field(description="Send it back as `expected` to delete.")
    counts: dict[str, int] = Field(description="Rows per table, the row itself among them.")


class Message(BaseModel):
    message: str


class BatchList(BaseModel):
    """Decisions, newest first."""

    items: list[Job]
    next: UUID | None = Field(description="Send it as `after` for the page after this one.")


class Undoing(BaseModel):
    """What could be taken back."""

    message: str
    batch_id: UUID
    total: int
    restored: int
    in_work: list[UUID] = Field(default_factory=list, description="Being processed; each can be stopped.")
    job: Job | None = Field(default=None, description="With answer 202: the job that takes the batch back.")


class ColumnPayload(BaseModel):
    """A shown column: `type` is the database's, `kind` how a person reads it."""

    name: str
    label: str
    type: str
    kind: ColumnKind
    is_editable: bool
    is_sortable: bool


class WorkflowPayload(BaseModel):
    """A workflow as a client needs to know it."""

    name: str
    code: str
    title: str
    purpose: str
    table: str
    path: str
    table_path: str | None
    produces: str | None
    columns: list[ColumnPayload]
    default_sort: str = Field(description="The order of a list that names none.")
    is_searchable: bool
    settable: list[Settable] = list(Settable)
    states: list[State] = list(State)
    schedule: dict[str, float | bool]
    paused: bool
    changed_by: str | None
    changed_at: datetime | None
