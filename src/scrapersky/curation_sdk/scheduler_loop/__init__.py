"""`run_job_loop` for a service as the specification describes it: a table with a status and an error, and one function.

The function takes `(item_id, session)` and may open transactions and set the status itself. Claims are kept beside the
table, so that it needs no column of ours. docs/explanation/two-job-loops.md says what is promised, and what cannot be.
"""

from scrapersky.curation_sdk.scheduler_loop.claims import Statuses as Statuses
from scrapersky.curation_sdk.scheduler_loop.loop import ProcessingFunction as ProcessingFunction
from scrapersky.curation_sdk.scheduler_loop.loop import run_job_loop as run_job_loop
