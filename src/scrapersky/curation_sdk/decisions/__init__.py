"""What people decide about rows: one or many, at once or as a job, taken back, stopped or deleted.

It knows lists, by which rows are chosen, and the queue, which it wakes.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.decisions.batch import Changed as Changed
    from scrapersky.curation_sdk.decisions.batch import Decision as Decision
    from scrapersky.curation_sdk.decisions.batch import change_status as change_status
    from scrapersky.curation_sdk.decisions.bulk import UNFINISHED as UNFINISHED
    from scrapersky.curation_sdk.decisions.bulk import BulkJobs as BulkJobs
    from scrapersky.curation_sdk.decisions.deciding import RowDecisions as RowDecisions
    from scrapersky.curation_sdk.decisions.deciding import updated_words as updated_words
    from scrapersky.curation_sdk.decisions.editing import Editing as Editing
    from scrapersky.curation_sdk.decisions.jobs import Place as Place
    from scrapersky.curation_sdk.decisions.jobs import cancel_job as cancel_job
    from scrapersky.curation_sdk.decisions.jobs import job_of as job_of
    from scrapersky.curation_sdk.decisions.jobs import list_jobs as list_jobs
    from scrapersky.curation_sdk.decisions.jobs import named_jobs as named_jobs
    from scrapersky.curation_sdk.decisions.jobs import take_back as take_back
    from scrapersky.curation_sdk.decisions.jobs import with_ways_back as with_ways_back
    from scrapersky.curation_sdk.decisions.jobs import written_job as written_job
    from scrapersky.curation_sdk.decisions.making import record_made as record_made
    from scrapersky.curation_sdk.decisions.marks import forget_marks as forget_marks
    from scrapersky.curation_sdk.decisions.marks import hand_marks_over as hand_marks_over
    from scrapersky.curation_sdk.decisions.merging import Merge as Merge
    from scrapersky.curation_sdk.decisions.merging import Merging as Merging
    from scrapersky.curation_sdk.decisions.payloads import LONGEST_UNDO_SECONDS as LONGEST_UNDO_SECONDS
    from scrapersky.curation_sdk.decisions.payloads import MOST_AT_ONCE as MOST_AT_ONCE
    from scrapersky.curation_sdk.decisions.payloads import MOST_IDS as MOST_IDS
    from scrapersky.curation_sdk.decisions.payloads import BatchList as BatchList
    from scrapersky.curation_sdk.decisions.payloads import BatchStatusUpdateRequest as BatchStatusUpdateRequest
    from scrapersky.curation_sdk.decisions.payloads import BatchStatusUpdateResponse as BatchStatusUpdateResponse
    from scrapersky.curation_sdk.decisions.payloads import FilterStatusUpdateRequest as FilterStatusUpdateRequest
    from scrapersky.curation_sdk.decisions.payloads import Job as Job
    from scrapersky.curation_sdk.decisions.payloads import RowsEdited as RowsEdited
    from scrapersky.curation_sdk.decisions.payloads import RowsEditRequest as RowsEditRequest
    from scrapersky.curation_sdk.decisions.payloads import SomeIds as SomeIds
    from scrapersky.curation_sdk.decisions.payloads import StatusUpdateRequest as StatusUpdateRequest
    from scrapersky.curation_sdk.decisions.payloads import Undoing as Undoing
    from scrapersky.curation_sdk.decisions.refusing import RowsRefused as RowsRefused
    from scrapersky.curation_sdk.decisions.removal import Removal as Removal
    from scrapersky.curation_sdk.decisions.reviewing import MOST_HELD as MOST_HELD
    from scrapersky.curation_sdk.decisions.reviewing import hold_rows as hold_rows
    from scrapersky.curation_sdk.decisions.reviewing import holders as holders
    from scrapersky.curation_sdk.decisions.reviewing import let_go as let_go
    from scrapersky.curation_sdk.decisions.stopping import stop_row as stop_row
else:
    __getattr__ = late_door(__name__, __file__)
