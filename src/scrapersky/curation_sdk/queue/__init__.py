"""The way of a row: claimed, run, completed; with leases, rescue and the schedulers beside it.

Read `job_loop`, then `runner`, then `completion`. It knows what was declared, and nothing of people or HTTP.
"""

from scrapersky.curation_sdk.queue.background import (
    STILL_FAILING,
    Background,
    Repeating,
    Sessions,
    failing_parts,
    recent_faults,
    sessions_of,
    uncancelled,
)
from scrapersky.curation_sdk.queue.chores import Chore
from scrapersky.curation_sdk.queue.drained import Drained
from scrapersky.curation_sdk.queue.job_loop import process_single, run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease, next_ticks
from scrapersky.curation_sdk.queue.lost_rows import rescue, single_statements
from scrapersky.curation_sdk.queue.observer import Observer
from scrapersky.curation_sdk.queue.pruning import prune_history
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.queue.schedule_store import (
    as_values,
    change_schedule,
    overlaid,
    schedule_of,
    stored_schedules,
)
from scrapersky.curation_sdk.queue.schedulers import Schedulers, prepare, setup_scheduler
from scrapersky.curation_sdk.queue.setting_log import locked_setting, shown_name, written
from scrapersky.curation_sdk.queue.statements import NULL, PROCESSING, QUEUED
from scrapersky.curation_sdk.queue.switching import (
    paused_workflows,
    refuse_if_paused_for_all,
    run_now,
    set_all_paused,
    set_paused,
    settings_by_tenant,
    settings_of,
)
from scrapersky.curation_sdk.queue.tenancy import (
    TENANT_SETTINGS,
    TenantSession,
    bind,
    bind_session,
    bound_by,
    of_tenant,
    tenant_role,
    unbind,
)
from scrapersky.curation_sdk.queue.upserts import upsert
from scrapersky.curation_sdk.queue.wakeup import QUEUE_CHANNEL, SETTINGS_CHANNEL, STOP_CHANNEL, Listener, notify
from scrapersky.curation_sdk.queue.work_engine import LocalEngine, WorkEngine
from scrapersky.curation_sdk.queue.workflow_scheduler import WorkflowScheduler

__all__ = [
    "NULL",
    "PROCESSING",
    "QUEUED",
    "QUEUE_CHANNEL",
    "SETTINGS_CHANNEL",
    "STILL_FAILING",
    "STOP_CHANNEL",
    "TENANT_SETTINGS",
    "Background",
    "Chore",
    "Drained",
    "Lease",
    "Listener",
    "LocalEngine",
    "Observer",
    "Queue",
    "Repeating",
    "Runtime",
    "Schedulers",
    "Sessions",
    "TenantSession",
    "WorkEngine",
    "WorkflowScheduler",
    "as_values",
    "bind",
    "bind_session",
    "bound_by",
    "change_schedule",
    "failing_parts",
    "locked_setting",
    "next_ticks",
    "notify",
    "of_tenant",
    "overlaid",
    "paused_workflows",
    "prepare",
    "process_single",
    "prune_history",
    "recent_faults",
    "refuse_if_paused_for_all",
    "rescue",
    "run_job_loop",
    "run_now",
    "schedule_of",
    "sessions_of",
    "set_all_paused",
    "set_paused",
    "settings_by_tenant",
    "settings_of",
    "setup_scheduler",
    "shown_name",
    "single_statements",
    "stored_schedules",
    "tenant_role",
    "unbind",
    "uncancelled",
    "upsert",
    "written",
]
