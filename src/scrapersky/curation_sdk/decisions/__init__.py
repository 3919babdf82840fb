"""What people decide about rows: one or many, at once or as a job, taken back, stopped or deleted.

It knows lists, by which rows are chosen, and the queue, which it wakes.
"""

from scrapersky.curation_sdk.decisions.batch import Changed, Decision, change_status
from scrapersky.curation_sdk.decisions.bulk import UNFINISHED, BulkJobs
from scrapersky.curation_sdk.decisions.deciding import RowDecisions, updated_words
from scrapersky.curation_sdk.decisions.editing import Editing
from scrapersky.curation_sdk.decisions.jobs import (
    cancel_job,
    job_of,
    list_jobs,
    named_jobs,
    take_back,
    with_ways_back,
    written_job,
)
from scrapersky.curation_sdk.decisions.making import record_made
from scrapersky.curation_sdk.decisions.marks import forget_marks, hand_marks_over
from scrapersky.curation_sdk.decisions.merging import Merge, Merging
from scrapersky.curation_sdk.decisions.payloads import (
    LONGEST_UNDO_SECONDS,
    MOST_AT_ONCE,
    MOST_IDS,
    BatchList,
    BatchStatusUpdateRequest,
    BatchStatusUpdateResponse,
    FilterStatusUpdateRequest,
    Job,
    RowsEdited,
    RowsEditRequest,
    SomeIds,
    StatusUpdateRequest,
    Undoing,
)
from scrapersky.curation_sdk.decisions.removal import Removal
from scrapersky.curation_sdk.decisions.reviewing import MOST_HELD, hold_rows, holders, let_go
from scrapersky.curation_sdk.decisions.stopping import stop_row

__all__ = [
    "LONGEST_UNDO_SECONDS",
    "MOST_AT_ONCE",
    "MOST_HELD",
    "MOST_IDS",
    "UNFINISHED",
    "BatchList",
    "BatchStatusUpdateRequest",
    "BatchStatusUpdateResponse",
    "BulkJobs",
    "Changed",
    "Decision",
    "Editing",
    "FilterStatusUpdateRequest",
    "Job",
    "Merge",
    "Merging",
    "Removal",
    "RowDecisions",
    "RowsEditRequest",
    "RowsEdited",
    "SomeIds",
    "StatusUpdateRequest",
    "Undoing",
    "cancel_job",
    "change_status",
    "forget_marks",
    "hand_marks_over",
    "hold_rows",
    "holders",
    "job_of",
    "let_go",
    "list_jobs",
    "named_jobs",
    "record_made",
    "stop_row",
    "take_back",
    "updated_words",
    "with_ways_back",
    "written_job",
]
