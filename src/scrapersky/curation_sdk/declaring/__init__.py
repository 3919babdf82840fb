"""Declaring a workflow: `Curation()` in a model, `Workflow(...)` beside it, and every name derived from the two.

The ground floor: it knows SQLAlchemy and nothing of queues, lists or HTTP. Every other room stands on it.
"""

from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.columns import (
    Moment,
    StoredText,
    columns_by_key,
    computed_type,
    is_plain,
    reader_of,
    shown_type,
    storable,
    value_type,
)
from scrapersky.curation_sdk.declaring.computed import ComputedColumn, LookedUp, counted, lasted, looked_up
from scrapersky.curation_sdk.declaring.curation import Curated, Curation, curations_of
from scrapersky.curation_sdk.declaring.db_errors import (
    AWAY,
    BACK,
    DATABASE_TROUBLE,
    failed_before,
    is_contended,
    is_database_away,
    is_database_short,
    noted,
    sqlstate_of,
    was_cut_off,
    will_pass,
)
from scrapersky.curation_sdk.declaring.declaration import BUILT_IN_FACETS
from scrapersky.curation_sdk.declaring.facts import Fact, note, noting
from scrapersky.curation_sdk.declaring.followed import Watch, ids_of, row_in_work, step, trace_ids, traceparent, watched
from scrapersky.curation_sdk.declaring.hosts import ADDRESSES, host_of
from scrapersky.curation_sdk.declaring.links import Link, keys_to, lets_go, links_of, pairs_of
from scrapersky.curation_sdk.declaring.naming import (
    IDENTIFIER_LIMIT,
    Names,
    check_workflow_name,
    natural_order,
    pascal_case,
    snake_case,
)
from scrapersky.curation_sdk.declaring.outcomes import (
    Attempt,
    DecidedBy,
    Ending,
    Nothing,
    RetryLimits,
    Saved,
    place_within,
    portable,
    readable,
)
from scrapersky.curation_sdk.declaring.payloads import Answer, Body, StateCounts
from scrapersky.curation_sdk.declaring.raised import means_the_process
from scrapersky.curation_sdk.declaring.registry import Registry, WorkflowRefused
from scrapersky.curation_sdk.declaring.row_times import and_updated_at, last_written
from scrapersky.curation_sdk.declaring.rule import Rule, RuleAction
from scrapersky.curation_sdk.declaring.schedule import Schedule
from scrapersky.curation_sdk.declaring.settings import DESCRIPTIONS, documented_settings, read_schedule
from scrapersky.curation_sdk.declaring.shown_columns import (
    ColumnDisplay,
    ColumnKind,
    ShownColumn,
    kind_of,
    label_of,
)
from scrapersky.curation_sdk.declaring.statuses import CURATION_VALUES, PROCESSING_VALUES, Settable, State
from scrapersky.curation_sdk.declaring.tables import (
    PROTOCOL,
    BackgroundFault,
    Batch,
    BatchRow,
    Change,
    JobClaim,
    KeptRule,
    ReviewClaim,
    RowMark,
    RuleVersion,
    Run,
    SdkBase,
    SettingChangeEntry,
    Suspect,
    TenantPause,
    Worker,
    WorkflowSetting,
)
from scrapersky.curation_sdk.declaring.timed_ids import earliest_id, id_ago
from scrapersky.curation_sdk.declaring.titles import LONGEST_TITLE, title_of
from scrapersky.curation_sdk.declaring.workflow import NEWEST_FIRST, AnyWorkflow, Workflow

__all__ = [
    "ADDRESSES",
    "AWAY",
    "BACK",
    "BUILT_IN_FACETS",
    "CURATION_VALUES",
    "DATABASE_TROUBLE",
    "DESCRIPTIONS",
    "IDENTIFIER_LIMIT",
    "LONGEST_TITLE",
    "NEWEST_FIRST",
    "PROCESSING_VALUES",
    "PROTOCOL",
    "Actor",
    "Answer",
    "AnyWorkflow",
    "Attempt",
    "BackgroundFault",
    "Batch",
    "BatchRow",
    "Body",
    "Change",
    "ColumnDisplay",
    "ColumnKind",
    "ComputedColumn",
    "Curated",
    "Curation",
    "DecidedBy",
    "Ending",
    "Fact",
    "JobClaim",
    "KeptRule",
    "Link",
    "LookedUp",
    "Moment",
    "Names",
    "Nothing",
    "Registry",
    "RetryLimits",
    "ReviewClaim",
    "RowMark",
    "Rule",
    "RuleAction",
    "RuleVersion",
    "Run",
    "Saved",
    "Schedule",
    "SdkBase",
    "Settable",
    "SettingChangeEntry",
    "ShownColumn",
    "State",
    "StateCounts",
    "StoredText",
    "Suspect",
<<<<<<< HEAD
    "TenantPause",
=======
    "Watch",
>>>>>>> operate
    "Worker",
    "Workflow",
    "WorkflowRefused",
    "WorkflowSetting",
    "and_updated_at",
    "check_workflow_name",
    "columns_by_key",
    "computed_type",
    "counted",
    "curations_of",
    "documented_settings",
    "earliest_id",
    "failed_before",
    "host_of",
    "id_ago",
    "ids_of",
    "is_contended",
    "is_database_away",
    "is_database_short",
    "is_plain",
    "keys_to",
    "kind_of",
    "label_of",
    "last_written",
    "lasted",
    "lets_go",
    "links_of",
    "looked_up",
    "means_the_process",
    "natural_order",
    "note",
    "noted",
    "noting",
    "pairs_of",
    "pascal_case",
    "place_within",
    "portable",
    "read_schedule",
    "readable",
    "reader_of",
    "row_in_work",
    "shown_type",
    "snake_case",
    "sqlstate_of",
    "step",
    "storable",
    "title_of",
    "trace_ids",
    "traceparent",
    "value_type",
    "was_cut_off",
    "watched",
    "will_pass",
]
