"""What every workflow's endpoints take and answer."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, computed_field

from scrapersky.curation_sdk.declaring import NEWEST_FIRST, Answer, Body, Ending, Moment, State, StoredText
from scrapersky.curation_sdk.lists import LONGEST_SEARCH, WrittenOrigin
from scrapersky.curation_sdk.monitor import RunKey


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
    id: list[UUID] = Field(
        default_factory=list, max_length=100, description="These rows and no others, whatever else is said of them."
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
    tags: list[str]
    note: str | None


class ItemPage(Answer):
    """A page of a list."""

    total: int | None
    total_is_estimate: bool
    page: int
    size: int
    next: str | None = Field(description="The cursor of the page after this one; send it as `after`.")
    previous: str | None = Field(description="The cursor of the page before this one; send it as `after`.")
    through: UUID = Field(description="Rows with greater ids came after this answer; a filter takes it as `through`.")


class Detail(BaseModel):
    """One row: the item of the list, and everything else that can be read."""

    row: dict[str, Any] = Field(description="Every column but the machinery's.")
    states: dict[str, State] = Field(description="The row's state in each workflow on the table.")
    edited_fields: list[str] = Field(description="Values that a person corrected; workers leave them alone.")
    refusal: str | None = Field(description="Why the row may not be queued, as when somebody is to be left alone.")


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

    @computed_field(description="The run that it is a line of, as the list of runs names it.")  # type: ignore[prop-decorator]
    @property
    def run(self) -> str:
        return str(RunKey.at(self.ended_at, self.worker, self.workflow))


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
