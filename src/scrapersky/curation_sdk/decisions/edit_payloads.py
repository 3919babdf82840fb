"""What a change of values takes and answers, the same for every workflow."""

from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from scrapersky.curation_sdk.decisions.payloads import SomeIds
from scrapersky.curation_sdk.declaring import Answer, Body
from scrapersky.curation_sdk.lists import Filter, Note, Tag

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
