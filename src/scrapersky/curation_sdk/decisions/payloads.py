"""What a decision takes and answers, the same for every workflow."""

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, Field

from scrapersky.curation_sdk.declaring import Answer, Body, Moment, Settable, State
from scrapersky.curation_sdk.lists import Filter, Note, Tag

Status = TypeVar("Status", bound=StrEnum)

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


class Deciding(Body):
    """A person's decision, whatever the rows."""

    status: Settable = Field(description="What the rows become: New, Queued or Skipped.")
    undo_seconds: float = Field(
        default=0,
        ge=0,
        le=LONGEST_UNDO_SECONDS,
        allow_inf_nan=False,
        description="Workers wait so long, and rules with rows that become New, for undo's sake.",
    )
    priority: int = Field(default=0, ge=-10, le=10, description="Higher goes first.")
    spread_seconds: float = Field(
        default=0,
        ge=0,
        le=LONGEST_SPREAD_SECONDS,
        allow_inf_nan=False,
        description="Queued rows become due one after the other over this time, so that no host is hit by all at once.",
    )


class SeenRow(Body):
    """A row as somebody saw it."""

    id: UUID
    updated_at: Moment = Field(description="As the list or the details had it.")


class BatchStatusUpdateRequest(Deciding):
    """Rows named one by one."""

    ids: Ids
    sitting: UUID | None = Field(
        default=None, description="Shared by what is decided one by one in one sitting: what is alike is one batch."
    )
    seen: list[SeenRow] = Field(
        default_factory=list,
        max_length=MOST_AT_ONCE,
        fail_fast=True,
        description="Rows as the person saw them. One about which somebody else decided since is left as it is and told"
        f" as `overtaken`. With at most {MOST_AT_ONCE:,} ids.",
    )


class StatusUpdateRequest(BatchStatusUpdateRequest, Generic[Status]):
    """As type checkers see the request of one workflow, with its own statuses."""

    if TYPE_CHECKING:
        status: Status  # type: ignore[assignment]  # its words, three of which are the settable ones


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
    by_machine: bool = Field(default=False, description="By a rule, a schedule or a stage, and not by a person.")
    made_at: datetime
    last_at: datetime | None = Field(
        default=None, description="Of a sitting to which rows were added: when the last one was decided."
    )
    undone_at: datetime | None = None
    is_past_undo: bool = Field(default=False, description="Every row of it was worked on or decided anew since.")
    decided_anew: int = Field(default=0, description="How many of its rows somebody decided about again since.")
    decided_anew_by: list[str] = Field(default_factory=list, description="Who did.")
    filter_in_words: str | None = None
    sitting: UUID | None = Field(
        default=None, description="Of the sitting in review in which it was decided row by row."
    )
    what: str | None = Field(default=None, description="Where values were changed, and not statuses: which.")
    refused: int = Field(default=0, description="Rows that may not be queued: they are as they were, and not in total.")
    refusal: str | None = Field(default=None, description="Why one of them may not.")
    told: str | None = Field(default=None, description="Of an import: what became of its lines.")


class RefusedRow(BaseModel):
    """A row that may not be queued. It is as it was."""

    id: UUID
    reason: str


class OvertakenRow(BaseModel):
    """A row about which somebody else decided since it was seen. It is as it is now."""

    id: UUID
    state: State
    curation_status: State
    updated_at: datetime = Field(description="Send it as `seen` to decide about it all the same.")
    made_by: str = Field(description="Who decided.")
    made_at: datetime


class BatchStatusUpdateResponse(Answer):
    """What was done, and what was not."""

    message: str
    updated_ids: list[UUID] = Field(default_factory=list)
    updated_count: int = 0
    queued_count: int = 0
    not_found: list[UUID] = Field(default_factory=list, description="Unknown, or another tenant's.")
    in_work: list[UUID] = Field(default_factory=list, description="Rows that a worker holds: they finish first.")
    refused: list[RefusedRow] = Field(
        default_factory=list, description="Rows that may not be queued, such as those of who is suppressed."
    )
    overtaken: list[OvertakenRow] = Field(
        default_factory=list, description="Rows about which somebody else decided since they were `seen`."
    )
    batch_id: UUID | None = None
    undo_token: str | None = None
    matching_count: int | None = Field(default=None, description="How many rows match the filter now.")
    filter_in_words: str | None = None
    job: Job | None = Field(default=None, description="With answer 202: the job that carries the batch out.")


class BatchList(BaseModel):
    """Decisions, newest first: a sitting stands where its last one was."""

    items: list[Job]
    next: str | None = Field(description="Send it as `after` for the page after this one.")


class Undoing(BaseModel):
    """What could be taken back."""

    message: str
    batch_id: UUID
    total: int
    restored: int
    in_work: list[UUID] = Field(default_factory=list, description="Being processed; each can be stopped.")
    job: Job | None = Field(default=None, description="With answer 202: the job that takes the batch back.")


MOST_EDITED = 10_000
MOST_SAMPLES = 20
MOST_TAGS = 20


class RowsEditRequest(Body):
    """Values, tags and a note for rows named one by one, or for every row that matches."""

    ids: SomeIds = Field(default_factory=list)
    filter: Filter | None = Field(default=None, description="Instead of ids: every row that matches.")
    exclude_ids: SomeIds = Field(default_factory=list)
    expected_count: int | None = Field(default=None, ge=0, description="With a filter: how many rows the person saw.")
    add_tags: list[Tag] = Field(default_factory=list, max_length=MOST_TAGS)
    remove_tags: list[Tag] = Field(default_factory=list, max_length=MOST_TAGS)
    note: Note | None = Field(default=None, description="Left out, notes stay as they are; empty, they are removed.")
    dry_run: bool = Field(default=False, description="Only say what would change.")

    @property
    def given(self) -> dict[str, Any]:
        """The values that were sent, as the columns take them."""
        values: BaseModel | None = getattr(self, "values", None)
        return {name: getattr(values, name) for name in values.model_fields_set} if values else {}


class EditSample(BaseModel):
    """One value of one row, before and after."""

    id: UUID
    title: str | None
    field: str
    before: str | None
    after: str | None


class RowsEdited(Answer):
    """What was changed, or would be. Rows that have the values already are not."""

    message: str
    matching_count: int
    changed_count: int
    samples: list[EditSample] = Field(description=f"At most {MOST_SAMPLES} of the changes.")
    filter_in_words: str | None = None
    batch_id: UUID | None = None
    undo_token: str | None = None
