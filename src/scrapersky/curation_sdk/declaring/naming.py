"""Every name the specification promises, derived from the workflow's name.

Each rule carries its example, so that a search for a promised name lands on the rule that makes it.
"""

import re
from dataclasses import dataclass
from string import Formatter

from scrapersky.curation_sdk.errors import DeclarationError

_SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
IDENTIFIER_LIMIT = 63


def check_workflow_name(name: str) -> None:
    """Refuse a name from which not every promised name could be made."""
    if not _SNAKE_CASE.fullmatch(name):
        raise DeclarationError(f"Workflow name {name!r} is not snake_case; type {snake_case(name)!r} instead.")
    longest = IDENTIFIER_LIMIT - len("ix__processing_queue")
    if len(name) > longest:
        raise DeclarationError(
            f"Workflow name {name!r} has {len(name)} characters;"
            f" PostgreSQL's identifiers end at {IDENTIFIER_LIMIT}, so use at most {longest}."
        )


def snake_case(name: str) -> str:
    """Turn any spelling into snake_case.

    >>> snake_case("PageCuration"), snake_case("Menu extraction"), snake_case("page-curation")
    ('page_curation', 'menu_extraction', 'page_curation')
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_") or "my_workflow"


def pascal_case(name: str) -> str:
    """Turn snake_case into the spelling of classes.

    >>> pascal_case("page_curation")
    'PageCuration'
    """
    return "".join(word.capitalize() for word in name.split("_"))


def natural_order(text: str) -> list[tuple[int, str]]:
    """A sort key by which numbers count as numbers, as import sorters have it.

    >>> sorted(["wf10_menus", "wf3_domains"], key=natural_order)
    ['wf3_domains', 'wf10_menus']
    """
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]


class NameRule:
    """How a name follows from others: `{pascal}Table` is PageCurationTable for page_curation."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._others = [name for _, name, _, _ in Formatter().parse(pattern) if name]

    def __get__(self, names: "Names | None", _: type["Names"]) -> str:
        if names is None:
            return self.pattern
        return self.pattern.format(**{name: getattr(names, name) for name in self._others})


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one workflow on one table.

    `owns_table_names` is true for a table's first workflow; a second uses its own name where the table's would collide.
    """

    workflow: str  # page_curation
    model: str  # Page
    table: str  # pages
    owns_table_names: bool = True

    def __post_init__(self) -> None:
        check_workflow_name(self.workflow)

    # Columns

    curation_status = NameRule("{workflow}_curation_status")  # page_curation_curation_status
    processing_status = NameRule("{workflow}_processing_status")  # page_curation_processing_status
    processing_error = NameRule("{workflow}_processing_error")  # page_curation_processing_error
    updated_at = NameRule("{workflow}_updated_at")  # page_curation_updated_at
    state = NameRule("{workflow}_state")  # page_curation_state

    # Types and classes

    @property
    def pascal(self) -> str:
        return pascal_case(self.workflow)  # PageCuration

    @property
    def camel(self) -> str:
        return self.pascal[0].lower() + self.pascal[1:]  # pageCuration

    @property
    def kebab(self) -> str:
        return self.workflow.replace("_", "-")  # page-curation

    curation_status_class = NameRule("{pascal}CurationStatus")  # PageCurationCurationStatus
    processing_status_class = NameRule("{pascal}ProcessingStatus")  # PageCurationProcessingStatus

    @property
    def curation_status_type(self) -> str:
        return self.curation_status_class.lower()  # pagecurationcurationstatus

    @property
    def processing_status_type(self) -> str:
        return self.processing_status_class.lower()  # pagecurationprocessingstatus

    batch_request_class = NameRule("{pascal}BatchStatusUpdateRequest")  # PageCurationBatchStatusUpdateRequest
    batch_response_class = NameRule("{pascal}BatchStatusUpdateResponse")  # PageCurationBatchStatusUpdateResponse

    # Functions and jobs

    @property
    def singular(self) -> str:
        return snake_case(self.model)  # page

    process_queue = NameRule("process_{workflow}_queue")  # process_page_curation_queue
    setup_scheduler = NameRule("setup_{workflow}_scheduler")  # setup_page_curation_scheduler
    process_single = NameRule("process_single_{singular}_for_{workflow}")  # process_single_page_for_page_curation

    @property
    def update_status_batch(self) -> str:
        subject = self.singular if self.owns_table_names else self.workflow
        return f"update_{subject}_status_batch"  # update_page_status_batch

    job_id = NameRule("{workflow}_scheduler")  # page_curation_scheduler

    # Settings

    @property
    def settings_prefix(self) -> str:
        return f"{self.workflow.upper()}_SCHEDULER_"  # PAGE_CURATION_SCHEDULER_

    def setting(self, field: str) -> str:
        return self.settings_prefix + field.upper()  # PAGE_CURATION_SCHEDULER_INTERVAL_MINUTES

    # Addresses

    path = NameRule("/{kebab}")  # /page-curation

    @property
    def table_path(self) -> str | None:
        return f"/{self.table.replace('_', '-')}" if self.owns_table_names else None  # /pages

    @property
    def tag(self) -> str:
        return f"{self.pascal} | {pascal_case(self.table)}"  # PageCuration | Pages

    # Elements in the browser

    tab = NameRule("{kebab}-tab")  # page-curation-tab
    table_element = NameRule("{camel}Table")  # pageCurationTable
    table_body_element = NameRule("{camel}TableBody")  # pageCurationTableBody
    select_all_checkbox = NameRule("selectAll{pascal}Checkbox")  # selectAllPageCurationCheckbox
    row_checkbox_class = NameRule("{camel}-item-checkbox")  # pageCuration-item-checkbox

    @property
    def button_subject(self) -> str:
        return self.table.replace("_", "-") if self.owns_table_names else self.kebab  # pages

    def status_button(self, action: str) -> str:
        return f"update-{self.button_subject}-status-{action}"  # update-pages-status-selected

    # Indexes

    queue_index = NameRule("ix_{workflow}_processing_queue")  # ix_page_curation_processing_queue
    in_work_index = NameRule("ix_{workflow}_in_work")  # ix_page_curation_in_work
    list_index = NameRule("ix_{workflow}_list")  # ix_page_curation_list
    errors_index = NameRule("ix_{workflow}_errors")  # ix_page_curation_errors
    ordered_index = NameRule("ix_{workflow}_ordered")  # ix_page_curation_ordered
    claim_check = NameRule("ck_{workflow}_claim")  # ck_page_curation_claim
    queued_check = NameRule("ck_{workflow}_queued")  # ck_page_curation_queued
